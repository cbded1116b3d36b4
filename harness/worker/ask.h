/*
 * Asks the device what the capability checks (suite/queries.def) need to know. Answers stay for
 * the next check of the batch.
 */
#ifndef WGC_WORKER_ASK_H
#define WGC_WORKER_ASK_H

#include "base/buf.h"
#include "queries/answers.h"
#include "worker/device.h"
#include "worker/program.h"

/*
 * Fills in what the row of the check names and is not there yet. An error only without memory; what
 * the device refuses is an answer.
 */
enum wgc_status wgc_ask(const struct wgc_device *device, enum wgc_query query,
                        struct wgc_answers *answers, struct wgc_err *err);

/* The parts of it (ask_info.c, ask_kernels.c, ask_sub_groups.c, ask_il.c). */
enum wgc_status wgc_ask_info(const struct wgc_device *device, struct wgc_answers *answers,
                             struct wgc_err *err);
enum wgc_status wgc_ask_spirv_lists(const struct wgc_device *device, struct wgc_answers *answers,
                                    struct wgc_err *err);
enum wgc_status wgc_ask_standards(const struct wgc_device *device, bool listed,
                                  struct wgc_answers *answers, struct wgc_err *err);
enum wgc_status wgc_ask_probe(const struct wgc_device *device, enum wgc_probe subject,
                              enum wgc_standard standard, struct wgc_probe_answer *answer,
                              struct wgc_err *err);
enum wgc_status wgc_ask_sub_groups(const struct wgc_device *device, struct wgc_answers *answers,
                                   struct wgc_err *err);
enum wgc_status wgc_ask_il(const struct wgc_device *device, struct wgc_answers *answers,
                           struct wgc_err *err);
enum wgc_status wgc_ask_groups(const struct wgc_device *device, struct wgc_answers *answers,
                               struct wgc_err *err);

/*
 * Runs the kernel of that name with one work-group of items work-items on a buffer of count words,
 * which it reads and writes. Returns CL_SUCCESS, or a code and in *call what gave it.
 */
int wgc_ask_run(const struct wgc_device *device, cl_program program, const char *kernel,
                size_t items, cl_int *word, size_t count, const char **call);

enum { WGC_ASK_OPTIONS_MAX = 32 };

/* The build options for a version of OpenCL C; "" for the default. */
void wgc_ask_options(char options[WGC_ASK_OPTIONS_MAX], enum wgc_standard standard);

/* What a refused build or a failed call of a probe says; takes nothing over. An error only without
 * memory. */
enum wgc_status wgc_ask_refused(const struct wgc_build *build, struct wgc_probe_answer *answer,
                                struct wgc_err *err);
enum wgc_status wgc_ask_failed(const char *call, int code, struct wgc_probe_answer *answer,
                               struct wgc_err *err);

#endif
