#include "reports/junit.h"

#include <cjson/cJSON.h>
#include <libxml/xmlwriter.h>
#include <stdlib.h>
#include <string.h>

#include "reports/case_name.h"
#include "reports/detail.h"
#include "reports/report_text.h"
#include "reports/suites.h"

enum element { ELEMENT_NONE, ELEMENT_SKIPPED, ELEMENT_FAILURE, ELEMENT_ERROR, ELEMENT_COUNT };

static const char *const element_name[ELEMENT_COUNT] = {NULL, "skipped", "failure", "error"};

/* What the document is made of; each call of the writer that fails is remembered. */
struct document {
    xmlTextWriterPtr xml;
    const struct wgc_record *record;
    const char *host, *timestamp;
    unsigned suites;
    bool failed;
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
        return ELEMENT_FAILURE;
    default:
        return ELEMENT_ERROR;
    }
}

static void check(struct document *document, int written)
{
    document->failed = document->failed || written < 0;
}

static void open_element(struct document *document, const char *name)
{
    check(document, xmlTextWriterStartElement(document->xml, BAD_CAST name));
}

static void close_element(struct document *document)
{
    check(document, xmlTextWriterEndElement(document->xml));
}

static void put_attribute(struct document *document, const char *name, const char *value)
{
    check(document, xmlTextWriterWriteAttribute(document->xml, BAD_CAST name, BAD_CAST value));
}

static void put_number(struct document *document, const char *name, const char *format,
                       double value)
{
    char text[64];

    (void)snprintf(text, sizeof text, format, value);
    put_attribute(document, name, text);
}

/* The text as characters; nothing when it is empty. Frees it. */
static void put_characters(struct document *document, struct wgc_buf *text)
{
    document->failed = document->failed || text->failed;
    if (text->data != NULL && !text->failed) {
        check(document, xmlTextWriterWriteString(document->xml, BAD_CAST text->data));
    }
    wgc_buf_free(text);
}

static void put_property(struct document *document, const char *name, const char *value)
{
    struct wgc_buf clean = {0};

    if (value == NULL) {
        return;
    }
    wgc_report_text(&clean, value);
    document->failed = document->failed || clean.failed;
    open_element(document, "property");
    put_attribute(document, "name", name);
    put_attribute(document, "value", clean.data == NULL ? "" : clean.data);
    close_element(document);
    wgc_buf_free(&clean);
}

static void put_properties(struct document *document)
{
    static const char *const fields[] = {"name", "vendor", "platform", "driver_version",
                                         "device_version"};
    const struct wgc_record *record = document->record;
    cJSON *device = record->device == NULL ? NULL : cJSON_Parse(record->device);
    char text[32];

    open_element(document, "properties");
    put_property(document, "wgconform.version", record->tool_version);
    put_property(document, "wgconform.commit", record->tool_commit);
    put_property(document, "wgconform.profile", record->profile);
    put_property(document, "wgconform.impl", record->impl);
    (void)snprintf(text, sizeof text, "%llu", (unsigned long long)record->seed);
    put_property(document, "wgconform.seed", text);
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(device, fields[i]);
        (void)snprintf(text, sizeof text, "device.%s", fields[i]);
        put_property(document, text, cJSON_IsString(item) ? item->valuestring : NULL);
    }
    close_element(document);
    cJSON_Delete(device);
}

static void put_message(struct document *document, const struct wgc_result *result)
{
    struct wgc_buf line = {0};

    if (result->state == WGC_STATE_WAIVED) {
        wgc_buf_text(&line, "failed as expected, ");
    } else if (result->state == WGC_STATE_SKIP) {
        wgc_buf_text(&line, "skipped: ");
    }
    wgc_detail_line(&line, result);
    document->failed = document->failed || line.failed;
    put_attribute(document, "message", line.data == NULL ? "" : line.data);
    wgc_buf_free(&line);
}

static void put_outcome(struct document *document, const struct wgc_result *result)
{
    enum element element = element_of(result->state);
    struct wgc_buf text = {0};

    if (element == ELEMENT_NONE) {
        return;
    }
    open_element(document, element_name[element]);
    put_message(document, result);
    if (element != ELEMENT_SKIPPED) { /* windyroad's <skipped> holds neither type nor text */
        put_attribute(document, "type", wgc_state_name(result->state));
        wgc_detail_text(&text, result);
        put_characters(document, &text);
    }
    close_element(document);
}

static void put_case(struct document *document, const char *suite, const char *name, double seconds)
{
    open_element(document, "testcase");
    put_attribute(document, "name", name);
    put_attribute(document, "classname", suite);
    put_number(document, "time", "%.6f", seconds);
}

/* The attributes in the order of the schemas' own examples; count is by element. */
static void open_suite(struct document *document, const char *name, const size_t *count,
                       double seconds)
{
    size_t length = strcspn(name, ".");
    char package[64];
    size_t tests = 0;

    (void)snprintf(package, sizeof package, "%.*s", (int)length, name);
    for (int i = 0; i < ELEMENT_COUNT; i++) {
        tests += count[i];
    }
    open_element(document, "testsuite");
    put_attribute(document, "name", name);
    put_attribute(document, "package", package);
    put_number(document, "id", "%.0f", document->suites++);
    put_number(document, "tests", "%.0f", (double)tests);
    put_number(document, "failures", "%.0f", (double)count[ELEMENT_FAILURE]);
    put_number(document, "errors", "%.0f", (double)count[ELEMENT_ERROR]);
    put_number(document, "skipped", "%.0f", (double)count[ELEMENT_SKIPPED]);
    put_number(document, "time", "%.3f", seconds);
    put_attribute(document, "timestamp", document->timestamp);
    put_attribute(document, "hostname", document->host);
    put_properties(document);
}

static void close_suite(struct document *document, struct wgc_buf *rerun)
{
    open_element(document, "system-out");
    put_characters(document, rerun);
    close_element(document);
    open_element(document, "system-err");
    close_element(document);
    close_element(document);
}

static void put_suite(struct document *document, const struct wgc_suite *suite)
{
    struct wgc_buf rerun = {0};
    size_t count[ELEMENT_COUNT] = {0};

    for (int i = 0; i < WGC_STATE_COUNT; i++) {
        count[element_of((enum wgc_state)i)] += suite->states[i];
    }
    open_suite(document, suite->name, count, suite->seconds);
    for (size_t i = 0; i < suite->count; i++) {
        const struct wgc_result *result = suite->result[i];
        put_case(document, suite->name, wgc_case_name_split(result->name).rest, result->seconds);
        put_outcome(document, result);
        close_element(document);
        if (wgc_state_is_bad(result->state)) {
            wgc_detail_rerun(&rerun, document->record, result->name);
            wgc_buf_char(&rerun, '\n');
        }
    }
    close_suite(document, &rerun);
}

/* A run that was cut short must not read as one that passed: it gets a case that says so. */
static void put_incomplete(struct document *document)
{
    const struct wgc_record *record = document->record;
    const size_t count[ELEMENT_COUNT] = {[ELEMENT_ERROR] = 1};
    struct wgc_buf message = {0};
    struct wgc_buf nothing = {0};

    wgc_buf_printf(&message, "this report is not complete: %zu of %zu cases have no result",
                   record->total - record->result_count, record->total);
    open_suite(document, "wgconform", count, 0);
    put_case(document, "wgconform", "every_case_has_a_result", 0);
    open_element(document, "error");
    put_attribute(document, "message", message.data == NULL ? "" : message.data);
    put_attribute(document, "type", "incomplete");
    close_element(document);
    close_element(document);
    close_suite(document, &nothing);
    wgc_buf_free(&message);
}

/* The document into xml; host and timestamp as the schemas want them: not empty, without zone. */
static bool write_document(xmlTextWriterPtr xml, const struct wgc_record *record,
                           const struct wgc_suites *suites)
{
    cJSON *host = record->host == NULL ? NULL : cJSON_Parse(record->host);
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(host, "name");
    struct wgc_buf host_name = {0};
    char timestamp[sizeof "YYYY-MM-DDThh:mm:ss"] = "1970-01-01T00:00:00";
    struct document document = {
        .xml = xml, .record = record, .host = "localhost", .timestamp = timestamp};

    if (cJSON_IsString(name) && name->valuestring[0] != '\0') {
        wgc_report_text(&host_name, name->valuestring);
        document.host = host_name.data == NULL ? document.host : host_name.data;
    }
    if (record->started != NULL && strlen(record->started) >= sizeof timestamp - 1) {
        memcpy(timestamp, record->started, sizeof timestamp - 1);
    }
    check(&document, xmlTextWriterSetIndent(xml, 1));
    check(&document, xmlTextWriterStartDocument(xml, NULL, "UTF-8", NULL));
    open_element(&document, "testsuites");
    for (size_t i = 0; i < suites->count; i++) {
        put_suite(&document, &suites->suite[i]);
    }
    if (!record->complete) {
        put_incomplete(&document);
    }
    check(&document, xmlTextWriterEndDocument(xml));
    cJSON_Delete(host);
    wgc_buf_free(&host_name);
    return !document.failed;
}

enum wgc_status wgc_junit_put(struct wgc_buf *out, const struct wgc_record *record,
                              struct wgc_err *err)
{
    struct wgc_suites suites;
    enum wgc_status status = wgc_suites_make(record, &suites, err);

    if (status != WGC_OK) {
        return status;
    }
    xmlBufferPtr buffer = xmlBufferCreate();
    xmlTextWriterPtr xml = buffer == NULL ? NULL : xmlNewTextWriterMemory(buffer, 0);
    bool written = xml != NULL && write_document(xml, record, &suites);
    xmlFreeTextWriter(xml);
    if (written) {
        wgc_buf_add(out, xmlBufferContent(buffer), (size_t)xmlBufferLength(buffer));
    }
    xmlBufferFree(buffer);
    wgc_suites_free(&suites);
    return written && !out->failed ? WGC_OK : wgc_err_memory(err, "the JUnit report");
}
