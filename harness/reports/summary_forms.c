/* What the forms are whose names a screen shows. */
#include <string.h>

#include "base/bytes.h"
#include "causes/form_group.h"
#include "reports/parts.h"

/* Whether the text has the form's name as a word, or at the end of a case's. */
static bool shows(const char *text, const char *form)
{
    const size_t length = strlen(form);
    bool found = false;

    for (const char *at = strstr(text, form); !found && at != NULL; at = strstr(at + 1, form)) {
        found = (at == text || !wgc_is_of_name(at[-1])) && !wgc_is_of_name(at[length]);
    }
    return found;
}

/* The forms of a text, and what they are. */
struct legend {
    const char *shown;
    struct wgc_name_list *explained;
    struct wgc_buf text;
};

static void put_form(struct legend *legend, const char *form)
{
    const char *words = strcmp(form, "plain") == 0 ? NULL : wgc_form_words(form);
    const size_t before = legend->explained->count;

    if (words == NULL || !shows(legend->shown, form)) {
        return;
    }
    if (!wgc_name_list_add(legend->explained, form, strlen(form))) {
        legend->text.failed = true;
    }
    if (legend->explained->count > before) {
        wgc_buf_printf(&legend->text, "%s%s (%s)", legend->text.size == 0 ? "forms: " : ", ", form,
                       words);
    }
}

static void put_list(struct legend *legend, const struct wgc_name_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        put_form(legend, list->name[i]);
    }
}

void wgc_summary_forms(const struct wgc_causes *causes, const struct wgc_choice *choice,
                       const struct wgc_summary_style *style, size_t first,
                       struct wgc_name_list *explained, struct wgc_buf *out)
{
    struct legend legend = {.shown = wgc_buf_str(out) + first, .explained = explained};

    for (size_t i = 0; out->size > first && i < causes->bad; i++) {
        if (choice->level[i] != WGC_LEVEL_NONE) {
            put_list(&legend, &causes->cause[i].forms);
            put_list(&legend, &causes->cause[i].passing);
        }
    }
    if (legend.text.size > 0) {
        wgc_summary_paint(out, style, WGC_DIM);
        wgc_screen_wrap(out, wgc_buf_str(&legend.text), "", 0, style);
        wgc_summary_paint(out, style, WGC_PLAIN);
        wgc_buf_char(out, '\n');
    }
    out->failed = out->failed || legend.text.failed;
    wgc_buf_free(&legend.text);
}
