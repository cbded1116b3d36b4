#include "reports/parts.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "causes/family.h"
#include "reports/detail.h"
#include "reports/skips.h"

enum { SHOWN_FUNCTIONS = 4 };

static size_t count_words(char *const *word)
{
    size_t count = 0;

    while (word != NULL && word[count] != NULL) {
        count++;
    }
    return count;
}

/* The page replaces the last word by the name of a case, or by the seed of a program of explore; a
 * case of the whole run has a command of its own. */
static void put_rerun(struct wgc_buf *out, const struct wgc_record *record, const char *member,
                      const char *name)
{
    struct wgc_buf text = {0};

    wgc_detail_rerun(&text, record, name);
    wgc_json_put_text(out, member, wgc_buf_str(&text));
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}

/* What the device has none of, as the terminal prints it. */
static void put_lack(struct wgc_buf *out, const struct wgc_record *record)
{
    struct wgc_buf text = {0};

    if (wgc_skips_lack(record, &text)) {
        wgc_json_put_text(out, "lack", text.data);
    }
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}

/* The functions of which each case was skipped, by reason: [["the device lacks X", 12], ...]. */
static void put_skipped(struct wgc_buf *out, const struct wgc_record *record)
{
    struct wgc_skip_reasons reasons;
    struct wgc_err err;

    if (wgc_skip_reasons_of_functions(record, &reasons, &err) != WGC_OK) {
        out->failed = true;
        return;
    }
    wgc_json_put_name(out, "skipped");
    for (size_t i = 0; i < reasons.count; i++) {
        wgc_buf_char(out, i == 0 ? '[' : ',');
        wgc_buf_char(out, '[');
        wgc_json_put_string(out, reasons.item[i].text);
        wgc_buf_printf(out, ",%zu]", reasons.item[i].cases);
    }
    wgc_buf_text(out, reasons.count == 0 ? "[]" : "]");
    wgc_skip_reasons_free(&reasons);
}

/* The four of the device's properties that the page shows: all of them are kilobytes. */
static void put_device(struct wgc_buf *out, const struct wgc_record_device *device)
{
    wgc_json_put_name(out, "device");
    wgc_buf_char(out, '{');
    wgc_json_put_text(out, "name", device->name);
    wgc_json_put_text(out, "platform", device->platform);
    wgc_json_put_text(out, "driver_version", device->driver_version);
    wgc_json_put_text(out, "device_version", device->device_version);
    wgc_buf_char(out, '}');
}

static void put_summary(struct wgc_buf *out, const struct wgc_record *record)
{
    size_t count[WGC_STATE_COUNT];

    wgc_record_count(record, count);
    wgc_json_put_name(out, "summary");
    wgc_buf_printf(out, "{\"total\":%zu", wgc_record_total(record));
    for (int i = 0; i < WGC_STATE_COUNT; i++) {
        wgc_json_put_number(out, wgc_state_name((enum wgc_state)i), count[i]);
    }
    wgc_buf_char(out, '}');
}

static void put_run(struct wgc_buf *out, const struct wgc_record *record)
{
    put_rerun(out, record, "again", "CASE");
    put_rerun(out, record, "again_run", "query.shared_");
    put_rerun(out, record, "again_program", "c.explore.SEED");
    wgc_json_put_text(out, "tool", record->tool_version);
    wgc_json_put_text(out, "commit", record->tool_commit);
    wgc_json_put_list(out, "command", record->command, count_words(record->command));
    wgc_json_put_text(out, "started", record->started);
    wgc_json_put_name(out, "seconds");
    wgc_buf_printf(out, "%.1f",
                   isfinite(record->seconds) && record->seconds > 0 ? record->seconds : 0.0);
    wgc_json_put_name(out, "seed");
    wgc_buf_printf(out, "\"%" PRIu64 "\"", record->seed);
    wgc_json_put_text(out, "profile", record->profile);
    wgc_json_put_text(out, "impl", record->impl);
    wgc_json_put_bool(out, "complete", record->complete);
    put_lack(out, record);
    put_skipped(out, record);
    wgc_json_put_list(out, "warnings", record->warning, record->warning_count);
}

/* The target of a waiver's link; nothing where it is unknown. */
static void put_href(struct wgc_buf *out, const char *link, const struct wgc_html_links *links)
{
    struct wgc_buf href = {0};

    if (link == NULL || links == NULL || !links->exists(link)) {
        return;
    }
    wgc_buf_text(&href, links->folder);
    wgc_buf_text(&href, link);
    wgc_json_put_text(out, "href", href.data);
    out->failed = out->failed || href.failed;
    wgc_buf_free(&href);
}

static void put_cause(struct wgc_buf *out, const struct wgc_record *record,
                      const struct wgc_report_cause *cause, const size_t *place,
                      const struct wgc_html_links *links)
{
    wgc_buf_char(out, '{');
    wgc_json_put_text(out, "id", cause->id);
    wgc_json_put_text(out, "title", cause->title);
    wgc_json_put_text(out, "state", wgc_state_name(cause->state));
    wgc_json_put_text(out, "failure", wgc_state_name(cause->failure));
    wgc_json_put_number(out, "cases", cause->count);
    wgc_json_put_number(out, "example", place[cause->example - record->result]);
    wgc_json_put_list(out, "functions", cause->functions.name,
                      cause->functions.count < SHOWN_FUNCTIONS ? cause->functions.count
                                                               : SHOWN_FUNCTIONS);
    wgc_json_put_number(out, "function_count", cause->functions.count);
    wgc_json_put_list(out, "types", cause->types.name, cause->types.count);
    wgc_json_put_text(out, "waiver", cause->waiver);
    wgc_json_put_text(out, "link", cause->link);
    put_href(out, cause->link, links);
    wgc_buf_char(out, '}');
}

void wgc_html_report_put(struct wgc_buf *out, const struct wgc_record *record,
                         const struct wgc_causes *causes, const size_t *place,
                         const struct wgc_html_links *links)
{
    wgc_buf_char(out, '{');
    put_run(out, record);
    put_device(out, &record->device);
    wgc_json_put_json(out, "audit", record->audit);
    wgc_json_put_json(out, "unadvertised", record->unadvertised);
    put_summary(out, record);
    wgc_json_put_name(out, "causes");
    wgc_buf_char(out, '[');
    for (size_t i = 0; i < causes->count; i++) {
        wgc_buf_text(out, i == 0 ? "\n" : ",\n");
        put_cause(out, record, &causes->cause[i], place, links);
    }
    wgc_buf_char(out, ']');
}

void wgc_html_suite_put(struct wgc_buf *out, const char *suite)
{
    struct wgc_buf name = {0};
    struct wgc_family family;

    /* The family is the function's, whatever type, shape and form. */
    wgc_buf_printf(&name, "%s.int.1.plain", suite);
    wgc_family_of(name.failed ? "" : name.data, &family);
    wgc_buf_char(out, '[');
    wgc_json_put_string(out, suite);
    wgc_buf_char(out, ',');
    wgc_json_put_string(out, strchr(suite, '.') == NULL ? suite : family.name);
    wgc_buf_char(out, ']');
    out->failed = out->failed || name.failed;
    wgc_buf_free(&name);
}
