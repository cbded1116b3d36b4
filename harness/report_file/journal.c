#include "report_file/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/system.h"
#include "report_file/parts.h"
#include "report_file/report_json.h"

static const double sync_seconds = 0.1;

char *wgc_journal_path(const char *report)
{
    size_t size = strlen(report) + sizeof ".journal";
    char *path = malloc(size);

    if (path != NULL) {
        (void)snprintf(path, size, "%s.journal", report);
    }
    return path;
}

static bool is_stream(const char *path)
{
    struct stat info;

    return strcmp(path, "-") == 0 || strncmp(path, "/dev/", sizeof "/dev/" - 1) == 0 ||
           (stat(path, &info) == 0 && !S_ISREG(info.st_mode));
}

void wgc_journal_put_head(struct wgc_buf *line, const struct wgc_record *record)
{
    wgc_buf_printf(line, "{\"journal_version\":%d,\"started\":", WGC_JOURNAL_VERSION);
    wgc_json_put_string(line, wgc_or_empty(record->started));
    wgc_buf_printf(line, ",\"seed\":\"%" PRIu64 "\",\"total\":%zu}", record->seed,
                   record->open_ended ? 0 : record->total);
}

static enum wgc_status cannot_write(const struct wgc_journal *journal, struct wgc_err *err)
{
    return wgc_err_set(err, WGC_ERR_RUN, "%s: cannot write: %s", journal->path, strerror(errno));
}

static enum wgc_status write_line(struct wgc_journal *journal, struct wgc_err *err)
{
    /* one write for the whole line: no reader sees half of it while this process runs */
    if (!wgc_write_all(journal->fd, journal->line.data, journal->line.size)) {
        return cannot_write(journal, err);
    }
    if (wgc_now() > journal->synced + sync_seconds) {
        if (fdatasync(journal->fd) != 0 && errno != EINVAL && errno != ENOSYS && errno != EINTR) {
            return cannot_write(journal, err);
        }
        journal->synced = wgc_now();
    }
    return WGC_OK;
}

static enum wgc_status append(struct wgc_journal *journal, struct wgc_err *err)
{
    wgc_buf_char(&journal->line, '\n');
    if (journal->line.failed) {
        return wgc_err_memory(err, "a line of the journal");
    }
    enum wgc_status status = write_line(journal, err);
    if (status == WGC_OK) {
        journal->size += (long)journal->line.size;
    } else {
        /* no half line in front of a whole one */
        (void)!ftruncate(journal->fd, journal->size);
        (void)close(journal->fd);
        journal->fd = -1;
    }
    return status;
}

/* Whether a run holds the open journal; one that ended in whatever way does not. Where the file
 * system has no locks, none does. */
static bool is_held(int fd)
{
    return flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

static enum wgc_status refuse_held(const struct wgc_journal *journal, struct wgc_err *err)
{
    return wgc_err_set(err, WGC_ERR_INPUT,
                       "%s: another run is writing this report: choose another file, or wait "
                       "until it ends",
                       journal->report);
}

/* The folder of the report, locked, so that of two runs that begin at once one sees the journal of
 * the other; -1 where it cannot be locked. */
static int lock_folder(const char *report)
{
    const char *slash = strrchr(report, '/');
    char *folder = slash == NULL     ? strdup(".")
                   : slash == report ? strdup("/")
                                     : strndup(report, (size_t)(slash - report));
    int fd = folder == NULL ? -1 : open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (fd >= 0) {
        (void)!flock(fd, LOCK_EX);
    }
    free(folder);
    return fd;
}

/* Removes the journal of another run: after a crash it would remain next to this run's report.
 */
static enum wgc_status remove_foreign(const struct wgc_journal *journal,
                                      const struct wgc_record *record, struct wgc_err *err)
{
    char begin[512];
    struct wgc_buf head = {0};
    int fd = open(journal->path, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? 0 : read(fd, begin, sizeof begin);

    if (fd < 0) {
        return errno == ENOENT ? WGC_OK : cannot_write(journal, err);
    }
    const bool held = is_held(fd);
    (void)close(fd);
    if (held) {
        return refuse_held(journal, err);
    }
    wgc_journal_put_head(&head, record);
    wgc_buf_char(&head, '\n');
    bool ours =
        !head.failed && got >= (ssize_t)head.size && memcmp(begin, head.data, head.size) == 0;
    wgc_buf_free(&head);
    return ours || unlink(journal->path) == 0 ? WGC_OK : cannot_write(journal, err);
}

/* Makes a journal with its first line only; replaces an existing one. */
static enum wgc_status start_journal(struct wgc_journal *journal, const struct wgc_record *record,
                                     struct wgc_err *err)
{
    wgc_journal_put_head(&journal->line, record);
    wgc_buf_char(&journal->line, '\n');
    if (journal->line.failed) {
        return wgc_err_memory(err, "a line of the journal");
    }
    enum wgc_status status =
        wgc_file_write(journal->path, journal->line.data, journal->line.size, err);
    if (status != WGC_OK) {
        return status;
    }
    journal->size = (long)journal->line.size;
    journal->fd = open(journal->path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (journal->fd < 0) {
        return cannot_write(journal, err);
    }
    /* held as long as this process has it open */
    return is_held(journal->fd) ? refuse_held(journal, err) : WGC_OK;
}

enum wgc_status wgc_journal_begin(struct wgc_journal *journal, const char *report,
                                  const struct wgc_record *record, struct wgc_err *err)
{
    *journal = (struct wgc_journal){.fd = -1};
    journal->report = strdup(report);
    if (journal->report == NULL) {
        return wgc_err_memory(err, "the journal");
    }
    if (is_stream(report)) {
        return WGC_OK;
    }
    journal->path = wgc_journal_path(report);
    const int folder = lock_folder(report);
    enum wgc_status status = journal->path == NULL ? wgc_err_memory(err, "the journal")
                                                   : remove_foreign(journal, record, err);
    if (status == WGC_OK) {
        status = wgc_report_json_write(report, record, err);
    }
    if (status == WGC_OK) {
        status = start_journal(journal, record, err);
    }
    if (folder >= 0) {
        (void)close(folder);
    }
    if (status != WGC_OK) {
        wgc_journal_free(journal);
    }
    return status;
}

/* A journal that is all zero was never begun; its descriptor is not 0. */
static bool is_open(const struct wgc_journal *journal)
{
    return journal->path != NULL && journal->fd >= 0;
}

enum wgc_status wgc_journal_result(struct wgc_journal *journal, const struct wgc_result *result,
                                   struct wgc_err *err)
{
    if (!is_open(journal)) {
        return WGC_OK;
    }
    wgc_buf_clear(&journal->line);
    wgc_report_json_put_result(&journal->line, result);
    return append(journal, err);
}

enum wgc_status wgc_journal_device(struct wgc_journal *journal, const char *json,
                                   struct wgc_err *err)
{
    if (!is_open(journal)) {
        return WGC_OK;
    }
    wgc_buf_clear(&journal->line);
    wgc_buf_text(&journal->line, "{\"device\":");
    wgc_buf_text(&journal->line, json);
    wgc_buf_char(&journal->line, '}');
    return append(journal, err);
}

enum wgc_status wgc_journal_warning(struct wgc_journal *journal, const char *text, bool of_waiver,
                                    struct wgc_err *err)
{
    if (!is_open(journal)) {
        return WGC_OK;
    }
    wgc_buf_clear(&journal->line);
    wgc_buf_text(&journal->line, "{\"warning\":");
    wgc_json_put_string(&journal->line, text);
    wgc_buf_text(&journal->line, of_waiver ? ",\"of_waiver\":true}" : "}");
    return append(journal, err);
}

enum wgc_status wgc_journal_finish(struct wgc_journal *journal, const struct wgc_record *record,
                                   struct wgc_err *err)
{
    if (journal->report == NULL) {
        return WGC_OK;
    }
    enum wgc_status status = wgc_report_json_write(journal->report, record, err);
    if (status == WGC_OK && journal->path != NULL && unlink(journal->path) != 0 &&
        errno != ENOENT) {
        status = wgc_err_set(err, WGC_ERR_RUN, "%s: cannot remove it: %s", journal->path,
                             strerror(errno));
    }
    wgc_journal_free(journal);
    return status;
}

void wgc_journal_free(struct wgc_journal *journal)
{
    if (is_open(journal)) {
        (void)fdatasync(journal->fd);
        (void)close(journal->fd);
    }
    free(journal->report);
    free(journal->path);
    wgc_buf_free(&journal->line);
    *journal = (struct wgc_journal){.fd = -1};
}
