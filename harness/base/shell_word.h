/* Words of commands that a report prints. */
#ifndef WGC_BASE_SHELL_WORD_H
#define WGC_BASE_SHELL_WORD_H

#include <stdbool.h>

#include "base/buf.h"

/* Appends a word for a POSIX shell: as it is where nothing in it is special, else in single
 * quotes. A line end becomes a question mark, because a command is one line. */
void wgc_shell_word(struct wgc_buf *out, const char *word);

/* Appends a word of a command line that begins with assignments NAME=VALUE, of which only VALUE is
 * quoted. in_front: whether every word before it is one; returns whether this one is, too. */
bool wgc_shell_command_word(struct wgc_buf *out, const char *word, bool in_front);

#endif
