/* JUnit: checked by libxml2 against schemas/junit.xsd, and read back. Runs in the repository's
 * root. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <libxml/parser.h>
#include <libxml/xmlschemas.h>
#include <libxml/xpath.h>

#include "record_fixture.h"
#include "report_fixture.h"
#include "reports/parts.h"
#include "tests/unit/test.h"

enum { LARGE = 20000, MANY = 70000 };

static xmlDocPtr document_of(const struct wgc_record *record)
{
    char *text = fixture_put(wgc_junit_put, record);
    xmlDocPtr document = xmlReadMemory(text, (int)strlen(text), "junit.xml", NULL, XML_PARSE_NONET);

    assert_non_null(document);
    free(text);
    return document;
}

static bool is_valid(xmlDocPtr document)
{
    xmlSchemaParserCtxtPtr parser = xmlSchemaNewParserCtxt("schemas/junit.xsd");
    xmlSchemaPtr schema = xmlSchemaParse(parser);
    assert_non_null(schema);
    xmlSchemaValidCtxtPtr context = xmlSchemaNewValidCtxt(schema);
    int result = xmlSchemaValidateDoc(context, document);

    xmlSchemaFreeValidCtxt(context);
    xmlSchemaFree(schema);
    xmlSchemaFreeParserCtxt(parser);
    return result == 0;
}

/* The value of an XPath expression as text; the caller frees it. */
static char *value(xmlDocPtr document, const char *expression)
{
    xmlXPathContextPtr context = xmlXPathNewContext(document);
    xmlXPathObjectPtr object = xmlXPathEvalExpression(BAD_CAST expression, context);
    assert_non_null(object);
    char *text = (char *)xmlXPathCastToString(object);

    xmlXPathFreeObject(object);
    xmlXPathFreeContext(context);
    return text;
}

static void assert_value(xmlDocPtr document, const char *expression, const char *expected)
{
    char *text = value(document, expression);

    assert_string_equal(text, expected);
    xmlFree(text);
}

static void assert_within(xmlDocPtr document, const char *expression, const char *part)
{
    char *text = value(document, expression);

    if (strstr(text, part) == NULL) {
        fail_msg("%s: \"%s\" is not in \"%s\"", expression, part, text);
    }
    xmlFree(text);
}

TEST(each_state_has_its_element)
{
    static const struct {
        enum wgc_state state;
        const char *element;
    } rows[WGC_STATE_COUNT] = {
        {WGC_STATE_PASS, ""},
        {WGC_STATE_FAIL, "failure"},
        {WGC_STATE_CRASH, "error"},
        {WGC_STATE_TIMEOUT, "error"},
        {WGC_STATE_BUILD_ERROR, "error"},
        {WGC_STATE_SKIP, "skipped"},
        {WGC_STATE_WAIVED, "skipped"},
        {WGC_STATE_UNEXPECTED_PASS, "failure"},
        {WGC_STATE_FLAKY, "failure"},
        {WGC_STATE_ERROR, "error"},
    };
    SCOPED_RECORD *record = fixture_all_states();
    xmlDocPtr document = document_of(record);
    char expression[160];

    assert_true(is_valid(document));
    for (size_t i = 0; i < WGC_STATE_COUNT; i++) {
        (void)snprintf(expression, sizeof expression,
                       "name(//testcase[@name='c.work_group_all.int.%s.plain']/*)",
                       wgc_state_name(rows[i].state));
        assert_value(document, expression, rows[i].element);
    }
    assert_value(document, "//testcase[@name='c.work_group_all.int.waived.plain']/skipped/@message",
                 "failed as expected, waiver driver-7: because of <this> & \"that\"");
    assert_value(document, "//testcase[@name='c.work_group_all.int.skip.plain']/skipped/@message",
                 "skipped: because of <this> & \"that\"");
    xmlFreeDoc(document);
}

TEST(counts_agree)
{
    SCOPED_RECORD *record = fixture_all_states();
    xmlDocPtr document = document_of(record);

    assert_value(document, "count(/testsuites/@*)", "0");
    assert_value(document, "count(//testsuite)", "2");
    assert_value(document, "//testsuite[1]/@name", "c.work_group_all");
    assert_value(document, "//testsuite[1]/@package", "c");
    assert_value(document, "//testsuite[1]/@id", "0");
    assert_value(document, "//testsuite[2]/@id", "1");
    assert_value(document, "//testsuite[2]/testcase/@name", "query.version");
    assert_value(document, "//testsuite[2]/testcase/@classname", "query");
    assert_value(document, "//testsuite[1]/@tests", "10");
    assert_value(document, "//testsuite[1]/@failures", "3");
    assert_value(document, "//testsuite[1]/@errors", "4");
    assert_value(document, "//testsuite[1]/@skipped", "2");
    assert_value(document, "//testsuite[1]/@time", "0.125");
    assert_value(document, "//testsuite[1]/@timestamp", "2026-11-20T22:36:00");
    assert_value(document, "//testsuite[1]/@hostname", "localhost");
    xmlFreeDoc(document);
}

TEST(text_of_drivers_survives)
{
    static const char failure[] = "//testcase[@name='c.work_group_all.int.fail.plain']/failure";
    SCOPED_RECORD *record = fixture_all_states();
    xmlDocPtr document = document_of(record);

    assert_within(document, failure, "red bell U+0007 nul-like U+0001 escape U+001B! tab\there\n");
    assert_within(document, failure, "quote \" & <b> ]]> </script> <!-- ");
    assert_within(document, failure, "\xC3\xA4 \xF0\x9F\x98\x80 \xEF\xBF\xBD U+FFFF end");
    assert_within(document, failure, "expected: 28\nactual: 27 <&>\n");
    assert_within(document, "//testcase[@name='c.work_group_all.int.crash.plain']/error",
                  "signal: SIGSEGV\ncrashed in libA<&>.so+0x1f, called from libB.so+0x2\n");
    assert_within(document, "//testcase[@name='c.work_group_all.int.flaky.plain']/failure",
                  "attempts: 2 fail, 1 pass\n");
    assert_value(document, "//property[@name='device.name']/@value", "A device <&>");
    xmlFreeDoc(document);
}

TEST(the_command_runs_each_bad_case_again)
{
    static const char *const bad[] = {"fail",  "crash", "timeout", "build_error", "unexpected_pass",
                                      "flaky", "error"};
    SCOPED_RECORD *record = fixture_all_states();
    xmlDocPtr document = document_of(record);
    char *text = value(document, "//testsuite[1]/system-out");

    assert_int_equal(fixture_count(text, "\n"), sizeof bad / sizeof bad[0]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char line[160];
        (void)snprintf(line, sizeof line,
                       "A_B='it'\\''s' scripts/with-device pocl 'X=wg conform' --device 'P/D <&>' "
                       "--profile quick --seed 7 c.work_group_all.int.%s.plain\n",
                       bad[i]);
        assert_non_null(strstr(text, line));
    }
    xmlFree(text);
    assert_value(document, "//testsuite[2]/system-out", "");
    xmlFreeDoc(document);
}

/* Found by fuzzing: no text of an untrusted report leaves its element. */
TEST(an_untrusted_report_stays_xml)
{
    SCOPED_RECORD *record = fixture_empty_record(2);
    struct wgc_result result = {
        .name = strdup("c.work_group_any.int.1.plain"),
        .state = WGC_STATE_FLAKY,
        .reason = calloc(1, 2001),
        .attempts = wgc_record_attempts_parse(
            "[{\"state\":\"\x1d\",\"count\":1,\"seconds\":0},{\"state\":\"fail\",\"count\":1,"
            "\"seconds\":0,\"reason\":\"\x1d\"}]"),
    };
    struct wgc_err err;

    assert_true(result.name != NULL && result.reason != NULL && result.attempts != NULL);
    memset(result.reason, 0x80, 2000); /* a character without a beginning, too long for a line */
    assert_int_equal(wgc_record_add(record, &result, &err), WGC_OK);
    fixture_add(record, "c.work_group_any.int.2.plain", WGC_STATE_FAIL);
    free(record->command[0]);
    record->command[0] = strdup("/tmp/\x01\nrm -rf it's");
    xmlDocPtr document = document_of(record);
    char *text = value(document, "//testsuite[1]/system-out");
    assert_value(document, "//flakyFailure/@message", "U+001D");
    assert_int_equal(fixture_count(text, "\n"), 2);
    assert_non_null(strstr(text, "'/tmp/U+0001?rm -rf it'\\''s' --profile quick --seed 7 "));
    xmlFree(text);
    xmlFreeDoc(document);
}

TEST(a_report_that_was_cut_short_is_an_error)
{
    SCOPED_RECORD *record = fixture_empty_record(9);

    fixture_add(record, "c.work_group_any.int.1.plain", WGC_STATE_PASS);
    xmlDocPtr document = document_of(record);
    assert_true(is_valid(document));
    assert_value(document, "sum(//testsuite/@errors)", "1");
    assert_within(document, "//error/@message", "8 of 9 cases have no result");
    xmlFreeDoc(document);
}

static void add_attempts(struct wgc_record *record, const char *name, enum wgc_state state,
                         const char *attempts)
{
    fixture_add_because(record, name, state, "so");
    record->result[record->result_count - 1].attempts = wgc_record_attempts_parse(attempts);
}

TEST(attempts_have_elements_of_their_own)
{
    SCOPED_RECORD *record = fixture_empty_record(4);

    add_attempts(record, "c.f.int.1.plain", WGC_STATE_FLAKY,
                 "[{\"state\":\"fail\",\"seconds\":1,\"count\":2,\"reason\":\"got 1\"},"
                 "{\"state\":\"pass\",\"seconds\":1,\"count\":1}]");
    add_attempts(record, "c.f.int.2.plain", WGC_STATE_CRASH,
                 "[{\"state\":\"fail\",\"seconds\":1,\"count\":1,\"reason\":\"got 2\"},"
                 "{\"state\":\"crash\",\"seconds\":1,\"count\":2,\"reason\":\"crashed\"}]");
    add_attempts(record, "c.f.int.3.plain", WGC_STATE_PASS,
                 "[{\"state\":\"pass\",\"seconds\":1,\"count\":5}]");
    add_attempts(record, "c.f.int.4.plain", WGC_STATE_WAIVED,
                 "[{\"state\":\"fail\",\"seconds\":1,\"count\":5}]");
    xmlDocPtr document = document_of(record);
    assert_true(is_valid(document));
    /* a flaky case is bad: its run's exit status is 1 */
    assert_value(document, "count(//testcase[1]/failure[@type='flaky'])", "1");
    assert_value(document, "count(//testcase[1]/flakyFailure[@type='fail'])", "2");
    assert_value(document, "//testcase[1]/flakyFailure[1]/@message", "got 1");
    assert_value(document, "count(//testcase[2]/error[@type='crash'])", "1");
    assert_value(document, "count(//testcase[2]/rerunFailure)", "2");
    assert_value(document, "//testcase[2]/rerunFailure[1]/@message", "crashed");
    assert_value(document, "count(//testcase[3]/*)", "0");
    assert_value(document, "count(//testcase[4]/*)", "1");
    xmlFreeDoc(document);
}

TEST(causes_are_properties_of_their_suites)
{
    SCOPED_RECORD *record = fixture_empty_record(3);

    fixture_add(record, "c.work_group_all.int.7.plain", WGC_STATE_TIMEOUT);
    fixture_add(record, "c.work_group_all.int.5.plain", WGC_STATE_TIMEOUT);
    fixture_add(record, "c.work_group_any.int.5.plain", WGC_STATE_PASS);
    xmlDocPtr document = document_of(record);
    assert_value(document, "count(//property[starts-with(@name,'cause.')])", "1");
    assert_value(document, "//testsuite[1]//property[starts-with(@name,'cause.')]/@value",
                 "work_group_all: timeout; 2 cases, example: c.work_group_all.int.5.plain");
    xmlFreeDoc(document);
}

TEST(the_command_is_in_each_failure)
{
    SCOPED_RECORD *record = fixture_all_states();
    xmlDocPtr document = document_of(record);

    assert_within(
        document, "//testcase[@name='c.work_group_all.int.fail.plain']/failure",
        "rerun: A_B='it'\\''s' scripts/with-device pocl 'X=wg conform' --device 'P/D <&>' "
        "--profile quick --seed 7 "
        "c.work_group_all.int.fail.plain\n");
    assert_value(document,
                 "count(//failure[starts-with(.,'rerun: ')]|"
                 "//error[starts-with(.,'rerun: ')])",
                 "7");
    xmlFreeDoc(document);
}

/* GitLab's limits, for every outcome of a full profile of MANY cases. */
TEST(a_full_profile_keeps_the_limits_of_ci_servers)
{
    static const char *const types[] = {"int", "uint", "long", "ulong", "half", "float", "double"};
    static const struct {
        unsigned bad, skipped; /* of 100 cases */
    } rows[] = {{0, 0}, {5, 80}, {50, 0}, {100, 0}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wgc_record *record = fixture_empty_record(MANY);
        for (unsigned j = 0; j < MANY; j++) {
            char name[80];
            unsigned part = j % 100;
            (void)snprintf(name, sizeof name, "c.work_group_of_a_long_name_%u.%s.%u.plain", j % 350,
                           types[j / 350 % 7], j);
            fixture_add_because(record, name,
                                part < rows[i].bad                     ? WGC_STATE_TIMEOUT
                                : part < rows[i].bad + rows[i].skipped ? WGC_STATE_SKIP
                                                                       : WGC_STATE_PASS,
                                "the device lacks a feature (cl_khr_feature); another");
        }
        record->complete = true;
        char *text = fixture_put(wgc_junit_put, record);
        assert_true(strlen(text) < (size_t)30 * 1000 * 1000);
        xmlDocPtr document =
            xmlReadMemory(text, (int)strlen(text), "junit.xml", NULL, XML_PARSE_NONET);
        assert_non_null(document);
        char *objects = value(document, "count(//*) + count(//@*)");
        assert_true(strtod(objects, NULL) < 250000);
        xmlFree(objects);
        assert_true(is_valid(document));
        /* no bad case reads as passed, and every function is there */
        assert_value(document, "count(//testsuite)", "350");
        char *bad = value(document, "count(//error)");
        assert_int_equal(strtod(bad, NULL) > 0, rows[i].bad > 0);
        xmlFree(bad);
        char *skipped = value(document, "count(//skipped)");
        assert_int_equal(strtod(skipped, NULL) > 0, rows[i].skipped > 0);
        xmlFree(skipped);
        assert_value(document, "//property[@name='wgconform.cases']/@value", "70000");
        xmlFreeDoc(document);
        free(text);
        wgc_record_free(record);
    }
}

TEST(the_schema_refuses_what_the_common_ones_refuse)
{
    static const char *const expressions[] = {"/testsuites", "//testsuite[1]/testcase[1]",
                                              "//skipped", "//testsuite[1]"};
    static const char *const attributes[] = {"tests", "status", "type", "time"};

    for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++) {
        struct wgc_record *record = fixture_all_states();
        xmlDocPtr document = document_of(record);
        xmlXPathContextPtr context = xmlXPathNewContext(document);
        xmlXPathObjectPtr object = xmlXPathEvalExpression(BAD_CAST expressions[i], context);
        (void)xmlSetProp(object->nodesetval->nodeTab[0], BAD_CAST attributes[i], BAD_CAST "0.0001");
        assert_false(is_valid(document));
        xmlXPathFreeObject(object);
        xmlXPathFreeContext(context);
        xmlFreeDoc(document);
        wgc_record_free(record);
    }
}

TEST(twenty_thousand_cases_are_written_and_valid)
{
    SCOPED_RECORD *record = fixture_empty_record(LARGE);

    for (int i = 0; i < LARGE; i++) {
        char name[64];
        (void)snprintf(name, sizeof name, "c.f%d.int.%d.plain", i % 117, i);
        fixture_add_because(record, name, i % 3 == 0 ? WGC_STATE_FAIL : WGC_STATE_SKIP, "so");
    }
    record->complete = true;
    xmlDocPtr document = document_of(record);
    assert_true(is_valid(document));
    assert_value(document, "sum(//testsuite/@tests)", "20000");
    assert_value(document, "count(//testsuite)", "117");
    assert_value(document, "count(//testcase)", "20000");
    xmlFreeDoc(document);
}
