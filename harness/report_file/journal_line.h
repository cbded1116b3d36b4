/* The parts that the writer and the reader of a journal share. */
#ifndef WGC_REPORT_FILE_JOURNAL_LINE_H
#define WGC_REPORT_FILE_JOURNAL_LINE_H

#include "base/buf.h"
#include "record/record.h"

enum { WGC_JOURNAL_VERSION = 1 };

/* FILE.journal, owned by the caller; NULL without memory. */
char *wgc_journal_path(const char *report);

/* Appends the first line, without its end: the version, and which run the journal belongs to. */
void wgc_journal_put_head(struct wgc_buf *line, const struct wgc_record *record);

#endif
