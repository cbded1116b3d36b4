/*
 * The report while the run goes on. At its start the report file is written whole and valid, with
 * complete false and the results that there are; each verdict is then appended at once to
 * FILE.journal, a JSON object on a line of its own, after a first line that says which run it
 * belongs to. At the end the final report replaces FILE and the journal goes. So whatever dies, and
 * whenever, FILE and FILE.journal together hold all but the case in flight.
 *
 * Every line is handed to the system at once; to the disk it is forced at most each tenth of a
 * second, which is what a machine that loses power can lose.
 */
#ifndef WGC_RECORD_JOURNAL_H
#define WGC_RECORD_JOURNAL_H

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"

struct wgc_journal {
    char *report; /* path; NULL: nothing was begun */
    char *
        path; /* of the journal; NULL where the report is a stream and nothing is kept on the way */
    int fd;   /* -1: it takes nothing more */
    long size; /* of the whole lines in it */
    double synced;
    struct wgc_buf line;
};

/*
 * Writes the report as it stands and begins the journal. For --resume the record is what
 * wgc_journal_read gave, with started, seed and total as they were: they tell whose journal it is.
 * A journal of another run is removed. "-" and what is no regular file get nothing before the end.
 */
enum wgc_status wgc_journal_begin(struct wgc_journal *journal, const char *report,
                                  const struct wgc_record *record, struct wgc_err *err);

/* Each appends one line. On failure the file keeps what it had, and takes nothing more. */
enum wgc_status wgc_journal_result(struct wgc_journal *journal, const struct wgc_result *result,
                                   struct wgc_err *err);
enum wgc_status wgc_journal_device(struct wgc_journal *journal, const char *json,
                                   struct wgc_err *err);
enum wgc_status wgc_journal_warning(struct wgc_journal *journal, const char *text,
                                    struct wgc_err *err);

/* Writes the final report and removes the journal, which stays when the report cannot be written.
 */
enum wgc_status wgc_journal_finish(struct wgc_journal *journal, const struct wgc_record *record,
                                   struct wgc_err *err);

/* Closes and frees; the files stay as they are. */
void wgc_journal_free(struct wgc_journal *journal);

/*
 * The report with what its journal adds. A last line without its end is dropped; anything else that
 * is wrong is an error of status WGC_ERR_INPUT that names file and line. A result that the report
 * has too is taken from the report. Without a journal it is the report alone. On success *out is
 * owned by the caller.
 */
enum wgc_status wgc_journal_read(const char *report, struct wgc_record **out, struct wgc_err *err);

/*
 * The journal alone, from text, onto the record of its report; name stands for its path in errors.
 * On an error the record holds what came before it.
 */
enum wgc_status wgc_journal_apply(const char *name, const char *text, size_t size,
                                  struct wgc_record *record, struct wgc_err *err);

#endif
