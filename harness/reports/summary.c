#include "reports/summary.h"

#include <string.h>

#include <cjson/cJSON.h>

#include "base/plural.h"
#include "base/report_text.h"
#include "reports/skips.h"
#include "reports/parts.h"

void wgc_summary_lack(const struct wgc_record *record, const struct wgc_summary_style *style,
                      struct wgc_buf *out)
{
    struct wgc_buf line = {0};

    if (wgc_skips_lack(record, &line) && line.data != NULL) {
        wgc_summary_paint(out, style, WGC_YELLOW);
        wgc_buf_text(out, line.data);
        wgc_summary_paint(out, style, WGC_PLAIN);
        wgc_buf_char(out, '\n');
    }
    out->failed = out->failed || line.failed;
    wgc_buf_free(&line);
}

void wgc_summary_not_run(const struct wgc_record *record, struct wgc_buf *out)
{
    cJSON *part = record->not_run == NULL ? NULL : cJSON_Parse(record->not_run);
    const cJSON *item;
    bool any = false;

    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(part, "reasons"))
    {
        const char *reason = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "reason"));
        const cJSON *cases = cJSON_GetObjectItemCaseSensitive(item, "cases");
        wgc_buf_text(out, any ? "" : "\nnot run:\n");
        wgc_buf_printf(out, "  %7.0f  ", cJSON_IsNumber(cases) ? cases->valuedouble : 0.0);
        wgc_report_text(out, reason == NULL ? "" : reason);
        wgc_buf_char(out, '\n');
        any = true;
    }
    cJSON_Delete(part);
}

void wgc_summary_device(const struct wgc_record *record, struct wgc_buf *out)
{
    const struct wgc_record_device *device = &record->device;

    if (device->name == NULL) {
        return;
    }
    wgc_buf_text(out, "device: ");
    wgc_report_text(out, device->name);
    wgc_buf_text(out, " [");
    wgc_report_text(out, device->platform == NULL ? "?" : device->platform);
    wgc_buf_text(out, "]");
    if (device->driver_version != NULL) {
        wgc_buf_text(out, ", driver ");
        wgc_report_text(out, device->driver_version);
    }
    wgc_buf_char(out, '\n');
}

void wgc_summary_totals(const struct wgc_record *record, const struct wgc_summary_style *style,
                        struct wgc_buf *out)
{
    size_t count[WGC_STATE_COUNT];
    size_t bad = 0;

    wgc_record_count(record, count);
    for (int state = 0; state < WGC_STATE_COUNT; state++) {
        bad += wgc_state_is_bad((enum wgc_state)state) ? count[state] : 0;
    }
    wgc_summary_paint(out, style, bad > 0 ? WGC_RED : WGC_GREEN);
    wgc_buf_printf(out, "%zu case%s", wgc_record_total(record),
                   wgc_plural(wgc_record_total(record)));
    for (int state = 0; state < WGC_STATE_COUNT; state++) {
        if (count[state] > 0) {
            wgc_buf_printf(out, ", %zu %s", count[state], wgc_state_name((enum wgc_state)state));
        }
    }
    if (record->result_count < wgc_record_total(record)) {
        wgc_buf_printf(out, ", %zu not run", wgc_record_total(record) - record->result_count);
    }
    wgc_summary_paint(out, style, WGC_PLAIN);
    wgc_buf_printf(out, record->seconds < 100.0 ? " in %.1f s\n" : " in %.0f s\n", record->seconds);
}
