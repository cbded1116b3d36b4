#include "suite/queries.h"

#define NONE           0
#define STANDARDS      WGC_MEASURE_STANDARDS
#define UNLISTED       WGC_MEASURE_UNLISTED
#define TEST           WGC_MEASURE_TEST
#define TEST_C2        WGC_MEASURE_TEST_C2
#define SUB_GROUPS     WGC_MEASURE_SUB_GROUPS
#define SPIRV_VERSIONS WGC_MEASURE_SPIRV_VERSIONS
#define SPIRV_GROUPS   WGC_MEASURE_SPIRV_GROUPS
#define REQUIRED_SIZES WGC_MEASURE_REQUIRED_SIZES
#define EACH_STANDARD  WGC_MEASURE_EACH_STANDARD
const char *const wgc_program_form[WGC_PROGRAM_FORMS] = {"bare", "plain"};

static const char program_text[] =
    "kernels that build alone, one of each OpenCL C function of this scope and type, also build in "
    "one program";

static const struct wgc_query_info queries[WGC_QUERY_COUNT] = {
#define WGC_QUERY(name, since, needs, judge, subject, text)                                        \
    {#name,                                                                                        \
     WGC_QUERY_KIND_ASKED,                                                                         \
     WGC_SCOPE_COUNT,                                                                              \
     WGC_TYPE_COUNT,                                                                               \
     since,                                                                                        \
     needs,                                                                                        \
     WGC_FEATURE_TEST_##subject,                                                                   \
     text},
#include "suite/queries.def"
#undef WGC_QUERY
#define WGC_PROGRAM(name, scope, type, profile)                                                    \
    {"program_" #name,                                                                             \
     WGC_QUERY_KIND_PROGRAM,                                                                       \
     WGC_SCOPE_##scope,                                                                            \
     WGC_TYPE_##type,                                                                              \
     100,                                                                                          \
     0,                                                                                            \
     WGC_FEATURE_TEST_none,                                                                        \
     program_text},
#include "suite/programs.def"
#undef WGC_PROGRAM
#define WGC_SHARED(name, text)                                                                     \
    {"shared_" #name,                                                                              \
     WGC_QUERY_KIND_SHARED,                                                                        \
     WGC_SCOPE_COUNT,                                                                              \
     WGC_TYPE_COUNT,                                                                               \
     100,                                                                                          \
     0,                                                                                            \
     WGC_FEATURE_TEST_none,                                                                        \
     text},
#include "suite/shared.def"
#undef WGC_SHARED
};

static const struct wgc_feature_test_info feature_tests[WGC_FEATURE_TEST_COUNT] = {
#define WGC_FEATURE_TEST(id, name, ...) {#id, name, {__VA_ARGS__}},
#include "suite/feature_tests.def"
#undef WGC_FEATURE_TEST
};

static const struct wgc_c_feature_info c_features[] = {
#define WGC_C_FEATURE(name, implies, query, bits) {#name, implies},
#include "suite/c_features.def"
#undef WGC_C_FEATURE
};

const struct wgc_query_info *wgc_query_info(enum wgc_query query)
{
    return &queries[query];
}

const struct wgc_feature_test_info *wgc_feature_test_info(enum wgc_feature_test test)
{
    return &feature_tests[test];
}

size_t wgc_feature_test_calls(const struct wgc_feature_test_info *info)
{
    size_t count = 0;

    while (count < WGC_CALLS_MAX && info->call[count].value != NULL) {
        count++;
    }
    return count;
}

bool wgc_query_has_kernel(const struct wgc_query_info *check)
{
    return (check->needs & (WGC_MEASURE_TEST | WGC_MEASURE_TEST_C2)) != 0;
}

const struct wgc_c_feature_info *wgc_c_features(size_t *count)
{
    *count = sizeof c_features / sizeof c_features[0];
    return c_features;
}
