/* Where the suite lies. */
#ifndef WGC_CLI_SUITE_FOLDER_H
#define WGC_CLI_SUITE_FOLDER_H

#include "base/err.h"
#include "suite/manifest.h"

/*
 * The path of this executable, and the folder of the generated suite: $WGCONFORM_SUITE, or the
 * folder "suite" next to the executable's own (as in the build folder), or where `make install` put
 * it. Both are owned by the caller.
 */
enum wgc_status wgc_find_program(char **program, struct wgc_err *err);
enum wgc_status wgc_find_suite(const char *program, char **folder, struct wgc_err *err);

/* Both, and the manifest; *manifest is owned by the caller. */
enum wgc_status wgc_load_suite(struct wgc_manifest **manifest, struct wgc_err *err);

#endif
