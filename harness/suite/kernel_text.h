/* The text of one kernel of the suite, as the generator wrote it. */
#ifndef WGC_SUITE_KERNEL_TEXT_H
#define WGC_SUITE_KERNEL_TEXT_H

#include "base/buf.h"
#include "base/err.h"
#include "suite/manifest.h"

/*
 * Finds the section of a kernel in the text of its .cl entry: from the line "//@ kernel ENTRY" to
 * the next line of this kind or the end. false when there is none. The pointers lead into text.
 */
bool wgc_kernel_section(const char *text, const char *entry, const char **section, size_t *size);

/*
 * Appends a kernel's source for a person: its section in OpenCL C, or the assembly text of
 * its SPIR-V module (which may hold other entry points too).
 */
enum wgc_status wgc_kernel_dump(const struct wgc_manifest *manifest,
                                const struct wgc_kernel *kernel, struct wgc_buf *out,
                                struct wgc_err *err);

#endif
