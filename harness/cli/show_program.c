#include "cli/parts.h"

#include <string.h>

#include "explore/print.h"
#include "suite/kernel_text.h"

/* The program's text without the marker in front of it. */
static enum wgc_status read_text(const struct wgc_manifest *manifest,
                                 const struct wgc_kernel *kernel, struct wgc_buf *out,
                                 struct wgc_err *err)
{
    struct wgc_buf section = {0};
    enum wgc_status status = wgc_kernel_dump(manifest, kernel, &section, err);

    if (status == WGC_OK && section.data != NULL) {
        const char *end = strchr(section.data, '\n');
        wgc_buf_text(out, end == NULL ? "" : end + 1);
    }
    out->failed = out->failed || section.failed;
    wgc_buf_free(&section);
    return status;
}

enum wgc_status wgc_show_program(const struct wgc_manifest *manifest, const struct wgc_case *item,
                                 struct wgc_buf *out, struct wgc_err *err)
{
    const struct wgc_signature *signature = &manifest->signature[item->signature];

    wgc_buf_printf(out,
                   "meaning:  the kernel of a program that explore has found: every value that it "
                   "stores is the one that the interpreter computes\n"
                   "shape:    local size %s\nneeds:\n",
                   manifest->shape[item->shape].name);
    for (size_t i = 0; i < signature->requires_count; i++) {
        wgc_buf_printf(out, "  %s: %s\n", wgc_feature_name(signature->requires[i]),
                       wgc_feature_text(signature->requires[i]));
    }
    wgc_buf_text(out, "program:\n");
    return read_text(manifest, signature->kernel, out, err);
}

enum wgc_status wgc_show_program_kernel(const struct wgc_manifest *manifest,
                                        const struct wgc_kernel *kernel, enum wgc_impl impl,
                                        struct wgc_buf *out, struct wgc_err *err)
{
    const struct wgc_print_options options = {.kernel = kernel->entry,
                                              .emulated = impl == WGC_IMPL_EMULATED};
    struct wgc_buf text = {0};
    struct wgc_program program;
    enum wgc_status status = read_text(manifest, kernel, &text, err);

    if (status == WGC_OK) {
        status = wgc_program_read(kernel->entry, wgc_buf_str(&text), text.size, &program, err);
    }
    if (status == WGC_OK) {
        wgc_program_print(&program, &options, out);
        wgc_program_free(&program);
    }
    wgc_buf_free(&text);
    return status;
}
