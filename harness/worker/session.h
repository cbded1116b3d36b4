/* What a worker holds while it runs, and the messages that it sends. */
#ifndef WGC_WORKER_SESSION_H
#define WGC_WORKER_SESSION_H

#include "base/buf.h"
#include "plan/plan.h"
#include "queries/answers.h"
#include "record/record.h"
#include "trial/trial.h"
#include "wire/case_data.h"
#include "wire/protocol.h"
#include "worker/device.h"
#include "worker/dispatch.h"
#include "worker/program.h"
#include "worker/source.h"
#include "worker/watch.h"

struct wgc_session {
    int reply_fd;
    struct wgc_buf payload; /* of the message being made */
    struct wgc_worker_config config;
    struct wgc_manifest *manifest; /* NULL: cases come with the batches */
    struct wgc_case_set *cases; /* of the latest SUITE first; all stay, as caches refer to them */
    struct wgc_cl cl;
    struct wgc_device device;
    struct wgc_sources sources;
    struct wgc_trial_cache *cache;
    struct wgc_dispatch dispatch;
    struct wgc_watch watch;
    struct wgc_answers answers; /* of the batch's capability checks so far */
    uint64_t max_items;         /* WGC_MAX_ITEMS (limits.h) */
};

/* A verdict. The strings are owned and may be NULL. */
struct wgc_outcome {
    enum wgc_state state;
    bool device_lost; /* the driver takes no more commands */
    char *reason;
    char *mismatch;
    char *build_log;
};

void wgc_outcome_free(struct wgc_outcome *outcome);

/* Sets state and a reason that is formatted; an outcome whose reason gets no memory has none. */
void wgc_outcome_set(struct wgc_outcome *outcome, enum wgc_state state, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Each sends one message. */
enum wgc_status wgc_send_device(struct wgc_session *session, const struct wgc_device_info *info,
                                struct wgc_err *err);
enum wgc_status wgc_send_listed(struct wgc_session *session, struct wgc_err *err);
/* index: of a case of each kernel. */
enum wgc_status wgc_send_build(struct wgc_session *session, uint32_t batch, const uint32_t *index,
                               uint32_t kernels, struct wgc_err *err);
enum wgc_status wgc_send_refused(struct wgc_session *session, uint32_t batch, const char *reason,
                                 const char *log, struct wgc_err *err);
enum wgc_status wgc_send_built(struct wgc_session *session, uint32_t id,
                               const struct wgc_build *build, struct wgc_err *err);
enum wgc_status wgc_send_start(struct wgc_session *session, uint32_t batch, uint32_t index,
                               struct wgc_err *err);
enum wgc_status wgc_send_result(struct wgc_session *session, uint32_t batch, uint32_t index,
                                double seconds, const struct wgc_outcome *outcome,
                                struct wgc_err *err);
/* With the seconds of the watch, which it stops for. */
enum wgc_status wgc_send_batch_end(struct wgc_session *session, uint32_t batch,
                                   struct wgc_err *err);
enum wgc_status wgc_send_failed(struct wgc_session *session, const struct wgc_err *why,
                                struct wgc_err *err);

#endif
