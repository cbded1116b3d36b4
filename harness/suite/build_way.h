/* Ways to build a kernel other than the usual one, by the variant of its form (suite/forms.def). */
#ifndef WGC_SUITE_BUILD_WAY_H
#define WGC_SUITE_BUILD_WAY_H

/*
 * The options that programs of the variant's kernels are built with in addition to the usual ones;
 * "" for most variants. standard: of OpenCL C, such as 200; an option that it does not have is left
 * out, and all of them for SPIR-V (0). A static string: two programs of one way have the same one.
 */
const char *wgc_build_way(const char *variant, unsigned standard);

#endif
