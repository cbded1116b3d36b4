/* Compares what a program's kernel wrote with what the interpreter computes. Pure. */
#ifndef WGC_WORKER_PROGRAM_JUDGE_H
#define WGC_WORKER_PROGRAM_JUDGE_H

#include "worker/program_launch.h"

/* words: after the launch. Always fills *outcome; a failure has a mismatch. */
void wgc_program_judge(const struct wgc_program *program, const struct wgc_program_words *words,
                       struct wgc_outcome *outcome);

#endif
