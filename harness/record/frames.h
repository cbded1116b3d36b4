/*
 * Where a worker crashed, as a result has it: one text of frames (wire/crash_line.h), innermost
 * first, with a newline between two. Pure.
 */
#ifndef WGC_RECORD_FRAMES_H
#define WGC_RECORD_FRAMES_H

#include <stdbool.h>

#include "base/buf.h"

/* Appends a JSON array of the frames. */
void wgc_frames_put_json(struct wgc_buf *out, const char *frames);

/* Appends "libgallium.so+0x12, called from libOpenCL.so.1+0x34, generated code". */
void wgc_frames_put_text(struct wgc_buf *out, const char *frames);

/*
 * Appends the frame that distinguishes crashes: the innermost one outside of the libraries of C and
 * C++, whose functions many places call with a bad pointer; the innermost of all, if there is no
 * other.
 */
void wgc_frames_put_place(struct wgc_buf *out, const char *frames);

/* The same; false, and nothing, where that is no place in a driver: generated code, or a library of
 * C or C++ because there is no other frame. */
bool wgc_frames_put_own_place(struct wgc_buf *out, const char *frames);

#endif
