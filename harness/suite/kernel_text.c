#include "suite/kernel_text.h"

#include <string.h>

#include "suite/source.h"

static const char marker[] = "//@ kernel ";

/* The next marker at the beginning of a line, from text on. */
static const char *next_marker(const char *text, bool at_line_start)
{
    const char *found = text;

    if (at_line_start && strncmp(text, marker, strlen(marker)) == 0) {
        return text;
    }
    while ((found = strstr(found, marker)) != NULL) {
        if (found > text && found[-1] == '\n') {
            return found;
        }
        found++;
    }
    return NULL;
}

bool wgc_kernel_section(const char *text, const char *entry, const char **section, size_t *size)
{
    size_t length = strlen(entry);
    const char *at = next_marker(text, true);

    while (at != NULL) {
        const char *name = at + strlen(marker);
        const char *next = next_marker(name, false);
        if (strncmp(name, entry, length) == 0 && (name[length] == '\n' || name[length] == '\0')) {
            *section = at;
            *size = next == NULL ? strlen(at) : (size_t)(next - at);
            return true;
        }
        at = next;
    }
    return false;
}

static enum wgc_status dump_spirv(const struct wgc_manifest *manifest,
                                  const struct wgc_kernel *kernel, struct wgc_buf *out,
                                  struct wgc_err *err)
{
    struct wgc_buf name = {0};

    /* the text of NAME.spv is NAME.spvasm */
    wgc_buf_printf(&name, "%sasm", kernel->file);
    enum wgc_status status = name.failed ? wgc_err_memory(err, "a name")
                                         : wgc_source_read(manifest->folder, name.data, out, err);
    wgc_buf_free(&name);
    return status;
}

enum wgc_status wgc_kernel_dump(const struct wgc_manifest *manifest,
                                const struct wgc_kernel *kernel, struct wgc_buf *out,
                                struct wgc_err *err)
{
    struct wgc_buf text = {0};
    const char *section;
    size_t size;

    if (wgc_pack_of(kernel->file) == WGC_PACK_SPIRV) {
        return dump_spirv(manifest, kernel, out, err);
    }
    enum wgc_status status = wgc_source_read(manifest->folder, kernel->file, &text, err);
    if (status == WGC_OK) {
        if (text.size > 0 && wgc_kernel_section(text.data, kernel->entry, &section, &size)) {
            wgc_buf_add(out, section, size);
        } else {
            status = wgc_err_set(err, WGC_ERR_INPUT, "%s: %s: no kernel %s in it", manifest->folder,
                                 kernel->file, kernel->entry);
        }
    }
    wgc_buf_free(&text);
    return status;
}
