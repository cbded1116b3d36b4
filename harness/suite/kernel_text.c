#include "suite/kernel_text.h"

#include <string.h>

#include "base/file.h"

enum { FILE_LIMIT = 16 * 1024 * 1024 };

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
    struct wgc_buf path = {0};

    /* NAME.spv has NAME.spvasm beside it */
    wgc_buf_printf(&path, "%s/%sasm", manifest->folder, kernel->file);
    enum wgc_status status = path.failed
                                 ? wgc_err_memory(err, "a path")
                                 : wgc_file_read(path.data, FILE_LIMIT, WGC_ERR_INPUT, out, err);
    wgc_buf_free(&path);
    return status;
}

enum wgc_status wgc_kernel_dump(const struct wgc_manifest *manifest,
                                const struct wgc_kernel *kernel, struct wgc_buf *out,
                                struct wgc_err *err)
{
    struct wgc_buf path = {0};
    struct wgc_buf text = {0};
    const char *section;
    size_t size;
    size_t length = strlen(kernel->file);

    if (length > 4 && strcmp(kernel->file + length - 4, ".spv") == 0) {
        return dump_spirv(manifest, kernel, out, err);
    }
    wgc_buf_printf(&path, "%s/%s", manifest->folder, kernel->file);
    enum wgc_status status = path.failed
                                 ? wgc_err_memory(err, "a path")
                                 : wgc_file_read(path.data, FILE_LIMIT, WGC_ERR_INPUT, &text, err);
    if (status == WGC_OK) {
        if (wgc_kernel_section(text.data, kernel->entry, &section, &size)) {
            wgc_buf_add(out, section, size);
        } else {
            status =
                wgc_err_set(err, WGC_ERR_INPUT, "%s: no kernel %s in it", path.data, kernel->entry);
        }
    }
    wgc_buf_free(&text);
    wgc_buf_free(&path);
    return status;
}
