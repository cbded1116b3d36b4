/* What the files that read a worker's messages share. */
#ifndef WGC_SUPERVISOR_MESSAGES_H
#define WGC_SUPERVISOR_MESSAGES_H

#include "supervisor/crew.h"

enum { WGC_REASON_LIMIT = 4 * 1024, WGC_LOG_LIMIT = 16 * 1024 };

/* Makes an empty text NULL and cuts one that is too long, with a word about it; false without
 * memory. */
bool wgc_message_tidy(char **text, size_t limit);

/* messages_build.c: each acts on one message. */
enum wgc_status wgc_on_build(struct wgc_run *run, struct wgc_member *member,
                             struct wgc_wire_view *view);
enum wgc_status wgc_on_refused(struct wgc_run *run, struct wgc_member *member,
                               struct wgc_wire_view *view);
enum wgc_status wgc_on_built(struct wgc_run *run, struct wgc_member *member,
                             struct wgc_wire_view *view);

#endif
