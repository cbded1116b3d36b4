#include "tests/unit/manifest_fixture.h"

enum { SHAPES = 4, FORMS = 3, GRIDS = 2, CHECK_GRIDS = 2 };

static const struct wgc_shape shapes[SHAPES] = {
    {"1", 1, WGC_SHAPE_SIDES, {1, 1, 1}},
    {"64", 1, WGC_SHAPE_SIDES, {64, 1, 1}},
    {"8x4", 2, WGC_SHAPE_SIDES, {8, 4, 1}},
    {"max", 1, WGC_SHAPE_MAX, {1, 1, 1}},
};
static const struct wgc_form forms[FORMS] = {
    {"plain", "plain", "w", "f", WGC_GEOMETRY_LINEAR, false, 1, {WGC_SLOT_CALL}, -1, 0, 0},
    {"loop",
     "loop",
     "w",
     "f",
     WGC_GEOMETRY_LINEAR,
     false,
     2,
     {WGC_SLOT_CALL, WGC_SLOT_CALL},
     -1,
     0,
     0},
    {"reqd",
     "reqd",
     "w",
     "f",
     WGC_GEOMETRY_LINEAR,
     true,
     1,
     {WGC_SLOT_CALL},
     WGC_FEATURE_fp64,
     0,
     0},
};
static const size_t small[] = {0, 1}, plane[] = {2}, largest[] = {3}, first[] = {0};
static const struct wgc_cell add_cells[] = {
    {0, WGC_PROFILE_QUICK, 2, small},
    {0, WGC_PROFILE_FULL, 1, largest},
    {1, WGC_PROFILE_DEFAULT, 1, plane},
};
static const struct wgc_cell all_cells[] = {
    {0, WGC_PROFILE_QUICK, 1, plane},
    {2, WGC_PROFILE_QUICK, 1, plane},
};
static const struct wgc_cell quick_cell[] = {{0, WGC_PROFILE_QUICK, 1, first}};
static const struct wgc_cell default_cell[] = {{0, WGC_PROFILE_DEFAULT, 1, first}};
static const struct wgc_grid grids[GRIDS + CHECK_GRIDS] = {
    {3, add_cells},
    {2, all_cells},
    {1, quick_cell},
    {1, default_cell},
};
static const struct wgc_clause clauses[] = {{"c1", "s", "t", "loop", NULL}};
static const size_t clause[] = {0};
static const struct wgc_kernel add_kernels[] = {{"plain", "c/a.cl", "k_add_int_plain"}};
static const struct wgc_kernel all_kernels[] = {
    {"plain", "c/a.cl", "k_all_plain"},
    {"reqd-8x4", "c/a.cl", "k_all_reqd_8x4"},
};
static const struct wgc_kernel spirv_kernels[] = {
    {"plain", "spirv/a.plain.spv", "k_add_int_plain"}};

#define REDUCE_ADD                                                                                 \
    .function = "work_group_reduce_add", .kind = WGC_KIND_REDUCE, .op = WGC_OP_add,                \
    .type = WGC_TYPE_int, .constant = -3, .grid = 0, .kernel_count = 1, .requires_count = 1
#define CHECK(name, in_grid)                                                                       \
    .language = WGC_LANGUAGE_QUERY, .query = WGC_QUERY_##name, .function = #name,                  \
    .kind = WGC_KIND_MAPPING, .op = WGC_OP_NONE, .grid = GRIDS + (in_grid)

static const struct wgc_signature signatures[FIXTURE_SIGNATURES + FIXTURE_CHECKS] = {
    {REDUCE_ADD, .language = WGC_LANGUAGE_C, .requires = {WGC_FEATURE_collective_functions},
     .kernel = add_kernels, .emulated_kernel_count = 1, .emulated_kernel = add_kernels,
     .clause_count = 1, .clause = clause},
    {.language = WGC_LANGUAGE_C,
     .function = "work_group_all",
     .kind = WGC_KIND_ALL,
     .op = WGC_OP_NONE,
     .type = WGC_TYPE_int,
     .constant = -3,
     .grid = 1,
     .kernel_count = 2,
     .kernel = all_kernels},
    {REDUCE_ADD, .language = WGC_LANGUAGE_SPIRV, .requires = {WGC_FEATURE_spirv},
     .kernel = spirv_kernels},
    {CHECK(fp16, 0), .clause_count = 1, .clause = clause},
    {CHECK(fp64, 0)},
    {CHECK(program_sub_group_uint, 1)},
};

#define SUITE                                                                                      \
    .folder = "suite", .suite_version = "0.1.0",                                                   \
    .suite_digest = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",            \
    .prelude = "emulated/prelude.cl", .shape_count = SHAPES, .shape = shapes, .form_count = FORMS, \
    .form = forms, .grid = grids, .clause_count = 1, .clause = clauses, .signature = signatures

const struct wgc_manifest fixture_suite = {SUITE, .grid_count = GRIDS,
                                           .signature_count = FIXTURE_SIGNATURES};
const struct wgc_manifest fixture_suite_with_checks = {SUITE, .grid_count = GRIDS + CHECK_GRIDS,
                                                       .signature_count =
                                                           FIXTURE_SIGNATURES + FIXTURE_CHECKS};
