/* Where the suite lies. */
#ifndef WGC_CLI_SUITE_FOLDER_H
#define WGC_CLI_SUITE_FOLDER_H

#include "base/err.h"
#include "suite/manifest.h"

/*
 * The path of this executable, and the folder of the generated suite: $WGCONFORM_SUITE, or of
 * FOLDER/bin/wgconform FOLDER/share/wgconform (an installed copy, wherever it is now) or
 * FOLDER/suite (a build), or where `make install` puts it. Both are owned by the caller.
 */
enum wgc_status wgc_find_program(char **program, struct wgc_err *err);
enum wgc_status wgc_find_suite(const char *program, char **folder, struct wgc_err *err);

/* Both, and the manifest; *manifest is owned by the caller. */
enum wgc_status wgc_load_suite(struct wgc_manifest **manifest, struct wgc_err *err);

#endif
