/*
 * The shard that a scheduler's environment asks for, used without --shard: a Slurm job array
 * (SLURM_ARRAY_TASK_ID with _COUNT, _MIN and _STEP), or an indexed job of Kubernetes
 * (JOB_COMPLETION_INDEX, which counts from 0; Kubernetes does not give a container the number of
 * completions, so the job sets WGCONFORM_SHARDS).
 */
#ifndef WGC_OPTIONS_SHARD_H
#define WGC_OPTIONS_SHARD_H

#include "base/err.h"
#include "plan/plan.h"

/*
 * Fills the selection's shard: 1 of 1 where the environment has none. *from is the name of the
 * variable that gave it, else NULL. Variables that contradict each other are an error of status
 * WGC_ERR_INPUT that names them.
 */
enum wgc_status wgc_shard_of_environment(struct wgc_selection *selection, const char **from,
                                         struct wgc_err *err);

#endif
