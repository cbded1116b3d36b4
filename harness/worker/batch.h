/*
 * A batch: its kernels are built in as few programs as they can be, then its cases run. A program
 * that does not build is split until the guilty kernel stands alone, and a device that is lost on
 * the way is opened again.
 */
#ifndef WGC_WORKER_BATCH_H
#define WGC_WORKER_BATCH_H

#include "worker/session.h"

/*
 * Carries out a BATCH message: a RESULT for each case, then BATCH_END. An error when the worker
 * cannot go on: a message that cannot be read, a peer that is gone, a device that does not come
 * back.
 */
enum wgc_status wgc_batch_run(struct wgc_session *session, struct wgc_wire_view *message,
                              struct wgc_err *err);

/*
 * Carries out a PROGRAM message: builds the kernels, runs none, and sends BUILT. Errors as above.
 */
enum wgc_status wgc_batch_build_program(struct wgc_session *session, struct wgc_wire_view *message,
                                        struct wgc_err *err);

#endif
