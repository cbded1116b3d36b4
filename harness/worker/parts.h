/* What the modules of this folder share next to the session and its jobs. */
#ifndef WGC_WORKER_PARTS_H
#define WGC_WORKER_PARTS_H

#include "device/program.h"
#include "device/sub_group.h"
#include "explore/program.h"
#include "plan/sub_group_size.h"
#include "trial/trial.h"
#include "worker/job.h"
#include "worker/session.h"
#include "base/err.h"
#include "worker/refused.h"

/* ---- run.c: Runs one case on a built kernel: launch, read back, judge. ---- */

/* A kernel with its limits. All zero: none yet. */
struct wgc_run_kernel {
    cl_kernel kernel;
    size_t work_group_size;       /* CL_KERNEL_WORK_GROUP_SIZE */
    size_t compile_local_size[3]; /* CL_KERNEL_COMPILE_WORK_GROUP_SIZE; zeros where it names none */
    uint64_t local_memory;        /* CL_KERNEL_LOCAL_MEM_SIZE */
};

/*
 * Creates the kernel of that name from its program; false with *outcome when the driver refuses.
 * Released by wgc_run_kernel_free.
 */
bool wgc_run_kernel_make(struct wgc_session *session, cl_program program, const char *entry,
                         struct wgc_run_kernel *kernel, struct wgc_outcome *outcome);
/* false when the release failed and the device is lost. */
bool wgc_run_kernel_free(struct wgc_session *session, struct wgc_run_kernel *kernel);

/* The driver rejected a call that the standard allows: a failure, after which the device may be
 * lost. */
void wgc_run_refuse_call(struct wgc_session *session, const char *call, int code,
                         struct wgc_outcome *outcome);

/* Sets *outcome for a launch that failed: a failure of the driver's, which may have lost the
 * device, or an error without memory on this side. */
void wgc_run_refuse(struct wgc_session *session, const struct wgc_dispatch_result *result,
                    struct wgc_outcome *outcome);

/* Runs the job and always fills *outcome. */
void wgc_run_job(struct wgc_session *session, const struct wgc_job *job,
                 const struct wgc_run_kernel *kernel, struct wgc_outcome *outcome);

/*
 * Whether a case is defined for the sub-groups of its launch: a cluster must not be larger than
 * they are (cl_khr_subgroup_clustered_reduce, cl_khr_subgroup_rotate), and a kernel may require a
 * size.
 */

/* Before the launch, by the local size and what the device reports; if not, sets *outcome (skip).
 */
bool wgc_may_be_defined(const struct wgc_job *job, const struct wgc_sub_group_info *sub_groups,
                        const size_t local[3], struct wgc_outcome *outcome);

/* After it, by meta: whether the case is defined for the actual sub-groups, and whether these have
 * the size required; if not, sets *outcome (skip or fail). */
bool wgc_was_defined(const struct wgc_job *job, const struct wgc_trial *trial, const uint32_t *meta,
                     struct wgc_outcome *outcome);

/* Launches without a local size (geometry CHOSEN): which one the implementation chooses. */

/*
 * Launches the kernel over global_size (rank dimensions, the others 1) so that it writes nothing
 * but its local size, and puts that into local. false with *outcome: the call failed, or no local
 * size of the standard was written (the OpenCL API, clEnqueueNDRangeKernel: local_work_size).
 */
bool wgc_chosen_size_find(struct wgc_session *session, const struct wgc_run_kernel *kernel,
                          unsigned rank, const size_t global_size[3], size_t local[3],
                          struct wgc_outcome *outcome);

/* The local size that a launch of the trial, which is a chosen one, wrote into meta. */
void wgc_chosen_size_read(const struct wgc_trial *trial, const uint32_t *meta, size_t local[3]);

/*
 * The sub-groups of the device, by a small kernel at a local size, before the kernel of a
 * case is built or judged.
 *
 * - Behaviour is undefined where a cluster is larger than the largest sub-group (OpenCL C,
 *   "Sub-Group Clustered Reductions"), and a compiler may refuse what it knows to be undefined.
 * - The mapping of work-items to sub-groups is implementation-defined (OpenCL API, "Mapping
 *   work-items onto an ND-range"): a kernel that does not write it can be judged only where the
 *   sub-groups are runs of work-items.
 *
 * A local size is measured once in a session.
 */

/*
 * Whether no kernel of the device has room for the job's cluster: it is larger than the work-group,
 * or than all of CL_DEVICE_SUB_GROUP_SIZES_INTEL and the size measured. If so, sets *outcome
 * (skip). The device is called only where the local size leaves it open.
 */
bool wgc_cluster_has_no_room(struct wgc_session *session, const struct wgc_job *job,
                             struct wgc_outcome *outcome);

/* Whether the compiler may refuse the job's kernel because of its cluster: no sub-group of the
 * kernel that was measured has room for it. If so, sets *outcome (skip). */
bool wgc_cluster_may_be_refused(struct wgc_session *session, const struct wgc_job *job,
                                struct wgc_outcome *outcome);

/* Whether the sub-groups of a work-group of that size are runs of work-items in the order of their
 * linear local ids, all of one size but the last; if not, sets *outcome (skip). */
bool wgc_sub_groups_are_runs(struct wgc_session *session, const struct wgc_job *job,
                             const size_t local[3], struct wgc_outcome *outcome);

/* The sub-groups of a small kernel in work-groups of that many work-items in x; zeros where it does
 * not run, or they are no runs of work-items. */
struct wgc_sub_groups_at wgc_sub_groups_probe(struct wgc_session *session, size_t items);

/* The local size of a shape that the kernel's sub-groups decide (plan/sub_group_size.h), of at most
 * limit work-items: by clGetKernelSubGroupInfo, or where the device has none, by a small kernel. 0
 * with *outcome (skip): there is none. */
size_t wgc_sub_group_shape(struct wgc_session *session, const struct wgc_job *job, cl_kernel kernel,
                           size_t limit, struct wgc_outcome *outcome);

/* ---- job_build.c: Builds the kernels of several jobs as one program. ---- */

/* The number of kernels of count jobs; jobs of one kernel are adjacent. */
size_t wgc_jobs_kernels(const struct wgc_job *job, size_t count);

/*
 * Builds one program: of OpenCL C from the text of each kernel, after the emulation if configured;
 * of SPIR-V from the module that the jobs share. An error only without memory or without the
 * emulation's file; a refusal is in *build.
 */
enum wgc_status wgc_jobs_build(struct wgc_session *session, const struct wgc_job *job, size_t count,
                               struct wgc_build *build, struct wgc_err *err);

/* Whether a failed build lost the device, so that the next build would fail too. */
bool wgc_build_lost_device(struct wgc_session *session, const struct wgc_build *build);

/* Frees everything that depends on the context and opens the device again. */
enum wgc_status wgc_session_reopen(struct wgc_session *session, struct wgc_err *err);

/*
 * For a program that is built and run in a second context: opens that in the place of the session's
 * own, which stays open in *first. part: a context of a sub-device (wgc_device_take_part). On an
 * error the session is as before.
 */
enum wgc_status wgc_session_enter_context(struct wgc_session *session, bool part,
                                          struct wgc_device *first, struct wgc_err *err);

/* Puts the session's own context back, and the whole device. */
void wgc_session_leave_context(struct wgc_session *session, const struct wgc_device *first);

/* ---- mismatch_json.c: A mismatch as the report's JSON object, and in one line. Pure. ---- */

/* The object as text, owned by the caller; NULL without memory. */
char *wgc_mismatch_json(const struct wgc_mismatch *mismatch);

/* The mismatch, its place and extent, for the result's reason; owned by the caller, NULL without
 * memory. */
char *wgc_mismatch_line(const struct wgc_mismatch *mismatch);

/* Cases whose kernel is a program (explore/program.h): printed as OpenCL C, launched, and compared
 * with what the interpreter computes. */

/* The program of a job, and its kernel. */
struct wgc_program_job {
    struct wgc_program program;
    struct wgc_buf kernel; /* OpenCL C */
    struct wgc_shape shape;
    char name[16]; /* of the shape */
};

/* Whether the kernel of the job is a program. */
bool wgc_job_is_program(const struct wgc_job *job);

/*
 * Reads the program that the job has as its text, and gives the job the shape and the kernel of it.
 * false with *outcome: a text that is no well-defined program, or no memory. Freed with
 * wgc_job_free.
 */
bool wgc_program_job_make(struct wgc_session *session, struct wgc_job *job,
                          struct wgc_outcome *outcome);
void wgc_program_job_free(struct wgc_program_job *job); /* may be NULL */

/* Launches the kernel and judges what it wrote; always fills *outcome. */
void wgc_program_job_run(struct wgc_session *session, const struct wgc_job *job,
                         const struct wgc_run_kernel *kernel, struct wgc_outcome *outcome);

/* ---- program_launch.c: The launch of a program's kernel: its four buffers, written and read. ----
 */

/* Words after each buffer that the kernel must not change. */
enum { WGC_PROGRAM_GUARD = 64 };

enum wgc_program_buffer {
    WGC_PROGRAM_IN,
    WGC_PROGRAM_OUT,
    WGC_PROGRAM_IDS,
    WGC_PROGRAM_MEM,
    WGC_PROGRAM_BUFFERS
};

/* All zero before; freed with wgc_program_words_free. */
struct wgc_program_words {
    struct wgc_program_layout layout;
    size_t count[WGC_PROGRAM_BUFFERS];   /* without the guard */
    uint32_t *word[WGC_PROGRAM_BUFFERS]; /* count and the guard; owned */
};

/* Fills the buffers as before a launch; false without memory. */
bool wgc_program_words_make(const struct wgc_program *program, struct wgc_program_words *words);
void wgc_program_words_free(struct wgc_program_words *words);

/* Whether the guard of a buffer has changed. */
bool wgc_program_guard_is_broken(const struct wgc_program_words *words,
                                 enum wgc_program_buffer buffer);

/* Launches the kernel with the words and reads them back. CL_SUCCESS, or the error of *call. */
int wgc_program_launch(const struct wgc_device *device, const struct wgc_program *program,
                       cl_kernel kernel, struct wgc_program_words *words, const char **call);

/* Compares what a program's kernel wrote with what the interpreter computes. Pure. */

/* words: after the launch. Always fills *outcome; a failure has a mismatch. */
void wgc_program_judge(const struct wgc_program *program, const struct wgc_program_words *words,
                       struct wgc_outcome *outcome);

/* Runs a capability check (suite/queries.def) as a case; checks/judge.h decides it. */

/* Runs the check and always fills *outcome. */
void wgc_check_run(struct wgc_session *session, enum wgc_query query, struct wgc_outcome *outcome);

/*
 * A batch: builds its kernels in as few programs as possible, then runs its cases. A program that
 * does not build is split until the culprit is isolated; a device that is lost is opened again.
 */

/*
 * Handles a BATCH message: sends a RESULT for each case, or, only to build, REFUSED where the
 * compiler refuses; then BATCH_END. An error when the worker cannot continue: a malformed message,
 * a closed connection, a device that cannot be opened again.
 */
enum wgc_status wgc_batch_run(struct wgc_session *session, struct wgc_wire_view *message,
                              struct wgc_err *err);

/* ---- job_refused.c: Which kernels of a program are built alone, because the driver is likely to
 * refuse them. ---- */

/* The end of the jobs of the kernel of job[first]; jobs of one kernel are adjacent. */
size_t wgc_jobs_kernel_end(const struct wgc_job *job, size_t first, size_t end);

/* Orders job[first..end) again: kernels that are likely to be refused after the others, each
 * kernel's jobs adjacent as before. *likely: the first of them, or end. */
enum wgc_status wgc_jobs_put_likely_last(const struct wgc_refused *refused, struct wgc_job *job,
                                         size_t first, size_t end, size_t *likely,
                                         struct wgc_err *err);

/* Whether the log of the refused program job[first..end), NULL for none, makes one of its kernels
 * likely to be the reason. */
bool wgc_jobs_explained(struct wgc_refused *refused, const struct wgc_job *job, size_t first,
                        size_t end, const char *log);

/* The program job[first..end) was built. */
void wgc_jobs_note_built(struct wgc_refused *refused, const struct wgc_job *job, size_t first,
                         size_t end);

#endif
