/* The launch of a program's kernel: its four buffers, written and read. */
#ifndef WGC_WORKER_PROGRAM_LAUNCH_H
#define WGC_WORKER_PROGRAM_LAUNCH_H

#include "explore/program.h"
#include "worker/session.h"

/* Words behind each buffer that the kernel must not change. */
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

#endif
