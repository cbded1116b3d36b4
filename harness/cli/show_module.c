#include "cli/parts.h"

#include "suite/source.h"

/* The text of NAME.spv is NAME.spvasm in the same folder. */
static enum wgc_status read_entry(const struct wgc_manifest *manifest, const char *file,
                                  const char *ending, struct wgc_buf *bytes, struct wgc_err *err)
{
    struct wgc_buf name = {0};

    wgc_buf_printf(&name, "%s%s", file, ending);
    enum wgc_status status = name.failed ? wgc_err_memory(err, "a name")
                                         : wgc_source_read(manifest->folder, name.data, bytes, err);
    wgc_buf_free(&name);
    return status;
}

static enum wgc_status put_text(const struct wgc_buf *module, const struct wgc_buf *text,
                                unsigned kernel, const struct wgc_signature *signature,
                                const struct wgc_spirv_target *target, struct wgc_buf *out,
                                struct wgc_err *err)
{
    const unsigned least = wgc_spirv_version(module->data, module->size);
    const unsigned version =
        least == 0 ? 0 : wgc_spirv_choose(target->il_version, least, signature, kernel);

    if (version == 0) {
        return wgc_err_set(err, WGC_ERR_INPUT,
                           "%s: CL_DEVICE_IL_VERSION lists no SPIR-V from %u.%u to %u.%u: \"%s\"",
                           signature->function, WGC_VERSION_PARTS(least),
                           WGC_VERSION_PARTS(WGC_SPIRV_LAST), target->il_version);
    }
    wgc_buf_printf(out,
                   "; what the device gets: SPIR-V %u.%u, addresses of %u bits "
                   "(spirv-as --target-env spv%u.%u)\n",
                   WGC_VERSION_PARTS(version), target->address_bits, WGC_VERSION_PARTS(version));
    wgc_spirv_put_text(text->data, version, out);
    return WGC_OK;
}

enum wgc_status wgc_show_module(const struct wgc_manifest *manifest,
                                const struct wgc_signature *signature,
                                const struct wgc_kernel *kernel,
                                const struct wgc_spirv_target *target, struct wgc_buf *out,
                                struct wgc_err *err)
{
    struct wgc_buf module = {0}, text = {0};
    char file[WGC_SPIRV_FILE_MAX];

    wgc_spirv_file(kernel->file, target->address_bits, file);
    enum wgc_status status = read_entry(manifest, file, "", &module, err);
    if (status == WGC_OK) {
        status = read_entry(manifest, file, "asm", &text, err);
    }
    if (status == WGC_OK) {
        status = put_text(&module, &text, (unsigned)(kernel - signature->kernel), signature, target,
                          out, err);
    }
    wgc_buf_free(&module);
    wgc_buf_free(&text);
    return status;
}
