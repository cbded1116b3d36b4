/*
 * The shard that a scheduler's environment asks for, where --shard does not stand on the command
 * line: a Slurm job array (SLURM_ARRAY_TASK_ID with _COUNT, _MIN and _STEP), or an indexed job of
 * Kubernetes (JOB_COMPLETION_INDEX, which counts from 0, with WGCONFORM_SHARDS for the job's
 * completions, as Kubernetes tells a container only the former).
 */
#ifndef WGC_CLI_OPTIONS_SHARD_H
#define WGC_CLI_OPTIONS_SHARD_H

#include "base/err.h"
#include "plan/plan.h"

/*
 * Fills the selection's shard, 1 of 1 where the environment has none. *from is the name of the
 * variable that told it, else NULL. Variables that do not go together are an error of status
 * WGC_ERR_INPUT that names them.
 */
enum wgc_status wgc_shard_of_environment(struct wgc_selection *selection, const char **from,
                                         struct wgc_err *err);

#endif
