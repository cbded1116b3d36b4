#include "reports/parts.h"

#include "base/json.h"

static const char *word_of(enum wgc_state state)
{
    switch (state) {
    case WGC_STATE_PASS:
    case WGC_STATE_UNEXPECTED_PASS:
        return "pass";
    case WGC_STATE_SKIP:
        return "skip";
    default:
        return "fail";
    }
}

static void put_arguments(struct wgc_buf *out, char *const *command)
{
    struct wgc_buf text = {0};

    for (size_t i = 1; command != NULL && command[0] != NULL && command[i] != NULL; i++) {
        wgc_buf_text(&text, i == 1 ? "" : " ");
        wgc_buf_text(&text, command[i]);
    }
    wgc_json_put_string(out, wgc_buf_str(&text));
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}

/*
 * The results in the shape that OpenCL-CTS writes to $CL_CONFORMANCE_RESULTS_FILENAME, for its
 * compare script: {"cmd": "wgconform", "args": "...", "results": {NAME: "pass" | "fail" | "skip"}}.
 * The file has the results without waivers: waived is fail, unexpected_pass is pass, every other
 * bad state fail. A case without a result is not in it.
 */
enum wgc_status wgc_cts_shape_put(struct wgc_buf *out, const struct wgc_record *record,
                                  struct wgc_err *err)
{
    wgc_buf_text(out, "{\n\t\"cmd\": \"wgconform\",\n\t\"args\": ");
    put_arguments(out, record->command);
    wgc_buf_text(out, ",\n\t\"results\": {");
    for (size_t i = 0; i < record->result_count; i++) {
        wgc_buf_text(out, i == 0 ? "\n\t\t" : ",\n\t\t");
        wgc_json_put_string(out, record->result[i].name);
        wgc_buf_printf(out, ": \"%s\"", word_of(record->result[i].state));
    }
    wgc_buf_text(out, "\n\t}\n}\n");
    return out->failed ? wgc_err_memory(err, "the results file") : WGC_OK;
}
