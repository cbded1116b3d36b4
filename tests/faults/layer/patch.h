/*
 * patch.h: what the layer does to a program on its way to the driver. Pure: text in, text out; no
 * OpenCL.
 */
#ifndef WGFAULTS_PATCH_H
#define WGFAULTS_PATCH_H

#include <stddef.h>
#include <stdint.h>

/* A growing string; all zero is an empty one. `failed` stays set once memory ran out, and `data` is
 * then no result. */
struct wgf_text {
    char *data; /* NUL-terminated unless NULL; owned: free() it */
    size_t length;
    size_t capacity;
    int failed;
};

/* Appends `length` bytes. */
void wgf_text_add(struct wgf_text *text, const char *bytes, size_t length);

/* Reads the whole file into `text`. Returns 0, or an errno value; memory that ran out is ENOMEM. */
int wgf_text_read(struct wgf_text *text, const char *path);

/* How often a program calls what the header defines. */
struct wgf_usage {
    size_t kernels; /* kernel bodies found in the program */
    size_t calls;   /* identifiers of the program that the header defines as function-like macros */
};

/*
 * The program `source` with `header` put in front, or right after the line that ends the emulated
 * implementation (wgf_marker) where the source has one. A #line directive keeps the program's own
 * line numbers. Where the header mentions WGF_KERNEL_BEGIN, that word is also put behind the
 * opening brace of each kernel; where it mentions WGF_KERNEL_LOCAL, a call
 * WGF_KERNEL_LOCAL(&variable, sizeof(variable)); behind the declaration of each local variable in a
 * kernel. `result` must be empty; it is the caller's to free.
 */
void wgf_patch_source(const struct wgf_text *source, const struct wgf_text *header,
                      struct wgf_text *result, struct wgf_usage *usage);

/* The line that ends the emulated implementation in a program that contains it. */
extern const char wgf_marker[];

/*
 * Rewrites the SPIR-V module `words` by the rule (spirv.h). On success returns 0, and `*result` is
 * an array of `*result_count` words for the caller to free, `*changed` the number of instructions
 * that were rewritten. Otherwise returns a sentence about the error in the rule or the module.
 */
const char *wgf_patch_spirv(const uint32_t *words, size_t count, const char *rule_text,
                            uint32_t **result, size_t *result_count, size_t *changed);

#endif
