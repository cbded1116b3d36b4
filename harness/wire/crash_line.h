/*
 * The line that a worker writes to its standard error when it crashes: where it crashed. The
 * supervisor takes it out of what the driver printed. Pure.
 *
 *   "\n" WGC_CRASH_LINE FRAME {"\t" FRAME} "\n"
 *
 * The newline in front ends what the driver printed without one. A FRAME is MODULE+0xOFFSET: the
 * name of a program's or library's file without its folder, and a place in that file, which is the
 * same in every process; or WGC_FRAME_GENERATED: code that is in no file of the system, as a
 * compiled kernel.
 */
#ifndef WGC_WIRE_CRASH_LINE_H
#define WGC_WIRE_CRASH_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

#define WGC_CRASH_LINE      "wgconform: the worker crashed in\t"
#define WGC_FRAME_GENERATED "generated code"

/* The most frames of a line, innermost first; the most bytes of a module's name, each a visible
 * character of ASCII. */
enum { WGC_FRAMES_MOST = 5, WGC_FRAME_MODULE_MOST = 80 };

/* Whether the first length bytes are a FRAME. */
bool wgc_frame_is_valid(const char *frame, size_t length);

/*
 * Appends the output of a process to rest without these lines, and the frames of the last of them
 * to frames, with a newline between two; nothing where there is none. A line that begins as they do
 * and is malformed stays in the output: the driver printed it.
 */
void wgc_crash_line_take(const char *output, struct wgc_buf *rest, struct wgc_buf *frames);

#endif
