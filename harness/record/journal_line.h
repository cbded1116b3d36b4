/* What the journal's writer and its reader have to agree on. */
#ifndef WGC_RECORD_JOURNAL_LINE_H
#define WGC_RECORD_JOURNAL_LINE_H

#include "base/buf.h"
#include "record/record.h"

enum { WGC_JOURNAL_VERSION = 1 };

/* FILE.journal, owned by the caller; NULL without memory. */
char *wgc_journal_path(const char *report);

/* Appends the first line, without its end: the version, and which run the journal belongs to. */
void wgc_journal_put_head(struct wgc_buf *line, const struct wgc_record *record);

#endif
