/* Ways to build a kernel, by the variant of its form (suite/ways.def). */
#ifndef WGC_SUITE_BUILD_WAY_H
#define WGC_SUITE_BUILD_WAY_H

enum wgc_build_method {
    WGC_BUILD_BUILD,  /* clBuildProgram */
    WGC_BUILD_BINARY, /* the same; then a program is made from its binary, and built */
    WGC_BUILD_LINK, /* the text is compiled twice, once with WGC_LIBRARY defined; both are linked */
    WGC_BUILD_SUB_DEVICE, /* the same for a sub-device, in a context of its own */
    WGC_BUILD_CONTEXT,    /* clBuildProgram in a second context, in which the kernel also runs */
};

struct wgc_build_way {
    const char *variant; /* "" for the usual way */
    enum wgc_build_method method;
    unsigned standard;   /* of OpenCL C, such as 200; 0: the newest that the device has */
    unsigned since;      /* the first OpenCL C that has the options */
    const char *options; /* in addition to the usual ones; may be "" */
};

/* How programs of the variant's kernels are built: static, and one object for each way. */
const struct wgc_build_way *wgc_build_way(const char *variant);

/* Orders ways by how they build: 0 where the kernels of both can be in one program. */
int wgc_build_way_compare(const struct wgc_build_way *a, const struct wgc_build_way *b);

/* The options for a version of OpenCL C: "" where it does not have them, and for SPIR-V (0). */
const char *wgc_build_way_options(const struct wgc_build_way *way, unsigned standard);

/* The list of clBuildProgram's options that has it in the OpenCL API: "options for debugging"; "":
 * none that is known. */
const char *wgc_build_option_list(const char *option);

#endif
