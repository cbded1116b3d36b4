/* suite/queries.def, suite/programs.def, suite/shared.def, suite/feature_tests.def and
 * suite/c_features.def as C: the capability checks, the kernels that they try, and the optional
 * features of OpenCL C. */
#ifndef WGC_SUITE_QUERIES_H
#define WGC_SUITE_QUERIES_H

#include <stdbool.h>
#include <stddef.h>

#include "suite/tables.h"

enum wgc_query {
#define WGC_QUERY(name, since, needs, judge, subject, text) WGC_QUERY_##name,
#include "suite/queries.def"
#undef WGC_QUERY
    WGC_QUERY_ASKED, /* the number of checks that a worker asks the device for */
    WGC_QUERY_BEFORE_PROGRAMS = WGC_QUERY_ASKED - 1,
#define WGC_PROGRAM(name, scope, type, profile) WGC_QUERY_program_##name,
#include "suite/programs.def"
#undef WGC_PROGRAM
#define WGC_SHARED(name, text) WGC_QUERY_shared_##name,
#include "suite/shared.def"
#undef WGC_SHARED
    WGC_QUERY_COUNT
};

/* The forms whose kernels a program is made of, by name: the first that a function has, as it does
 * the least in addition to the call. */
enum { WGC_PROGRAM_FORMS = 2 };
extern const char *const wgc_program_form[WGC_PROGRAM_FORMS];

/* Who decides a check. */
enum wgc_query_kind {
    WGC_QUERY_KIND_ASKED,   /* a worker, which asks the device */
    WGC_QUERY_KIND_PROGRAM, /* the supervisor: it has workers build one program of several kernels
                             */
    WGC_QUERY_KIND_SHARED,  /* the supervisor: by what the run's other cases show together */
};

enum wgc_feature_test {
#define WGC_FEATURE_TEST(id, name, ...) WGC_FEATURE_TEST_##id,
#include "suite/feature_tests.def"
#undef WGC_FEATURE_TEST
    WGC_FEATURE_TEST_COUNT,
    WGC_FEATURE_TEST_none = WGC_FEATURE_TEST_COUNT
};

/* What a worker measures on the device for a check, in addition to the device's properties; bits.
 */
enum wgc_measurement {
    WGC_MEASURE_STANDARDS = 1,           /* a kernel that reads macros, under each listed -cl-std */
    WGC_MEASURE_UNLISTED = 1 << 1,       /* the same under each -cl-std that is not listed */
    WGC_MEASURE_TEST = 1 << 2,           /* the subject, under the newest OpenCL C up to 3.0 */
    WGC_MEASURE_TEST_C2 = 1 << 3,        /* the subject under OpenCL C 2.0 */
    WGC_MEASURE_SUB_GROUPS = 1 << 4,     /* clGetKernelSubGroupInfo */
    WGC_MEASURE_SPIRV_VERSIONS = 1 << 5, /* a module of each SPIR-V version */
    WGC_MEASURE_SPIRV_GROUPS = 1 << 6,   /* a module with group instructions */
    WGC_MEASURE_REQUIRED_SIZES = 1 << 7, /* kernels with a required size of sub-groups */
    WGC_MEASURE_EACH_STANDARD = 1 << 8,  /* each subject that a listed -cl-std claims, under it */
};

struct wgc_query_info {
    const char *name;
    enum wgc_query_kind kind;
    enum wgc_scope scope; /* of a program: whose functions' kernels it has */
    enum wgc_type type;
    unsigned since; /* the device's OpenCL version, as 300 */
    unsigned needs; /* enum wgc_measurement */
    enum wgc_feature_test subject;
    const char *text; /* what must hold */
};

enum { WGC_CALLS_MAX = 3 };

/* Expressions of OpenCL C, of type int. */
struct wgc_feature_call {
    const char *value, *expected;
};

struct wgc_feature_test_info {
    const char *id;
    const char *name;                            /* the extension, or "" */
    struct wgc_feature_call call[WGC_CALLS_MAX]; /* after the last one: NULL */
};

struct wgc_c_feature_info {
    const char *name;
    const char *implies; /* names separated by blanks */
};

const struct wgc_query_info *wgc_query_info(enum wgc_query query);
const struct wgc_feature_test_info *wgc_feature_test_info(enum wgc_feature_test test);
size_t wgc_feature_test_calls(const struct wgc_feature_test_info *info); /* their number */

/* Whether the check runs the kernel of its subject. */
bool wgc_query_has_kernel(const struct wgc_query_info *check);

/* The optional features of OpenCL C 3.0; their number in *count. */
const struct wgc_c_feature_info *wgc_c_features(size_t *count);

#endif
