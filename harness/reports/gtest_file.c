#include "reports/parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/report_text.h"
#include "record/case_name.h"
#include "reports/detail.h"
#include "reports/lines.h"

/* Results of one suite, which are neighbours in the order. */
struct suite {
    const struct wgc_result **first;
    size_t count, failures, skipped;
    double seconds;
};

static int by_suite(const void *a, const void *b)
{
    const struct wgc_result *x = *(const struct wgc_result *const *)a;
    const struct wgc_result *y = *(const struct wgc_result *const *)b;

    return wgc_lines_compare(x->name, y->name);
}

/* The results ordered by suite; NULL without memory. */
static const struct wgc_result **in_order(const struct wgc_record *record)
{
    const struct wgc_result **result =
        calloc(record->result_count + 1, sizeof(const struct wgc_result *));

    for (size_t i = 0; result != NULL && i < record->result_count; i++) {
        result[i] = &record->result[i];
    }
    if (result != NULL && record->result_count > 0) {
        qsort(result, record->result_count, sizeof(const struct wgc_result *), by_suite);
    }
    return result;
}

static bool is_skipped(const struct wgc_result *result)
{
    return result->state == WGC_STATE_SKIP || result->state == WGC_STATE_WAIVED;
}

static void count(struct suite *suite, const struct wgc_result *result)
{
    suite->count++;
    suite->failures += wgc_state_is_bad(result->state);
    suite->skipped += is_skipped(result);
    suite->seconds += result->seconds;
}

/* The suite that begins there. */
static struct suite suite_at(const struct wgc_result **result, size_t left)
{
    struct suite suite = {.first = result};
    const size_t length = wgc_case_name_test_suite(result[0]->name);

    while (suite.count < left && wgc_case_name_test_suite(result[suite.count]->name) == length &&
           strncmp(result[suite.count]->name, result[0]->name, length) == 0) {
        count(&suite, result[suite.count]);
    }
    return suite;
}

static struct suite total_of(const struct wgc_record *record)
{
    struct suite total = {0};

    for (size_t i = 0; i < record->result_count; i++) {
        count(&total, &record->result[i]);
    }
    return total;
}

/* "fail: wrong value; rerun: COMMAND" */
static void put_message(struct wgc_buf *out, const struct wgc_record *record,
                        const struct wgc_result *result)
{
    struct wgc_buf text = {0};

    wgc_buf_printf(&text, "%s: ", wgc_state_name(result->state));
    wgc_result_put_reason(&text, result);
    if (wgc_state_is_bad(result->state)) {
        wgc_buf_text(&text, "; rerun: ");
        wgc_detail_rerun(&text, record, result->name);
    }
    wgc_report_text(out, wgc_buf_str(&text));
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}

static void put_escaped(struct wgc_buf *out, const char *text)
{
    for (; *text != '\0'; text++) {
        const char *entity = *text == '&'    ? "&amp;"
                             : *text == '<'  ? "&lt;"
                             : *text == '>'  ? "&gt;"
                             : *text == '"'  ? "&quot;"
                             : *text == '\n' ? "&#x0A;"
                                             : NULL;
        if (entity != NULL) {
            wgc_buf_text(out, entity);
        } else {
            wgc_buf_char(out, *text);
        }
    }
}

static void put_xml_case(struct wgc_buf *out, const struct wgc_record *record,
                         const struct wgc_result *result, bool first)
{
    const size_t length = wgc_case_name_test_suite(result->name);
    struct wgc_buf message = {0};

    (void)first;
    wgc_buf_printf(out,
                   "    <testcase name=\"%s\" status=\"run\" result=\"%s\" time=\"%.3f\" "
                   "classname=\"%.*s\"",
                   result->name + length + (result->name[length] == '.'),
                   is_skipped(result) ? "skipped" : "completed", result->seconds, (int)length,
                   result->name);
    if (result->state == WGC_STATE_PASS) {
        wgc_buf_text(out, " />\n");
        return;
    }
    put_message(&message, record, result);
    wgc_buf_printf(out, ">\n      <%s message=\"", is_skipped(result) ? "skipped" : "failure");
    put_escaped(out, wgc_buf_str(&message));
    wgc_buf_text(out, is_skipped(result) ? "\" />\n" : "\" type=\"\" />\n");
    wgc_buf_text(out, "    </testcase>\n");
    out->failed = out->failed || message.failed;
    wgc_buf_free(&message);
}

static void put_xml_counts(struct wgc_buf *out, const struct suite *suite)
{
    wgc_buf_printf(out,
                   " tests=\"%zu\" failures=\"%zu\" disabled=\"0\" skipped=\"%zu\" errors=\"0\" "
                   "time=\"%.3f\"",
                   suite->count, suite->failures, suite->skipped, suite->seconds);
}

/* RFC 3339 to the second, without a zone, as googletest has it. */
static int time_length(const struct wgc_record *record)
{
    return record->started == NULL ? 0 : (int)strcspn(record->started, ".Z");
}

static const char *time_of(const struct wgc_record *record)
{
    return wgc_or_empty(record->started);
}

static void begin_xml(struct wgc_buf *out, const struct wgc_record *record,
                      const struct suite *total)
{
    wgc_buf_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"AllTests\"");
    put_xml_counts(out, total);
    wgc_buf_printf(out, " timestamp=\"%.*s\">\n", time_length(record), time_of(record));
}

static void begin_xml_suite(struct wgc_buf *out, const struct suite *suite, bool first)
{
    const char *name = suite->first[0]->name;

    (void)first;
    wgc_buf_printf(out, "  <testsuite name=\"%.*s\"", (int)wgc_case_name_test_suite(name), name);
    put_xml_counts(out, suite);
    wgc_buf_text(out, ">\n");
}

static void put_json_case(struct wgc_buf *out, const struct wgc_record *record,
                          const struct wgc_result *result, bool first)
{
    const size_t length = wgc_case_name_test_suite(result->name);
    struct wgc_buf message = {0};

    wgc_buf_text(out, first ? "\n" : ",\n");
    wgc_buf_printf(out,
                   "{\"name\":\"%s\",\"status\":\"RUN\",\"result\":\"%s\",\"time\":\"%.3fs\","
                   "\"classname\":\"%.*s\"",
                   result->name + length + (result->name[length] == '.'),
                   is_skipped(result) ? "SKIPPED" : "COMPLETED", result->seconds, (int)length,
                   result->name);
    if (result->state != WGC_STATE_PASS) {
        const bool skipped = is_skipped(result);
        put_message(&message, record, result);
        wgc_buf_text(out, skipped ? ",\"skipped\":[{\"message\":" : ",\"failures\":[{\"failure\":");
        wgc_json_put_string(out, wgc_buf_str(&message));
        wgc_buf_text(out, skipped ? "}]" : ",\"type\":\"\"}]");
    }
    wgc_buf_char(out, '}');
    out->failed = out->failed || message.failed;
    wgc_buf_free(&message);
}

static void put_json_counts(struct wgc_buf *out, const struct suite *suite)
{
    wgc_buf_printf(out,
                   "\"tests\":%zu,\"failures\":%zu,\"disabled\":0,\"errors\":0,\"time\":\"%.3fs\"",
                   suite->count, suite->failures, suite->seconds);
}

static void begin_json(struct wgc_buf *out, const struct wgc_record *record,
                       const struct suite *total)
{
    wgc_buf_char(out, '{');
    put_json_counts(out, total);
    wgc_buf_printf(out, ",\"timestamp\":\"%.*sZ\",\"name\":\"AllTests\",\"testsuites\":[",
                   time_length(record), time_of(record));
}

static void begin_json_suite(struct wgc_buf *out, const struct suite *suite, bool first)
{
    const char *name = suite->first[0]->name;

    wgc_buf_printf(out, "%s\n{\"name\":\"%.*s\",", first ? "" : ",",
                   (int)wgc_case_name_test_suite(name), name);
    put_json_counts(out, suite);
    wgc_buf_text(out, ",\"testsuite\":[");
}

/* A format. first: of the suites, of the cases of a suite. */
struct writer {
    void (*begin)(struct wgc_buf *out, const struct wgc_record *record, const struct suite *total);
    void (*begin_suite)(struct wgc_buf *out, const struct suite *suite, bool first);
    void (*put_case)(struct wgc_buf *out, const struct wgc_record *record,
                     const struct wgc_result *result, bool first);
    const char *end_suite, *end;
};

static enum wgc_status put(struct wgc_buf *out, const struct wgc_record *record,
                           const struct writer *writer, struct wgc_err *err)
{
    const struct wgc_result **result = in_order(record);
    const struct suite total = total_of(record);

    if (result == NULL) {
        return wgc_err_memory(err, "the report");
    }
    writer->begin(out, record, &total);
    for (size_t i = 0; i < record->result_count;) {
        const struct suite suite = suite_at(result + i, record->result_count - i);
        writer->begin_suite(out, &suite, i == 0);
        for (size_t k = 0; k < suite.count; k++) {
            writer->put_case(out, record, suite.first[k], k == 0);
        }
        wgc_buf_text(out, writer->end_suite);
        i += suite.count;
    }
    wgc_buf_text(out, writer->end);
    free(result);
    return out->failed ? wgc_err_memory(err, "the report") : WGC_OK;
}

enum wgc_status wgc_gtest_xml_put(struct wgc_buf *out, const struct wgc_record *record,
                                  struct wgc_err *err)
{
    static const struct writer xml = {begin_xml, begin_xml_suite, put_xml_case, "  </testsuite>\n",
                                      "</testsuites>\n"};

    return put(out, record, &xml, err);
}

enum wgc_status wgc_gtest_json_put(struct wgc_buf *out, const struct wgc_record *record,
                                   struct wgc_err *err)
{
    static const struct writer json = {begin_json, begin_json_suite, put_json_case, "]}", "]}\n"};

    return put(out, record, &json, err);
}
