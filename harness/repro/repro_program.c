#include <string.h>

#include "repro/parts.h"
#include "suite/kernel_text.h"
#include "suite/source.h"

enum { NEWEST_C = 30 };

/* The kernel of the signature that a program has (wgc_program_form), or NULL. */
static const struct wgc_kernel *find_kernel(const struct wgc_manifest *manifest,
                                            const struct wgc_signature *signature)
{
    const struct wgc_grid *grid = &manifest->grid[signature->grid];

    for (size_t f = 0; f < WGC_PROGRAM_FORMS; f++) {
        for (size_t i = 0; i < grid->cell_count; i++) {
            const struct wgc_cell *cell = &grid->cell[i];
            if (strcmp(manifest->form[cell->form].name, wgc_program_form[f]) == 0) {
                return wgc_manifest_kernel(manifest, signature, cell->form, cell->shape[0],
                                           WGC_IMPL_BUILTIN);
            }
        }
    }
    return NULL;
}

/* Appends the kernel's text to repro.cl, and its name to the list. */
static enum wgc_status put_kernel(const struct wgc_repro_spec *spec,
                                  const struct wgc_kernel *kernel, struct wgc_repro *repro,
                                  struct wgc_err *err)
{
    struct wgc_buf text = {0};
    const char *section;
    size_t size;
    enum wgc_status status = wgc_source_read(spec->manifest->folder, kernel->file, &text, err);

    if (status == WGC_OK &&
        (text.size == 0 || !wgc_kernel_section(text.data, kernel->entry, &section, &size))) {
        status =
            wgc_err_set(err, WGC_ERR_INPUT, "%s has no kernel %s", kernel->file, kernel->entry);
    }
    if (status == WGC_OK) {
        wgc_buf_add(&repro->kernel, section, size);
        wgc_buf_printf(&repro->program, "    \"%s\",\n", kernel->entry);
    }
    wgc_buf_free(&text);
    return status;
}

static void put_head(const struct wgc_repro_spec *spec, const struct wgc_query_info *info,
                     struct wgc_buf *out)
{
    wgc_buf_printf(
        out,
        "/*\n * %s\n * %s.\n *\n"
        " *     cc -o repro repro.c -lOpenCL && ./repro [DEVICE [KERNEL...]]\n *\n"
        " * DEVICE is its number, counted over all platforms from 0 on, or PLATFORM/DEVICE "
        "(default: "
        "see\n * usual_device); KERNEL the name of one of the kernels (default: all). Kernels that "
        "do not "
        "build alone are left out; of the others the\n * smallest set that does not "
        "build is looked for. Exit status: 0 the program builds, 1 it does not, 2\n * it "
        "could not be tried.\n *\n * Written by wgconform repro.\n */\n",
        spec->case_name, info->text);
    wgc_buf_text(out, "#define CL_TARGET_OPENCL_VERSION 300\n#include <CL/cl.h>\n"
                      "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n");
    wgc_buf_printf(out,
                   "static const char case_name[] = \"%s\";\n#define MORE_OPTIONS \"\"\n#define "
                   "KERNEL_FILE \"repro.cl\"\n"
                   "#define NEWEST_C %d\n#define GROUP_ITEMS %zu\n",
                   spec->case_name, NEWEST_C, spec->max_items);
    wgc_repro_put_device(spec, out);
}

enum wgc_status wgc_repro_program_make(const struct wgc_repro_spec *spec,
                                       const struct wgc_query_info *info, struct wgc_repro *repro,
                                       struct wgc_err *err)
{
    const struct wgc_manifest *manifest = spec->manifest;
    struct wgc_buf *out = &repro->program;
    enum wgc_status status = WGC_OK;

    put_head(spec, info, out);
    wgc_buf_text(out, "static const char *const kernel_name[] = {\n");
    for (size_t i = 0; status == WGC_OK && i < manifest->signature_count; i++) {
        const struct wgc_signature *signature = &manifest->signature[i];
        const struct wgc_kernel *kernel = NULL;
        if (signature->language == WGC_LANGUAGE_C && signature->scope == info->scope &&
            signature->type == info->type && signature->kind != WGC_KIND_PROGRAM) {
            kernel = find_kernel(manifest, signature);
        }
        if (kernel != NULL) {
            status = put_kernel(spec, kernel, repro, err);
        }
    }
    if (status == WGC_OK && repro->kernel.size == 0) {
        status = wgc_err_set(err, WGC_ERR_INPUT, "the suite has no kernel of %s", spec->case_name);
    }
    wgc_buf_text(out, "};\nenum { KERNELS = sizeof kernel_name / sizeof kernel_name[0] };\n");
    wgc_buf_text(out, wgc_repro_host);
    wgc_buf_text(out, wgc_repro_build_options);
    wgc_buf_text(out, wgc_repro_program);
    wgc_buf_text(out, wgc_repro_program_main);
    if (status == WGC_OK && (out->failed || repro->kernel.failed)) {
        status = wgc_err_memory(err, "the program");
    }
    return status;
}
