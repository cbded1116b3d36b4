/* cli/audit: passes that are run again, each alone; null workers that behave otherwise then. */
#include <stdio.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "null_worker.h"
#include "run/parts.h"
#include "supervised_run.h"
#define TEST_START null_worker_start
#include "tests/unit/test.h"

enum { NAMES = 4096 };

/* The audited cases' names in their order, with their states, on a line. */
static void list_audit(const struct supervised *run, char text[NAMES])
{
    cJSON *audit = cJSON_Parse(run->record->audit);
    const cJSON *entry;
    size_t used = 0;

    assert_non_null(audit);
    text[0] = '\0';
    cJSON_ArrayForEach(entry, cJSON_GetObjectItem(audit, "cases"))
    {
        used += (size_t)snprintf(text + used, NAMES - used, "%s:%s ",
                                 cJSON_GetObjectItem(entry, "name")->valuestring,
                                 cJSON_GetObjectItem(entry, "state")->valuestring);
        assert_true(used < NAMES);
    }
    cJSON_Delete(audit);
}

static double number(const struct supervised *run, const char *field)
{
    cJSON *audit = cJSON_Parse(run->record->audit);
    double value = cJSON_GetObjectItem(audit, field)->valuedouble;

    cJSON_Delete(audit);
    return value;
}

static size_t errors(const struct supervised *run)
{
    size_t count[WGC_STATE_COUNT];

    wgc_record_count(run->record, count);
    return count[WGC_STATE_ERROR];
}

TEST(passes_repeat)
{
    SCOPED_RUN run = {.audit = 20, .options = {.jobs = 2, .seed = 7}};
    char text[NAMES];

    supervise(&run);
    assert_int_equal(run.status, WGC_OK);
    assert_int_equal(errors(&run), 0);
    assert_true(number(&run, "requested") == 20.0 && number(&run, "selected") == 20.0);
    assert_true(number(&run, "passed") == 20.0);
    list_audit(&run, text);
    assert_null(strstr(text, ":fail"));
    assert_int_equal(wgc_record_exit_status(run.record), 0);
}

/* The run's one process passes everything; a later one does not. */
TEST(a_pass_that_does_not_repeat_is_an_error)
{
    static const struct {
        const char *action, *state;
    } ways[] = {{"fail", "(state: fail): set by a rule"},
                {"segv", "(state: crash): the worker crashed (SIGSEGV) while the case ran"},
                {"build_error", "(state: build_error): set by a rule"},
                {"skip", "(state: skip): set by a rule"}};

    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        char rules[100];
        struct supervised run = {.audit = 1000, .rules = rules, .options = {.jobs = 1}};
        (void)snprintf(rules, sizeof rules, "%s@run+later=c.f3.int.2.loop", ways[i].action);
        supervise(&run);
        const struct wgc_result *result = supervised_result(&run, "c.f3.int.2.loop");
        assert_int_equal(run.by_state[WGC_STATE_PASS], run.total);
        assert_int_equal(result->state, WGC_STATE_ERROR);
        assert_non_null(strstr(result->reason, "passed in the run, but not in the audit, alone in "
                                               "a new process"));
        assert_non_null(strstr(result->reason, ways[i].state));
        assert_int_equal(errors(&run), 1);
        assert_true(number(&run, "selected") == (double)run.total);
        assert_true(number(&run, "passed") == (double)run.total - 1.0);
        assert_int_equal(wgc_record_exit_status(run.record), 1);
        supervised_free(&run);
    }
}

TEST(each_runs_alone)
{
    struct supervised alone = {
        .functions = 2, .rules = "fail@run+used", .options = {.jobs = 2, .alone = true}};
    SCOPED_RUN together = {.functions = 2, .rules = "fail@run+used", .options = {.jobs = 2}};

    supervise(&alone);
    assert_int_equal(alone.by_state[WGC_STATE_PASS], alone.total);
    assert_int_equal(alone.stats.workers_started, alone.total);
    supervised_free(&alone);
    supervise(&together);
    assert_true(together.by_state[WGC_STATE_FAIL] > 0);
}

TEST(the_seed_chooses)
{
    SCOPED_RUN one = {.audit = 10, .options = {.jobs = 1, .seed = 1}};
    SCOPED_RUN same = {.audit = 10, .options = {.jobs = 3, .seed = 1}};
    SCOPED_RUN other = {.audit = 10, .options = {.jobs = 1, .seed = 2}};
    SCOPED_RUN all = {.audit = 90, .options = {.jobs = 2, .seed = 1}};
    char text[4][NAMES];

    supervise(&one);
    supervise(&same);
    supervise(&other);
    supervise(&all);
    list_audit(&one, text[0]);
    list_audit(&same, text[1]);
    list_audit(&other, text[2]);
    list_audit(&all, text[3]);
    assert_string_equal(text[0], text[1]);
    assert_string_not_equal(text[0], text[2]);
    /* all of them, each once, in another order than the run's */
    for (size_t i = 0; i < all.total; i++) {
        char name[100];
        (void)snprintf(name, sizeof name, "%s:", all.record->result[i].name);
        const char *found = strstr(text[3], name);
        assert_non_null(found);
        assert_null(strstr(found + 1, name));
    }
    assert_int_not_equal(strncmp(text[3], "c.f0.int.1.plain:pass c.f0.int.2.plain", 38), 0);
}

TEST(only_passes_are_chosen)
{
    struct supervised run = {
        .audit = 1000, .rules = "fail@run=c.f1.*;skip@run=c.f2.*", .options = {.jobs = 2}};
    SCOPED_RUN none = {.audit = 5, .rules = "fail@run", .options = {.jobs = 2}};
    struct wgc_buf line = {0};

    supervise(&run);
    assert_true(number(&run, "selected") == (double)run.total - 18.0);
    assert_true(number(&run, "passed") == (double)run.total - 18.0);
    wgc_audit_summary(run.record, &line);
    assert_string_equal(line.data, "audit: 72 of 72 passes run again alone, 72 passed again\n");
    wgc_buf_free(&line);
    supervised_free(&run);
    supervise(&none);
    assert_true(number(&none, "selected") == 0.0);
}
