/*
 * The report during a run. At the start the report file is written whole and valid, with complete
 * false and the results so far. Each verdict is appended at once to FILE.journal, a JSON object on
 * a line of its own; the first line of the journal identifies the run. At the end the final report
 * replaces FILE, and the journal is removed. So after any crash FILE and FILE.journal together have
 * every result but those in flight.
 *
 * Every line is written at once, and synchronized to the disk at most every tenth of a second: a
 * loss of power loses that much.
 */
#ifndef WGC_REPORT_FILE_JOURNAL_H
#define WGC_REPORT_FILE_JOURNAL_H

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"

struct wgc_journal {
    char *report; /* path; NULL: no journal was begun */
    char *path;   /* of the journal; NULL where the report is a stream, which has no journal */
    int fd;       /* -1: closed */
    long size;    /* of the whole lines in it */
    double synced;
    struct wgc_buf line;
};

/*
 * Writes the report so far and begins the journal. For --resume the record is that of
 * wgc_journal_read, with the same started, seed and total: they identify the run of a journal. A
 * journal of another run is removed. "-" and other files that are not regular are written only at
 * the end. A report that another process is writing is an error of status WGC_ERR_INPUT, and its
 * files stay as they are.
 */
enum wgc_status wgc_journal_begin(struct wgc_journal *journal, const char *report,
                                  const struct wgc_record *record, struct wgc_err *err);

/* Each appends one line. On failure the file keeps its whole lines, and the journal is closed. */
enum wgc_status wgc_journal_result(struct wgc_journal *journal, const struct wgc_result *result,
                                   struct wgc_err *err);
enum wgc_status wgc_journal_device(struct wgc_journal *journal, const char *json,
                                   struct wgc_err *err);
enum wgc_status wgc_journal_warning(struct wgc_journal *journal, const char *text, bool of_waiver,
                                    struct wgc_err *err);

/* Writes the final report and removes the journal, which stays when the report cannot be written.
 */
enum wgc_status wgc_journal_finish(struct wgc_journal *journal, const struct wgc_record *record,
                                   struct wgc_err *err);

/* Closes and frees; the files stay as they are. */
void wgc_journal_free(struct wgc_journal *journal);

/*
 * The report with the lines of its journal. A last line without its end is dropped; any other fault
 * is an error of status WGC_ERR_INPUT that names file and line. Where both have a result, that of
 * the report counts. The journal may be missing. On success *out is owned by the caller.
 */
enum wgc_status wgc_journal_read(const char *report, struct wgc_record **out, struct wgc_err *err);

/*
 * Adds the text of a journal to the record of its report; errors have name as the path. On an error
 * the record keeps the results of the earlier lines.
 */
enum wgc_status wgc_journal_apply(const char *name, const char *text, size_t size,
                                  struct wgc_record *record, struct wgc_err *err);

#endif
