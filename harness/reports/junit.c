#include "reports/parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "causes/causes.h"
#include "reports/detail.h"
#include "base/report_text.h"
#include "record/case_name.h"
#include "record/suites.h"

enum element { ELEMENT_NONE, ELEMENT_SKIPPED, ELEMENT_FAILURE, ELEMENT_ERROR, ELEMENT_COUNT };

static const char *const element_name[ELEMENT_COUNT] = {NULL, "skipped", "failure", "error"};

/* Limits of GitLab, which rejects larger files as malformed. */
enum { MOST_OBJECTS = 245 * 1000, MOST_BYTES = 29 * 1000 * 1000, RERUNS_WRITTEN = 10 };

/* The document during its writing. */
struct document {
    struct wgc_junit_xml xml;
    const struct wgc_record *record;
    const struct wgc_suites *suites;
    const struct wgc_causes *causes;
    const struct wgc_report_cause *const *cause_of;
    enum wgc_junit_merge merge;
    const char *host, *timestamp;
    unsigned written; /* testsuites */
};

static enum element element_of(enum wgc_state state)
{
    switch (state) {
    case WGC_STATE_PASS:
        return ELEMENT_NONE;
    case WGC_STATE_SKIP:
    case WGC_STATE_WAIVED:
        return ELEMENT_SKIPPED;
    case WGC_STATE_FAIL:
    case WGC_STATE_UNEXPECTED_PASS:
    case WGC_STATE_FLAKY:
        return ELEMENT_FAILURE;
    default:
        return ELEMENT_ERROR;
    }
}

/* The properties that identify the run: in each suite, or only in the first one near the limits. */
static void put_run(struct document *document)
{
    const struct wgc_record *record = document->record;
    const struct wgc_record_device *device = &record->device;
    char text[32];

    wgc_junit_property(&document->xml, "wgconform.version", record->tool_version);
    wgc_junit_property(&document->xml, "wgconform.commit", record->tool_commit);
    wgc_junit_property(&document->xml, "wgconform.profile", record->profile);
    wgc_junit_property(&document->xml, "wgconform.impl", record->impl);
    (void)snprintf(text, sizeof text, "%llu", (unsigned long long)record->seed);
    wgc_junit_property(&document->xml, "wgconform.seed", text);
    (void)snprintf(text, sizeof text, "%zu", wgc_record_total(record));
    wgc_junit_property(&document->xml, "wgconform.cases", text);
    wgc_junit_property(&document->xml, "device.name", device->name);
    wgc_junit_property(&document->xml, "device.vendor", device->vendor);
    wgc_junit_property(&document->xml, "device.platform", device->platform);
    wgc_junit_property(&document->xml, "device.driver_version", device->driver_version);
    wgc_junit_property(&document->xml, "device.device_version", device->device_version);
}

/* "cause.ID": "TITLE; 22 cases, example: CASE", of each cause that the suite has a case of. */
static void put_causes(struct document *document, const struct wgc_suite *suite)
{
    const struct wgc_record *record = document->record;

    for (size_t i = 0; i < document->causes->bad; i++) {
        const struct wgc_report_cause *cause = &document->causes->cause[i];
        struct wgc_buf name = {0};
        struct wgc_buf value = {0};
        size_t cases = 0;
        for (size_t j = 0; j < suite->count; j++) {
            cases += document->cause_of[suite->result[j] - record->result] == cause;
        }
        if (cases > 0) {
            wgc_buf_printf(&name, "cause.%s", cause->id);
            wgc_buf_printf(&value, "%s; %zu case%s, example: %s", cause->title, cause->count,
                           wgc_plural(cause->count), cause->example->name);
            wgc_junit_property(&document->xml, wgc_buf_str(&name), value.data);
        }
        document->xml.failed = document->xml.failed || name.failed || value.failed;
        wgc_buf_free(&name);
        wgc_buf_free(&value);
    }
}

static void put_message(struct document *document, const struct wgc_junit_point *point)
{
    const struct wgc_result *result = point->result;
    struct wgc_buf line = {0};

    if (result->state == WGC_STATE_WAIVED) {
        wgc_buf_text(&line, "failed as expected, ");
    } else if (result->state == WGC_STATE_SKIP) {
        wgc_buf_text(&line, "skipped: ");
    }
    wgc_detail_line(&line, result);
    if (point->cases > 1) {
        wgc_buf_printf(&line, " (%zu cases, this one: %s)", point->cases, result->name);
    }
    wgc_junit_made(&document->xml, "message", &line);
}

static void put_attempt(struct document *document, const struct wgc_record_attempt *attempt,
                        bool flaky)
{
    const char *state = wgc_state_name(attempt->state);
    struct wgc_buf message = {0};

    wgc_report_text(&message, attempt->reason == NULL ? state : attempt->reason);
    wgc_junit_open(&document->xml, flaky ? "flakyFailure" : "rerunFailure");
    wgc_junit_made(&document->xml, "message", &message);
    wgc_junit_attribute(&document->xml, "type", state);
    wgc_junit_close(&document->xml);
}

/* The attempts of a case that ran more than once. Of a case that passes in the end each bad attempt
 * is a flakyFailure; of another each bad one after the first is a rerunFailure. */
static void put_attempts(struct document *document, const struct wgc_result *result)
{
    const struct wgc_record_attempts *attempts = result->attempts;
    bool flaky = result->state == WGC_STATE_FLAKY;
    bool first = !flaky;
    unsigned written = 0;

    for (size_t i = 0; attempts != NULL && i < attempts->count; i++) {
        const struct wgc_record_attempt *attempt = &attempts->item[i];
        if (!wgc_state_is_bad(attempt->state)) {
            continue;
        }
        for (uint64_t j = first ? 1 : 0; j < attempt->count && written < RERUNS_WRITTEN; j++) {
            put_attempt(document, attempt, flaky);
            written++;
        }
        first = false;
    }
}

static void put_outcome(struct document *document, const struct wgc_junit_point *point)
{
    const struct wgc_result *result = point->result;
    enum element element = element_of(result->state);
    struct wgc_buf text = {0};

    if (element == ELEMENT_NONE) {
        return;
    }
    wgc_junit_open(&document->xml, element_name[element]);
    put_message(document, point);
    if (element != ELEMENT_SKIPPED) { /* windyroad's <skipped> has neither type nor text */
        wgc_junit_attribute(&document->xml, "type", wgc_state_name(result->state));
        wgc_buf_text(&text, "rerun: ");
        wgc_detail_rerun(&text, document->record, result->name);
        wgc_buf_char(&text, '\n');
        wgc_detail_text(&text, result);
        wgc_junit_characters(&document->xml, &text);
    }
    wgc_junit_close(&document->xml);
    if (wgc_state_is_bad(result->state)) {
        put_attempts(document, result);
    }
}

static void open_case(struct document *document, const char *suite, const char *name,
                      double seconds)
{
    wgc_junit_open(&document->xml, "testcase");
    wgc_junit_attribute(&document->xml, "name", name);
    wgc_junit_attribute(&document->xml, "classname", suite);
    wgc_junit_number(&document->xml, "time", "%.6f", seconds);
}

/* The attributes in the order of the schemas' own examples; count is by element. */
static void open_suite(struct document *document, const char *name, const size_t *count,
                       double seconds)
{
    const size_t length = wgc_case_name_split(name).language_length;
    char package[64];
    size_t tests = 0;

    (void)snprintf(package, sizeof package, "%.*s", (int)length, name);
    for (int i = 0; i < ELEMENT_COUNT; i++) {
        tests += count[i];
    }
    wgc_junit_open(&document->xml, "testsuite");
    wgc_junit_attribute(&document->xml, "name", name);
    wgc_junit_attribute(&document->xml, "package", package);
    wgc_junit_number(&document->xml, "id", "%.0f", document->written);
    wgc_junit_number(&document->xml, "tests", "%.0f", (double)tests);
    wgc_junit_number(&document->xml, "failures", "%.0f", (double)count[ELEMENT_FAILURE]);
    wgc_junit_number(&document->xml, "errors", "%.0f", (double)count[ELEMENT_ERROR]);
    wgc_junit_number(&document->xml, "skipped", "%.0f", (double)count[ELEMENT_SKIPPED]);
    wgc_junit_number(&document->xml, "time", "%.3f", seconds);
    wgc_junit_attribute(&document->xml, "timestamp", document->timestamp);
    wgc_junit_attribute(&document->xml, "hostname", document->host);
    wgc_junit_open(&document->xml, "properties");
    if (document->written == 0 || document->merge == WGC_JUNIT_MERGE_NOTHING) {
        put_run(document);
    }
    document->written++;
}

static void close_suite(struct document *document, struct wgc_buf *rerun)
{
    wgc_junit_open(&document->xml, "system-out");
    wgc_junit_characters(&document->xml, rerun);
    wgc_junit_close(&document->xml);
    wgc_junit_open(&document->xml, "system-err");
    wgc_junit_close(&document->xml);
    wgc_junit_close(&document->xml);
}

static enum wgc_status put_suite(struct document *document, const struct wgc_suite *suite,
                                 struct wgc_err *err)
{
    struct wgc_junit_points points;
    struct wgc_buf rerun = {0};
    size_t count[ELEMENT_COUNT] = {0};
    enum wgc_status status = wgc_junit_points_make(suite, document->record, document->cause_of,
                                                   document->merge, &points, err);

    if (status != WGC_OK) {
        return status;
    }
    for (size_t i = 0; i < points.count; i++) {
        count[element_of(points.item[i].result->state)]++;
    }
    open_suite(document, suite->name, count, suite->seconds);
    put_causes(document, suite);
    wgc_junit_close(&document->xml);
    for (size_t i = 0; i < points.count; i++) {
        const struct wgc_junit_point *point = &points.item[i];
        open_case(document, suite->name, point->name == NULL ? point->result->name : point->name,
                  point->seconds);
        put_outcome(document, point);
        wgc_junit_close(&document->xml);
        if (wgc_state_is_bad(point->result->state)) {
            wgc_detail_rerun(&rerun, document->record, point->result->name);
            wgc_buf_char(&rerun, '\n');
        }
    }
    close_suite(document, &rerun);
    wgc_junit_points_free(&points);
    return WGC_OK;
}

/* An interrupted run must not look like a pass: it gets a case in error. */
static void put_incomplete(struct document *document)
{
    const struct wgc_record *record = document->record;
    const size_t count[ELEMENT_COUNT] = {[ELEMENT_ERROR] = 1};
    struct wgc_buf message = {0};
    struct wgc_buf nothing = {0};

    wgc_buf_text(&message, "this report is ");
    wgc_record_put_incomplete(&message, record);
    open_suite(document, "wgconform", count, 0);
    wgc_junit_close(&document->xml);
    open_case(document, "wgconform", "every_case_has_a_result", 0);
    wgc_junit_open(&document->xml, "error");
    wgc_junit_made(&document->xml, "message", &message);
    wgc_junit_attribute(&document->xml, "type", "incomplete");
    wgc_junit_close(&document->xml);
    wgc_junit_close(&document->xml);
    close_suite(document, &nothing);
}

/* The elements; host and timestamp in the form of the schemas: not empty, without a zone. */
static enum wgc_status put_suites(struct document *document, struct wgc_err *err)
{
    const struct wgc_record *record = document->record;
    const char *name = record->host.name;
    struct wgc_buf host_name = {0};
    char timestamp[sizeof "YYYY-MM-DDThh:mm:ss"] = "1970-01-01T00:00:00";
    enum wgc_status status = WGC_OK;

    document->host = "localhost";
    document->timestamp = timestamp;
    if (name != NULL && name[0] != '\0') {
        wgc_report_text(&host_name, name);
        document->host = host_name.data == NULL ? document->host : host_name.data;
    }
    if (record->started != NULL && strlen(record->started) >= sizeof timestamp - 1) {
        memcpy(timestamp, record->started, sizeof timestamp - 1);
    }
    wgc_junit_open(&document->xml, "testsuites");
    for (size_t i = 0; status == WGC_OK && i < document->suites->count; i++) {
        status = put_suite(document, &document->suites->suite[i], err);
    }
    if (!record->complete) {
        put_incomplete(document);
    }
    wgc_buf_free(&host_name);
    return status;
}

static int add_text(void *text, const char *bytes, int size)
{
    struct wgc_buf *buf = text;

    wgc_buf_add(buf, bytes, (size_t)size);
    return buf->failed ? -1 : size;
}

/* Not a buffer of libxml2: that one grows by 4 KB, and where realloc copies, each step copies the
 * whole document. */
static xmlTextWriterPtr new_writer(struct wgc_buf *text)
{
    xmlOutputBufferPtr output = xmlOutputBufferCreateIO(add_text, NULL, text, NULL);
    xmlTextWriterPtr writer = output == NULL ? NULL : xmlNewTextWriter(output);

    if (writer == NULL && output != NULL) {
        (void)xmlOutputBufferClose(output);
    }
    return writer;
}

/* Writes the document with one merge level; *fits: whether it is within the limits. */
static enum wgc_status write_document(struct document document, struct wgc_buf *text, bool *fits,
                                      struct wgc_err *err)
{
    struct wgc_junit_xml *xml = &document.xml;

    xml->writer = new_writer(text);
    if (xml->writer == NULL) {
        return wgc_err_memory(err, "the JUnit report");
    }
    bool begun = xmlTextWriterSetIndent(xml->writer, 1) >= 0 &&
                 xmlTextWriterStartDocument(xml->writer, NULL, "UTF-8", NULL) >= 0;
    enum wgc_status status = put_suites(&document, err);
    bool whole = begun && xmlTextWriterEndDocument(xml->writer) >= 0 && !xml->failed;
    xmlFreeTextWriter(xml->writer);
    if (status == WGC_OK && (!whole || text->failed)) {
        status = wgc_err_memory(err, "the JUnit report");
    }
    *fits = xml->objects <= MOST_OBJECTS && text->size <= MOST_BYTES;
    return status;
}

static enum wgc_status put_document(struct wgc_buf *out, struct document *document,
                                    struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;
    bool fits = false;

    for (int merge = 0; status == WGC_OK && !fits && merge < WGC_JUNIT_MERGE_COUNT; merge++) {
        struct wgc_buf text = {0};
        document->merge = (enum wgc_junit_merge)merge;
        status = write_document(*document, &text, &fits, err);
        if (status == WGC_OK && (fits || merge == WGC_JUNIT_MERGE_COUNT - 1)) {
            wgc_buf_add(out, text.data, text.size);
        }
        wgc_buf_free(&text);
    }
    return status == WGC_OK && out->failed ? wgc_err_memory(err, "the JUnit report") : status;
}

/*
 * Appends the document. fail, unexpected_pass and flaky are failures; crash, timeout, build_error
 * and error are errors; skip and waived are skipped, whose message has the state. A failure's
 * text begins with the command that reruns the case, which is in the suite's system-out too. The
 * causes are properties of the suites that have their cases. Characters that XML forbids are
 * spelled out (U+001B), ANSI sequences are removed. An incomplete report gets a suite "wgconform"
 * with one case in error.
 *
 * A case that was retried has the attempts that failed as flakyFailure where it passed in the end,
 * else those after the first as rerunFailure; only junit-10 knows these two.
 *
 * A report of more than 245,000 elements and attributes, or of 29 MB, is more than CI servers
 * accept: then cases with the same outcome are one testcase (reports/junit_points.c), whose message
 * has their number.
 */
enum wgc_status wgc_junit_put(struct wgc_buf *out, const struct wgc_record *record,
                              struct wgc_err *err)
{
    struct wgc_suites suites = {0};
    struct wgc_causes causes = {0};
    const struct wgc_report_cause **cause_of = NULL;
    enum wgc_status status = wgc_suites_make(record, &suites, err);

    if (status == WGC_OK) {
        status = wgc_causes_make(record, &causes, err);
    }
    if (status == WGC_OK) {
        cause_of = wgc_causes_by_result(&causes, record);
        status = cause_of == NULL ? wgc_err_memory(err, "the JUnit report") : WGC_OK;
    }
    if (status == WGC_OK) {
        struct document document = {
            .record = record, .suites = &suites, .causes = &causes, .cause_of = cause_of};
        status = put_document(out, &document, err);
    }
    free(cause_of);
    wgc_causes_free(&causes);
    wgc_suites_free(&suites);
    return status;
}
