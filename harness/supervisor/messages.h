/* Shared by the files that handle a worker's messages. */
#ifndef WGC_SUPERVISOR_MESSAGES_H
#define WGC_SUPERVISOR_MESSAGES_H

#include "supervisor/state.h"

enum { WGC_REASON_LIMIT = 4 * 1024, WGC_LOG_LIMIT = 16 * 1024 };

/* Replaces an empty text by NULL and truncates a long one, with a mark; false without memory. */
bool wgc_message_tidy(char **text, size_t limit);

/* messages_in_flight.c: each handles one message. */
enum wgc_status wgc_on_in_flight(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                                 struct wgc_wire_view *view);
enum wgc_status wgc_on_refused(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                               struct wgc_wire_view *view);

#endif
