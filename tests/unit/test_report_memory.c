/* Memory that runs out, at each allocation in turn, while reports and journals are written and
 * read. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "report_file/journal.h"
#include "base/json_text.h"
#include "base/sanitizer.h"
#include "record_fixture.h"
#include "reports/parts.h"
#include "report_file/report_json.h"

static char folder[] = "/tmp/wgc-memory-XXXXXX";
static char report[64];

#if WGC_SANITIZED
/* The sanitizers have an allocator of their own: there nothing fails. */
static bool injects(void)
{
    return false;
}

static void fail_after(long allocations)
{
    (void)allocations;
}

static long live(void)
{
    return 0;
}
#else
static long until_failure = -1; /* allocations that still succeed; -1: all */
static long blocks;

/* NOLINTBEGIN(bugprone-reserved-identifier): the C library's own names of its allocator */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void __libc_free(void *block);
/* NOLINTEND(bugprone-reserved-identifier) */

static bool injects(void)
{
    return true;
}

static void fail_after(long allocations)
{
    until_failure = allocations;
}

static long live(void)
{
    return blocks;
}

static bool fails(void)
{
    if (until_failure == 0) {
        errno = ENOMEM;
        return true;
    }
    until_failure -= until_failure > 0;
    return false;
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): theirs are reserved names */
void *malloc(size_t size)
{
    void *block = fails() ? NULL : __libc_malloc(size);

    blocks += block != NULL;
    return block;
}

void *calloc(size_t count, size_t size)
{
    void *block = fails() ? NULL : __libc_calloc(count, size);

    blocks += block != NULL;
    return block;
}

void *realloc(void *old, size_t size)
{
    void *block = fails() ? NULL : __libc_realloc(old, size);

    blocks += old == NULL && block != NULL;
    return block;
}

void free(void *block)
{
    blocks -= block != NULL;
    __libc_free(block);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
#endif

/* An operation with too little memory; it must free everything, also on failure. */
typedef enum wgc_status attempt(const struct wgc_record *record, struct wgc_err *err);

static enum wgc_status write_it(const struct wgc_record *record, struct wgc_err *err)
{
    return wgc_report_json_write(report, record, err);
}

static enum wgc_status read_it(const struct wgc_record *record, struct wgc_err *err)
{
    struct wgc_record *back;
    enum wgc_status status = wgc_report_json_read(report, &back, err);

    if (status == WGC_OK && back->result_count != record->result_count) {
        abort();
    }
    wgc_record_free(back);
    return status;
}

static enum wgc_status keep_journal(const struct wgc_record *record, struct wgc_err *err)
{
    struct wgc_journal journal;
    enum wgc_status status = wgc_journal_begin(&journal, report, record, err);

    if (status == WGC_OK) {
        status = wgc_journal_warning(&journal, "one more", false, err);
    }
    if (status == WGC_OK) {
        status = wgc_journal_device(&journal, "{\"index\":7,\"name\":\"x\"}", err);
    }
    wgc_journal_free(&journal);
    return status;
}

static enum wgc_status read_journal(const struct wgc_record *record, struct wgc_err *err)
{
    struct wgc_record *back;
    enum wgc_status status = wgc_journal_read(report, &back, err);

    if (status == WGC_OK && back->warning_count != record->warning_count + 1) {
        abort();
    }
    wgc_record_free(back);
    return status;
}

static enum wgc_status tidy_text(const struct wgc_record *record, struct wgc_err *err)
{
    char *tidy = wgc_json_tidy_object(record->device.json);
    bool made = tidy != NULL;

    free(tidy);
    return made ? WGC_OK : wgc_err_memory(err, "JSON");
}

static enum wgc_status make_page(const struct wgc_record *record, struct wgc_err *err)
{
    SCOPED_BUF page = {0};
    enum wgc_status status = wgc_html_put(&page, &record, 1, NULL, err);

    return status;
}

static void with_too_little(attempt *tried)
{
    SCOPED_RECORD *record = fixture_record();
    enum wgc_status status = WGC_ERR_MEMORY;
    long before = live();
    long allowed = 0;

    for (; status != WGC_OK; allowed++) {
        struct wgc_err err = {0};
        fail_after(allowed);
        status = tried(record, &err);
        fail_after(-1);
        if (live() != before) {
            fail_msg("%ld blocks are lost when allocation %ld fails", live() - before, allowed + 1);
        }
        assert_true(status == WGC_OK || err.text[0] != '\0');
        assert_int_equal(err.status, status);
        assert_true(allowed < 10000);
    }
    assert_true(allowed > 1 || !injects());
}

static void reports_are_written(void **state)
{
    (void)state;
    with_too_little(write_it);
}

static void pages_are_made(void **state)
{
    (void)state;
    with_too_little(make_page);
}

static void reports_are_read(void **state)
{
    (void)state;
    with_too_little(read_it);
}

static void journals_are_kept(void **state)
{
    (void)state;
    with_too_little(keep_journal);
}

static void journals_are_read(void **state)
{
    (void)state;
    with_too_little(read_journal);
}

static void text_is_tidied(void **state)
{
    (void)state;
    with_too_little(tidy_text);
}

static int make_folder(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL) {
        return -1;
    }
    (void)snprintf(report, sizeof report, "%s/r.json", folder);
    return 0;
}

static int remove_folder(void **state)
{
    char journal[80];

    (void)state;
    (void)snprintf(journal, sizeof journal, "%s.journal", report);
    (void)unlink(report);
    (void)unlink(journal);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reports_are_written), cmocka_unit_test(pages_are_made),
        cmocka_unit_test(reports_are_read),    cmocka_unit_test(journals_are_kept),
        cmocka_unit_test(journals_are_read),   cmocka_unit_test(text_is_tidied),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
