/* The state of a worker, and the messages that it sends. */
#ifndef WGC_WORKER_SESSION_H
#define WGC_WORKER_SESSION_H

#include "base/buf.h"
#include "plan/plan.h"
#include "checks/measurements.h"
#include "record/state.h"
#include "trial/trial.h"
#include "wire/about.h"
#include "wire/case_data.h"
#include "wire/protocol.h"
#include "device/device.h"
#include "device/dispatch.h"
#include "device/program.h"
#include "suite/source.h"
#include "worker/refused.h"

enum { WGC_PROBED_MAX = 128 };

/* The sub-groups at a local size (worker/sub_group_probe.c). */
struct wgc_probed {
    size_t local[3];
    size_t largest;     /* work-items; 0: not known */
    bool ran, runs;     /* whether the kernel ran, and the sub-groups are runs of work-items */
    size_t count, most; /* if so: the sub-groups, and the work-items of the first */
};

/* ---- watch.c: A stopwatch for the parts of a worker's work. ---- */

enum wgc_time {
    WGC_TIME_OTHER,  /* messages, reading files */
    WGC_TIME_DRIVER, /* inside OpenCL: build, enqueue, copy, wait */
    WGC_TIME_DATA,   /* making data, and what is expected of it */
    WGC_TIME_JUDGE,  /* judging results */
    WGC_TIME_KINDS
};

/* All zero is a watch that has not started. */
struct wgc_watch {
    enum wgc_time kind;
    double since; /* start of the current kind (monotonic clock); 0: not started */
    double seconds[WGC_TIME_KINDS];
};

/* Seconds on the monotonic clock. */
double wgc_watch_now(void);

/* Sets every kind to zero and starts in OTHER. */
void wgc_watch_start(struct wgc_watch *watch);

/* Switches to that kind and returns the one before, to switch back. */
enum wgc_time wgc_watch_enter(struct wgc_watch *watch, enum wgc_time kind);

struct wgc_session {
    int reply_fd;
    bool marks_output;      /* print a line after a case that failed (wire/case_line.h) */
    struct wgc_buf payload; /* of the message being written */
    struct wgc_worker_config config;
    struct wgc_manifest *manifest; /* NULL: cases come with the batches */
    struct wgc_case_set *cases;    /* latest SUITE first; all stay, as caches refer to them */
    struct wgc_cl cl;
    struct wgc_device device;
    struct wgc_sources sources;
    struct wgc_trial_cache *cache;
    struct wgc_dispatch dispatch[WGC_LAUNCHES]; /* the first one, but for several launches */
    struct wgc_watch watch;
    struct wgc_measurements measured; /* by the batch's capability checks so far */
    uint64_t max_items;               /* WGC_MAX_ITEMS (plan/local_size.h) */
    struct wgc_refused refused;
    size_t probed_count;
    struct wgc_probed probed[WGC_PROBED_MAX]; /* those measured so far */
};

/* A verdict. The strings are owned and may be NULL. */
struct wgc_outcome {
    enum wgc_state state;
    bool device_lost; /* the device accepts no more commands */
    char *reason;
    char *mismatch;
    char *build_log;
    struct wgc_about about; /* of the reason */
    size_t sub_group_items; /* as in struct wgc_result */
};

void wgc_outcome_free(struct wgc_outcome *outcome);

/* Sets the state and a formatted reason, about nothing in particular; without memory there is no
 * reason. */
void wgc_outcome_set(struct wgc_outcome *outcome, enum wgc_state state, const char *format, ...)
    WGC_PRINTF_LIKE(3, 4);

/* Puts a formatted text in front of the reason, if there is one. */
void wgc_outcome_prefix(struct wgc_outcome *outcome, const char *format, ...) WGC_PRINTF_LIKE(2, 3);

/* Releases the buffers of all launches; before the context goes. */
void wgc_session_free_buffers(struct wgc_session *session);

/* Each sends one message. */
enum wgc_status wgc_send_device(struct wgc_session *session, const struct wgc_device_info *info,
                                struct wgc_err *err);
enum wgc_status wgc_send_listed(struct wgc_session *session, const char *notes,
                                struct wgc_err *err);
/* index: of a case of each kernel to build, or of the case to run. */
enum wgc_status wgc_send_in_flight(struct wgc_session *session, uint32_t batch, enum wgc_step step,
                                   const uint32_t *index, uint32_t count, struct wgc_err *err);
enum wgc_status wgc_send_refused(struct wgc_session *session, uint32_t batch,
                                 const struct wgc_build *build, struct wgc_err *err);
enum wgc_status wgc_send_result(struct wgc_session *session, uint32_t batch, uint32_t index,
                                double seconds, const struct wgc_outcome *outcome,
                                struct wgc_err *err);
/* Stops the watch and sends its seconds. */
enum wgc_status wgc_send_batch_end(struct wgc_session *session, uint32_t batch,
                                   struct wgc_err *err);
enum wgc_status wgc_send_failed(struct wgc_session *session, const struct wgc_err *why,
                                struct wgc_err *err);

#endif
