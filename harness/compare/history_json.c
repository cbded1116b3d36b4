#include "base/json_put.h"
#include "base/version.h"
#include "compare/history.h"

enum { SCHEMA_VERSION = 1 };

/* A member that is null where the report does not have the text. */
static void put_or_null(struct wgc_buf *out, const char *name, const char *text)
{
    if (text == NULL) {
        wgc_json_put_name(out, name);
        wgc_buf_text(out, "null");
    } else {
        wgc_json_put_text(out, name, text);
    }
}

static void put_report(struct wgc_buf *out, const struct wgc_history_report *report)
{
    const struct wgc_record *record = report->record;

    wgc_buf_char(out, '{');
    wgc_json_put_text(out, "label", report->label);
    put_or_null(out, "platform", record->device.platform);
    put_or_null(out, "device", record->device.name);
    put_or_null(out, "driver_version", record->device.driver_version);
    put_or_null(out, "tool_version", record->tool_version);
    put_or_null(out, "profile", record->profile);
    put_or_null(out, "impl", record->impl);
    put_or_null(out, "started", record->started);
    wgc_json_put_bool(out, "complete", record->complete);
    wgc_json_put_number(out, "ran", report->ran);
    wgc_json_put_number(out, "failing", report->failing);
    wgc_buf_char(out, '}');
}

static void put_change(struct wgc_buf *out, const char *name,
                       const struct wgc_history_change *change)
{
    if (change->is_set) {
        wgc_json_put_name(out, name);
        wgc_buf_char(out, '{');
        wgc_json_put_number(out, "in", change->in);
        wgc_json_put_number(out, "after", change->after);
        wgc_buf_char(out, '}');
    }
}

static void put_cell(struct wgc_buf *out, const struct wgc_history_cell *cell)
{
    wgc_json_put_item(out);
    wgc_buf_char(out, '{');
    wgc_json_put_text(out, "presence", wgc_presence_name(cell->presence));
    wgc_json_put_number(out, "failing", cell->failing);
    wgc_json_put_number(out, "passed", cell->passed);
    wgc_json_put_number(out, "other", cell->other);
    wgc_json_put_number(out, "not_run", cell->not_run);
    wgc_buf_char(out, '}');
}

static void put_row(struct wgc_buf *out, const struct wgc_history *history,
                    const struct wgc_history_row *row)
{
    wgc_buf_char(out, '{');
    wgc_json_put_text(out, "id", row->cause->id);
    wgc_json_put_text(out, "title", row->cause->title);
    wgc_json_put_text(out, "failure", wgc_state_name(row->cause->failure));
    wgc_json_put_number(out, "cases", row->cases);
    wgc_json_put_list(out, "functions", row->cause->functions.name, row->cause->functions.count);
    wgc_json_put_list(out, "types", row->cause->types.name, row->cause->types.count);
    wgc_json_put_list(out, "forms", row->cause->forms.name, row->cause->forms.count);
    wgc_json_put_text(out, "example", row->cause->example->name);
    wgc_json_put_text(out, "trend", wgc_trend_name(row->trend));
    put_change(out, "introduced", &row->introduced);
    put_change(out, "fixed", &row->fixed);
    wgc_json_put_name(out, "reports");
    wgc_buf_char(out, '[');
    for (size_t i = 0; i < history->report_count; i++) {
        put_cell(out, &row->cell[i]);
    }
    wgc_buf_text(out, "]}");
}

void wgc_history_json_put(struct wgc_buf *out, const struct wgc_history *history)
{
    wgc_buf_printf(out, "{\n\"schema_version\":%d,\n\"tool\":{\"name\":\"wgconform\"",
                   (int)SCHEMA_VERSION);
    wgc_json_put_text(out, "version", WGC_VERSION);
    wgc_json_put_text(out, "commit", wgc_commit);
    wgc_buf_text(out, "},\n\"reports\":[");
    for (size_t i = 0; i < history->report_count; i++) {
        wgc_buf_text(out, i == 0 ? "\n" : ",\n");
        put_report(out, &history->report[i]);
    }
    wgc_buf_text(out, "\n],\n\"causes\":[");
    for (size_t i = 0; i < history->row_count; i++) {
        wgc_buf_text(out, i == 0 ? "\n" : ",\n");
        put_row(out, history, &history->row[i]);
    }
    wgc_buf_text(out, "\n]\n}\n");
}
