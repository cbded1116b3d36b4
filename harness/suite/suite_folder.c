#include "suite/suite_folder.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/system.h"
#include "suite/pack.h"

#ifndef WGC_DATADIR
#define WGC_DATADIR "/usr/local/share/wgconform"
#endif

enum wgc_status wgc_find_program(char **program, struct wgc_err *err)
{
    char path[PATH_MAX];

    if (!wgc_system_program(path, sizeof path)) {
        return wgc_err_set(err, WGC_ERR_RUN, "cannot find the path of this program: %s",
                           strerror(errno));
    }
    *program = strdup(path);
    return *program == NULL ? wgc_err_memory(err, "a path") : WGC_OK;
}

static bool has_kernels(const char *folder)
{
    struct wgc_buf path = {0};

    wgc_buf_printf(&path, "%s/%s", folder, wgc_pack_name(WGC_PACK_C));
    bool found = !path.failed && access(path.data, F_OK) == 0;
    wgc_buf_free(&path);
    return found;
}

/* Where the suite of FOLDER/bin/wgconform may be: as `make install` puts it, whatever the prefix,
 * or as a build folder has it. */
static const char *const own_suites[] = {"share/wgconform", "suite"};

static void put_own_suite(const char *program, const char *suite, struct wgc_buf *out)
{
    const char *name = strrchr(program, '/');
    size_t length = name == NULL ? 0 : (size_t)(name - program);

    while (length > 0 && program[length - 1] != '/') {
        length--;
    }
    wgc_buf_add(out, program, length);
    wgc_buf_text(out, suite);
}

/* Puts the program's own suite into *out, or the last place where one may be. */
static bool find_own_suite(const char *program, struct wgc_buf *out)
{
    bool found = false;

    for (size_t i = 0; !found && i < sizeof own_suites / sizeof own_suites[0]; i++) {
        wgc_buf_clear(out);
        put_own_suite(program, own_suites[i], out);
        found = !out->failed && has_kernels(out->data);
    }
    return found;
}

enum wgc_status wgc_find_suite(const char *program, char **folder, struct wgc_err *err)
{
    const char *named = wgc_setting("WGCONFORM_SUITE");
    struct wgc_buf near = {0};
    const char *found = NULL;

    const bool has_own = find_own_suite(program, &near);
    if (named != NULL) {
        found = named;
    } else if (has_own) {
        found = near.data;
    } else if (has_kernels(WGC_DATADIR)) {
        found = WGC_DATADIR;
    }
    enum wgc_status status;
    if (found == NULL) {
        status = wgc_err_set(err, WGC_ERR_INPUT,
                             "no suite: neither %s nor %s has a file %s (WGCONFORM_SUITE "
                             "names another folder)",
                             near.failed ? "?" : near.data, WGC_DATADIR, wgc_pack_name(WGC_PACK_C));
    } else {
        *folder = strdup(found);
        status = *folder == NULL ? wgc_err_memory(err, "a path") : WGC_OK;
    }
    wgc_buf_free(&near);
    return status;
}

enum wgc_status wgc_load_suite(struct wgc_manifest **manifest, struct wgc_err *err)
{
    char *program = NULL;
    char *folder = NULL;
    enum wgc_status status = wgc_find_program(&program, err);

    if (status == WGC_OK) {
        status = wgc_find_suite(program, &folder, err);
    }
    if (status == WGC_OK) {
        status = wgc_manifest_open(folder, manifest, err);
    }
    free(folder);
    free(program);
    return status;
}
