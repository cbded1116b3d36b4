#include "reports/causes/causes_json.h"

#include "base/json.h"

static void put_text(struct wgc_buf *out, const char *key, const char *text)
{
    if (text != NULL) {
        wgc_buf_text(out, key);
        wgc_json_put_string(out, text);
    }
}

static void put_list(struct wgc_buf *out, const char *key, const struct wgc_name_list *list)
{
    wgc_buf_text(out, key);
    for (size_t i = 0; i < list->count; i++) {
        wgc_buf_text(out, i == 0 ? "" : ",");
        wgc_json_put_string(out, list->name[i]);
    }
    wgc_buf_char(out, ']');
}

static void put_cause(struct wgc_buf *out, const struct wgc_report_cause *cause)
{
    put_text(out, "{\"id\":", cause->id);
    put_text(out, ",\"title\":", cause->title);
    put_text(out, ",\"state\":", wgc_state_name(cause->state));
    put_text(out, ",\"failure\":", wgc_state_name(cause->failure));
    wgc_buf_printf(out, ",\"cases\":%zu", cause->count);
    put_list(out, ",\"functions\":[", &cause->functions);
    put_list(out, ",\"types\":[", &cause->types);
    put_list(out, ",\"forms\":[", &cause->forms);
    put_text(out, ",\"example\":", cause->example->name);
    put_text(out, ",\"waiver\":", cause->waiver);
    put_text(out, ",\"link\":", cause->link);
    wgc_buf_char(out, '}');
}

void wgc_causes_json(struct wgc_buf *out, const struct wgc_causes *causes)
{
    wgc_buf_text(out, ",\n\"causes\":[");
    for (size_t i = 0; i < causes->count; i++) {
        wgc_buf_text(out, i == 0 ? "\n" : ",\n");
        put_cause(out, &causes->cause[i]);
    }
    wgc_buf_text(out, causes->count == 0 ? "]" : "\n]");
}
