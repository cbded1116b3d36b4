/*
 * A batch: builds its kernels in as few programs as possible, then runs its cases. A program that
 * does not build is split until the culprit is isolated; a device that is lost is opened again.
 */
#ifndef WGC_WORKER_BATCH_H
#define WGC_WORKER_BATCH_H

#include "worker/session.h"

/*
 * Handles a BATCH message: sends a RESULT for each case, or, only to build, REFUSED where the
 * compiler refuses; then BATCH_END. An error when the worker cannot continue: a malformed message,
 * a closed connection, a device that cannot be opened again.
 */
enum wgc_status wgc_batch_run(struct wgc_session *session, struct wgc_wire_view *message,
                              struct wgc_err *err);

#endif
