/* Words of commands that a report prints. */
#ifndef WGC_REPORTS_SHELL_WORD_H
#define WGC_REPORTS_SHELL_WORD_H

#include "base/buf.h"

/* Appends a word for a POSIX shell: as it is where nothing in it is special, else in single
 * quotes. A line end becomes a question mark, because a command is one line. */
void wgc_shell_word(struct wgc_buf *out, const char *word);

#endif
