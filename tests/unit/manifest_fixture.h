/* A small suite for tests that need a manifest. */
#ifndef WGC_TESTS_MANIFEST_FIXTURE_H
#define WGC_TESTS_MANIFEST_FIXTURE_H

#include "suite/manifest.h"

enum { FIXTURE_SIGNATURES = 3, FIXTURE_CHECKS = 3 };

/*
 * Four shapes (1, 64, 8x4, max), three forms (plain, loop, reqd), three signatures:
 * work_group_reduce_add and work_group_all of int in OpenCL C, work_group_reduce_add of int in
 * SPIR-V. Its folder is "suite", which does not exist.
 */
extern const struct wgc_manifest fixture_suite;

/* The same with the capability checks fp16, fp64 (quick) and program_sub_group_uint (default). */
extern const struct wgc_manifest fixture_suite_with_checks;

#endif
