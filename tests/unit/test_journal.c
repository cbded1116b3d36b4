/* The journal: after any crash report and journal together have all but the verdict in
 * flight. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "random.h"
#include "record_fixture.h"
#include "report_file/journal.h"
#include "report_file/report_json.h"
#include "tests/unit/test.h"

enum { CASES = 40 };

struct place {
    char folder[48], report[64], journal[72];
};

static int make_place(void **state)
{
    struct place *place = calloc(1, sizeof *place);

    if (place == NULL) {
        return -1;
    }
    (void)strcpy(place->folder, "/tmp/wgc-journal-XXXXXX");
    if (mkdtemp(place->folder) == NULL) {
        return -1;
    }
    (void)snprintf(place->report, sizeof place->report, "%s/r.json", place->folder);
    (void)snprintf(place->journal, sizeof place->journal, "%s/r.json.journal", place->folder);
    *state = place;
    return 0;
}

static int remove_place(void **state)
{
    struct place *place = *state;

    (void)unlink(place->report);
    (void)unlink(place->journal);
    int status = rmdir(place->folder); /* nothing else may be left */
    free(place);
    return status;
}

static void name_case(char name[48], size_t i)
{
    (void)snprintf(name, 48, "c.f%zu.int.1.plain", i);
}

/* Adds the verdicts from first to last - 1 to record and journal. */
static void append(struct wgc_journal *journal, struct wgc_record *record, size_t first,
                   size_t last)
{
    struct wgc_err err;
    char name[48];

    for (size_t i = first; i < last; i++) {
        name_case(name, i);
        fixture_add(record, name, i % 3 == 0 ? WGC_STATE_FAIL : WGC_STATE_PASS);
        struct wgc_result *result = &record->result[record->result_count - 1];
        result->reason = i % 3 == 0 ? strdup("line\nbreak") : NULL;
        assert_int_equal(wgc_journal_result(journal, result, &err), WGC_OK);
    }
}

static struct wgc_record *read_back(const struct place *place)
{
    struct wgc_record *back;
    struct wgc_err err = {0};

    if (wgc_journal_read(place->report, &back, &err) != WGC_OK) {
        fail_msg("%s", err.text);
    }
    return back;
}

static void assert_reads_back(const struct place *place, const struct wgc_record *record)
{
    SCOPED_RECORD *back = read_back(place);

    assert_same_record(record, back);
}

/* An exploration that time alone limits has as many cases as results, at every moment. */
TEST_WITH(an_open_end_has_no_missing_cases, make_place, remove_place)
{
    const struct place *place = *state;
    SCOPED_RECORD *record = fixture_empty_record(0);
    struct wgc_journal journal;
    struct wgc_err err;

    record->open_ended = true;
    record->explore = strdup("{\"time\":60,\"causes\":[]}");
    assert_int_equal(wgc_journal_begin(&journal, place->report, record, &err), WGC_OK);
    append(&journal, record, 0, CASES);
    struct wgc_record *back = read_back(place);
    assert_true(back->open_ended);
    assert_int_equal(back->result_count, CASES);
    assert_int_equal(wgc_record_total(back), CASES);
    wgc_journal_free(&journal);

    /* what --resume does with it */
    assert_int_equal(wgc_journal_begin(&journal, place->report, back, &err), WGC_OK);
    append(&journal, record, CASES, CASES + 5);
    wgc_record_free(back);
    back = read_back(place);
    assert_int_equal(wgc_record_total(back), CASES + 5);
    wgc_record_free(back);
    wgc_journal_free(&journal);
}

TEST_WITH(a_run_from_start_to_end, make_place, remove_place)
{
    const struct place *place = *state;
    SCOPED_RECORD *record = fixture_empty_record(CASES);
    struct wgc_journal journal;
    struct wgc_err err;

    assert_int_equal(wgc_journal_begin(&journal, place->report, record, &err), WGC_OK);
    assert_reads_back(place, record);

    fixture_device(record, "{\"index\":1,\"name\":\"null\"}");
    assert_int_equal(wgc_journal_device(&journal, record->device.json, &err), WGC_OK);
    for (size_t i = 0; i < CASES; i += 10) {
        append(&journal, record, i, i + 10);
        assert_reads_back(place, record);
    }
    assert_int_equal(wgc_record_warn(record, "a worker hung", &err), WGC_OK);
    assert_int_equal(wgc_journal_warning(&journal, "a worker hung", false, &err), WGC_OK);
    assert_reads_back(place, record);
    assert_int_equal(wgc_record_warn(record, "expired", &err), WGC_OK);
    assert_int_equal(wgc_record_note_waiver(record, "expired", &err), WGC_OK);
    assert_int_equal(wgc_journal_warning(&journal, "expired", true, &err), WGC_OK);
    assert_reads_back(place, record);

    record->complete = true;
    record->finished = strdup("2026-11-20T22:37:00Z");
    assert_int_equal(wgc_journal_finish(&journal, record, &err), WGC_OK);
    assert_int_equal(access(place->journal, F_OK), -1);
    assert_reads_back(place, record);
}

/* A finding that belongs to no planned case counts in addition to the cases. */
TEST_WITH(a_result_that_was_not_selected, make_place, remove_place)
{
    const struct place *place = *state;
    SCOPED_RECORD *record = fixture_empty_record(5);
    struct wgc_journal journal;
    struct wgc_err err;

    assert_int_equal(wgc_journal_begin(&journal, place->report, record, &err), WGC_OK);
    append(&journal, record, 0, 3);
    fixture_add(record, "query.shared_program", WGC_STATE_CRASH);
    record->result[3].reason = strdup("the worker crashed");
    record->result[3].unselected = true;
    assert_int_equal(wgc_journal_result(&journal, &record->result[3], &err), WGC_OK);
    append(&journal, record, 3, 5);
    assert_reads_back(place, record);
    assert_int_equal(wgc_record_total(record), 6);
    record->complete = true;
    record->finished = strdup("2026-11-20T22:37:00Z");
    assert_int_equal(wgc_journal_finish(&journal, record, &err), WGC_OK);
    assert_reads_back(place, record);
}

/* A journal truncated at any byte has the verdicts of its whole lines. */
TEST_WITH(a_torn_journal, make_place, remove_place)
{
    const struct place *place = *state;
    SCOPED_RECORD *record = fixture_empty_record(CASES);
    struct wgc_journal journal;
    SCOPED_BUF text = {0};
    struct wgc_err err;

    assert_int_equal(wgc_journal_begin(&journal, place->report, record, &err), WGC_OK);
    append(&journal, record, 0, 5);
    wgc_journal_free(&journal);
    assert_int_equal(wgc_file_read(place->journal, 1 << 20, WGC_ERR_INPUT, &text, &err), WGC_OK);
    for (size_t cut = text.size; cut > 0; cut--) {
        size_t lines = 0;
        assert_int_equal(truncate(place->journal, (off_t)cut), 0);
        for (size_t i = 0; i < cut; i++) {
            lines += text.data[i] == '\n';
        }
        struct wgc_record *back = read_back(place);
        assert_int_equal(back->result_count, lines == 0 ? 0 : lines - 1);
        wgc_record_free(back);
    }
}

/* Anything but a torn end is an error that names file and line. */
TEST_WITH(a_bent_journal, make_place, remove_place)
{
    const struct place *place = *state;
    static const struct {
        const char *text, *error;
    } bent[] = {
        {"{\"name\":\"c.a\",\"state\":\"pass\",\"seconds\":0}\nnonsense\n",
         ".journal:3: not valid JSON"},
        {"\n", ".journal:2: not valid JSON"},
        {"{\"name\":\"c.a\",\"state\":\"good\",\"seconds\":0}\n",
         ".journal:2: there is no state \"good\""},
        {"{\"name\":\"c.a\",\"seconds\":0}\n", ".journal:2: field \"state\" is missing"},
        {"[]\n", ".journal:2: a result must be an object"},
        {"{\"name\":\"c.a\",\"state\":\"pass\",\"seconds\":0}\n{\"name\":\"c.a\",\"state\":"
         "\"fail\","
         "\"seconds\":0}\n",
         ".journal: case c.a has two results"},
        {"{\"name\":\"c.a\",\"state\":\"pass\",\"seconds\":0}\n{\"name\":\"c.b\",\"state\":"
         "\"fail\","
         "\"seconds\":0}\n"
         "{\"name\":\"c.c\",\"state\":\"fail\",\"seconds\":0}\n",
         "there are 3 results with the report's, but 2 cases"},
    };
    SCOPED_RECORD *record = fixture_empty_record(2);
    struct wgc_journal journal;
    SCOPED_BUF head = {0};
    struct wgc_record *back;
    struct wgc_err err;

    assert_int_equal(wgc_journal_begin(&journal, place->report, record, &err), WGC_OK);
    wgc_journal_free(&journal);
    assert_int_equal(wgc_file_read(place->journal, 1 << 20, WGC_ERR_INPUT, &head, &err), WGC_OK);
    for (size_t i = 0; i < sizeof bent / sizeof bent[0]; i++) {
        struct wgc_buf text = {0};
        wgc_buf_printf(&text, "%s%s", head.data, bent[i].text);
        assert_int_equal(wgc_file_write(place->journal, text.data, text.size, &err), WGC_OK);
        assert_int_equal(wgc_journal_read(place->report, &back, &err), WGC_ERR_INPUT);
        assert_null(back);
        if (strstr(err.text, bent[i].error) == NULL) {
            fail_msg("%s, not %s", err.text, bent[i].error);
        }
        wgc_buf_free(&text);
    }
}

/* A journal that another run left there does not get into this run's report, and is removed by it.
 */
TEST_WITH(a_foreign_journal, make_place, remove_place)
{
    const struct place *place = *state;
    SCOPED_RECORD *old = fixture_empty_record(CASES);
    SCOPED_RECORD *record = fixture_empty_record(CASES);
    struct wgc_record *back;
    struct wgc_journal journal;
    struct wgc_err err;

    assert_int_equal(wgc_journal_begin(&journal, place->report, old, &err), WGC_OK);
    append(&journal, old, 0, 3);
    wgc_journal_free(&journal);
    record->seed = 8;
    assert_int_equal(wgc_report_json_write(place->report, record, &err), WGC_OK);
    assert_int_equal(wgc_journal_read(place->report, &back, &err), WGC_ERR_INPUT);
    assert_non_null(strstr(err.text, "r.json.journal:1: it belongs to another run"));
    assert_int_equal(wgc_journal_begin(&journal, place->report, record, &err), WGC_OK);
    append(&journal, record, 3, 5);
    wgc_journal_free(&journal);
    assert_reads_back(place, record);
}

/* Two runs into one file: the second is refused, and what the first wrote stays, to its end. */
TEST_WITH(two_runs_into_one_report, make_place, remove_place)
{
    const struct place *place = *state;
    SCOPED_RECORD *record = fixture_empty_record(CASES);
    SCOPED_RECORD *other = fixture_empty_record(CASES);
    struct wgc_journal journal, second;
    struct wgc_err err;

    other->seed = 8;
    assert_int_equal(wgc_journal_begin(&journal, place->report, record, &err), WGC_OK);
    append(&journal, record, 0, 3);
    assert_int_equal(wgc_journal_begin(&second, place->report, other, &err), WGC_ERR_INPUT);
    assert_non_null(strstr(err.text, "r.json: another run is writing this report"));
    /* nor does a second --resume of it */
    assert_int_equal(wgc_journal_begin(&second, place->report, record, &err), WGC_ERR_INPUT);
    append(&journal, record, 3, 5);
    assert_reads_back(place, record);
    assert_int_equal(wgc_journal_finish(&journal, record, &err), WGC_OK);
    assert_int_equal(wgc_journal_begin(&second, place->report, other, &err), WGC_OK);
    wgc_journal_free(&second);
}

/* Resumes from the files, as --resume does, and is killed by SIGKILL at some point. */
static _Noreturn void run_on(const struct place *place, uint64_t seed)
{
    struct wgc_record *record;
    struct wgc_journal journal;
    struct wgc_err err;
    char name[48];

    if (access(place->report, F_OK) != 0) {
        record = fixture_empty_record(CASES);
    } else if (wgc_journal_read(place->report, &record, &err) != WGC_OK) {
        _exit(2);
    }
    if (wgc_journal_begin(&journal, place->report, record, &err) != WGC_OK) {
        _exit(3);
    }
    for (size_t i = record->result_count; i < CASES; i++) {
        name_case(name, i);
        struct wgc_result result = {.name = name, .state = WGC_STATE_PASS};
        if (wgc_journal_result(&journal, &result, &err) != WGC_OK) {
            _exit(4);
        }
        /* now and then in the middle of it, and sometimes in the middle of a line */
        if (random_below(&seed, 8) == 0) {
            (void)!write(journal.fd, "{\"name\":", random_below(&seed, 9));
            (void)kill(getpid(), SIGKILL);
        }
    }
    _exit(0);
}

TEST_WITH(killed_again_and_again, make_place, remove_place)
{
    const struct place *place = *state;
    size_t before = 0;
    int status = -1;
    unsigned rounds = 0;

    for (uint64_t seed = 1; status != 0; seed++) {
        pid_t pid = fork();
        assert_true(pid >= 0);
        if (pid == 0) {
            run_on(place, seed);
        }
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_true(status == 0 || (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL));
        struct wgc_record *back = read_back(place);
        assert_true(back->result_count > before || status == 0);
        before = back->result_count;
        for (size_t i = 0; i < back->result_count; i++) {
            char name[48];
            name_case(name, i);
            assert_string_equal(back->result[i].name, name);
        }
        wgc_record_free(back);
        rounds++;
    }
    assert_int_equal(before, CASES);
    assert_true(rounds > 2);
}

/* Right after a resumed run has rewritten the report, the old journal still exists. */
TEST_WITH(a_report_that_has_it_all_already, make_place, remove_place)
{
    const struct place *place = *state;
    SCOPED_RECORD *record = fixture_empty_record(CASES);
    struct wgc_journal journal;
    struct wgc_err err;

    assert_int_equal(wgc_journal_begin(&journal, place->report, record, &err), WGC_OK);
    append(&journal, record, 0, 7);
    assert_int_equal(wgc_record_warn(record, "a worker hung", &err), WGC_OK);
    assert_int_equal(wgc_journal_warning(&journal, "a worker hung", false, &err), WGC_OK);
    wgc_journal_free(&journal);
    assert_int_equal(wgc_report_json_write(place->report, record, &err), WGC_OK);
    assert_reads_back(place, record);
}

/* A full disk (here: the limit for a file's size) is one error; the earlier contents are kept
 * whole. */
TEST_WITH(a_full_disk, make_place, remove_place)
{
    const struct place *place = *state;
    SCOPED_RECORD *record = fixture_empty_record(CASES);
    struct wgc_journal journal;
    struct wgc_err err;
    struct rlimit before;
    struct rlimit limit;
    struct stat info;
    enum wgc_status status = WGC_OK;
    size_t written = 0;

    assert_int_equal(wgc_journal_begin(&journal, place->report, record, &err), WGC_OK);
    append(&journal, record, 0, 3);
    assert_int_equal(stat(place->journal, &info), 0);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = (struct rlimit){(rlim_t)info.st_size + 100, before.rlim_max};
    assert_true(signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    for (; status == WGC_OK && written < 10; written++) {
        char name[48];
        name_case(name, 3 + written);
        struct wgc_result result = {.name = name, .state = WGC_STATE_PASS};
        status = wgc_journal_result(&journal, &result, &err);
    }
    enum wgc_status later = wgc_journal_result(&journal, &record->result[0], &err);
    append(&journal, record, 3, CASES);
    enum wgc_status final = wgc_journal_finish(&journal, record, &err);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_true(signal(SIGXFSZ, SIG_DFL) != SIG_ERR);

    assert_int_equal(status, WGC_ERR_RUN);
    assert_int_equal(later, WGC_OK);
    assert_int_equal(final, WGC_ERR_RUN);
    assert_non_null(strstr(err.text, "r.json: cannot write: File too large"));
    SCOPED_RECORD *back = read_back(place);
    assert_int_equal(back->result_count, 3 + written - 1);
}

TEST_WITH(a_folder_that_is_not_there, make_place, remove_place)
{
    SCOPED_RECORD *record = fixture_empty_record(1);
    struct wgc_journal journal;
    struct wgc_err err;

    assert_int_equal(wgc_journal_begin(&journal, "/nowhere/r.json", record, &err), WGC_ERR_RUN);
    assert_non_null(strstr(err.text, "/nowhere/r.json"));
    assert_null(journal.report);
    wgc_journal_free(&journal);
}

/* Nothing is written to a stream before the end, and no other file is written. */
TEST_WITH(a_stream, make_place, remove_place)
{
    SCOPED_RECORD *record = fixture_empty_record(1);
    struct wgc_journal journal;
    struct wgc_err err;
    struct wgc_journal never_begun = {0};

    assert_int_equal(wgc_journal_begin(&journal, "/dev/null", record, &err), WGC_OK);
    append(&journal, record, 0, 1);
    assert_int_equal(wgc_journal_device(&journal, "{}", &err), WGC_OK);
    assert_int_equal(wgc_journal_warning(&journal, "text", false, &err), WGC_OK);
    assert_int_equal(access("/dev/null.journal", F_OK), -1);
    assert_int_equal(wgc_journal_finish(&journal, record, &err), WGC_OK);
    assert_int_equal(wgc_journal_finish(&journal, record, &err), WGC_OK);
    assert_int_equal(wgc_journal_warning(&never_begun, "text", false, &err), WGC_OK);
    wgc_journal_free(&never_begun);
}
