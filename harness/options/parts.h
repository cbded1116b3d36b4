/* What the files of options share. */
#ifndef WGC_OPTIONS_PARTS_H
#define WGC_OPTIONS_PARTS_H

#include "options/options.h"
#include "base/err.h"
#include "plan/plan.h"

/* ---- other_runners.c: The options of googletest, and what its runners set in the environment.
 * ---- */

/* --gtest_filter: POSITIVE:POSITIVE-NEGATIVE:NEGATIVE, as queries. */
enum wgc_status wgc_parse_gtest_filter(struct wgc_options *options, const char *value,
                                       struct wgc_err *err);
/* --gtest_output: xml, json, each with or without :FILE. */
enum wgc_status wgc_parse_gtest_output(struct wgc_options *options, const char *value,
                                       struct wgc_err *err);
/* GTEST_OUTPUT, or Bazel's XML_OUTPUT_FILE, unless the command line has --gtest_output; and Bazel's
 * TESTBRIDGE_TEST_ONLY, a filter as that of --gtest_filter, unless the command line has queries. */
enum wgc_status wgc_gtest_environment(struct wgc_options *options, struct wgc_err *err);
/* CL_CONFORMANCE_RESULTS_FILENAME, as OpenCL-CTS reads it, unless the command line has --cts-json.
 */
void wgc_cts_environment(struct wgc_options *options);

/* ---- shard.c ----
 * The shard that a scheduler's environment asks for, used without --shard: a Slurm job array
 * (SLURM_ARRAY_TASK_ID with _COUNT, _MIN and _STEP), or an indexed job of Kubernetes
 * (JOB_COMPLETION_INDEX, which counts from 0; Kubernetes does not give a container the number of
 * completions, so the job sets WGCONFORM_SHARDS).
 */

/*
 * Fills the selection's shard: 1 of 1 where the environment has none. *from is the name of the
 * variable that gave it, else NULL. Variables that contradict each other are an error of status
 * WGC_ERR_INPUT that names them.
 */
enum wgc_status wgc_shard_of_environment(struct wgc_selection *selection, const char **from,
                                         struct wgc_err *err);

#endif
