/* What a worker is sent of the suite: all of it comes back, and what is broken is refused. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "tests/unit/test.h"
#include "wire/case_data.h"

static char function[] = "work_group_reduce_add", form[] = "loop", shape[] = "7x5x3";
static char module[] = "a\0b", source[] = "kernel void f() {}", prelude[] = "#define X";

static void make(struct wgc_buf *payload)
{
    struct wgc_case_data item[2] = {
        {.signature = {.language = WGC_LANGUAGE_C,
                       .function = function,
                       .kind = WGC_KIND_CLUSTERED_REDUCE,
                       .scope = WGC_SCOPE_SUB_GROUP,
                       .op = WGC_OP_NONE,
                       .type = WGC_TYPE_double,
                       .cluster = 4,
                       .width = 16,
                       .argument = 3,
                       .constant = -7,
                       .more = {0, 4, LONG_MIN},
                       .requires_count = 2,
                       .requires = {WGC_FEATURE_fp64, WGC_FEATURE_subgroups}},
         .form = {.name = form,
                  .variant = form,
                  .geometry = WGC_GEOMETRY_GROUPS_3D,
                  .per_shape = true,
                  .slot_count = 3,
                  .slot = {WGC_SLOT_CALL, WGC_SLOT_COPY, WGC_SLOT_SCRATCH},
                  .feature = WGC_FEATURE_non_uniform_work_groups,
                  .cluster = 8,
                  .required_size = 32},
         .shape = {.name = shape, .rank = 3, .side = {7, 5, 3}},
         .kernel = {"loop", "c/f.cl", "wgc_f"},
         .signature_number = 17,
         .kernel_number = 3,
         .text = 1,
         .has_kernel = true},
        {.signature = {.language = WGC_LANGUAGE_QUERY, .function = function},
         .form = {.name = form, .variant = form, .feature = -1},
         .shape = {.name = shape, .rank = 1, .size = WGC_SHAPE_MAX, .side = {1, 1, 1}}}};
    struct wgc_case_text text[2] = {{module, 3}, {source, sizeof source - 1}};
    const struct wgc_case_set set = {.count = 2,
                                     .texts = 2,
                                     .item = item,
                                     .text = text,
                                     .prelude = {prelude, sizeof prelude - 1}};

    wgc_case_set_put(payload, &set);
}

static struct wgc_case_set *get(const struct wgc_buf *payload, size_t size)
{
    struct wgc_wire_view view = {.data = (const unsigned char *)payload->data, .size = size};

    return wgc_case_set_get(&view);
}

TEST(all_comes_back)
{
    struct wgc_buf payload = {0};

    make(&payload);
    struct wgc_case_set *set = get(&payload, payload.size);
    assert_non_null(set);
    assert_int_equal(set->count, 2);
    const struct wgc_case_data *item = &set->item[0];
    assert_string_equal(item->signature.function, function);
    assert_int_equal(item->signature.kind, WGC_KIND_CLUSTERED_REDUCE);
    assert_int_equal(item->signature.width, 16);
    assert_int_equal(item->signature.argument, 3);
    assert_int_equal(item->form.cluster, 8);
    assert_int_equal(item->form.required_size, 32);
    assert_int_equal(item->signature.scope, WGC_SCOPE_SUB_GROUP);
    assert_int_equal(item->signature.op, WGC_OP_NONE);
    assert_int_equal(item->signature.type, WGC_TYPE_double);
    assert_int_equal(item->signature.cluster, 4);
    assert_int_equal(item->signature.constant, -7);
    assert_int_equal(item->signature.more[1], 4);
    assert_true(item->signature.more[2] == LONG_MIN);
    assert_int_equal(item->signature.requires_count, 2);
    assert_int_equal(item->signature.requires[1], WGC_FEATURE_subgroups);
    assert_int_equal(item->form.geometry, WGC_GEOMETRY_GROUPS_3D);
    assert_true(item->form.per_shape);
    assert_int_equal(item->form.slot_count, 3);
    assert_int_equal(item->form.slot[2], WGC_SLOT_SCRATCH);
    assert_int_equal(item->form.feature, WGC_FEATURE_non_uniform_work_groups);
    assert_int_equal(item->shape.rank, 3);
    assert_int_equal(item->shape.side[0] * 100 + item->shape.side[1] * 10 + item->shape.side[2],
                     753);
    assert_string_equal(item->kernel.entry, "wgc_f");
    assert_int_equal(item->signature_number * 10 + item->kernel_number, 173);
    assert_string_equal(set->text[item->text].data, source);
    assert_int_equal(set->text[0].size, 3);
    assert_memory_equal(set->text[0].data, module, 3);
    assert_string_equal(set->prelude.data, prelude);
    assert_false(set->item[1].has_kernel);
    assert_int_equal(set->item[1].form.feature, -1);
    assert_int_equal(set->item[1].shape.size, WGC_SHAPE_MAX);
    wgc_case_set_free(set);
    wgc_buf_free(&payload);
}

TEST(what_is_cut_is_refused)
{
    struct wgc_buf payload = {0};

    make(&payload);
    for (size_t size = 0; size < payload.size; size++) {
        assert_null(get(&payload, size));
    }
    wgc_buf_char(&payload, 'x');
    assert_null(get(&payload, payload.size));
    wgc_buf_free(&payload);
}

/* Whatever is in it, enumerators and indices are in their ranges. */
TEST(noise_does_no_harm)
{
    struct wgc_buf good = {0};
    uint64_t seed = 3;

    make(&good);
    for (int i = 0; i < 20000; i++) {
        struct wgc_buf payload = {0};
        wgc_buf_add(&payload, good.data, good.size);
        for (uint64_t k = 1 + random_below(&seed, 3); k > 0; k--) {
            payload.data[random_below(&seed, payload.size)] = (char)random_bits(&seed);
        }
        struct wgc_case_set *set = get(&payload, payload.size);
        for (uint32_t k = 0; set != NULL && k < set->count; k++) {
            const struct wgc_case_data *item = &set->item[k];
            assert_true((unsigned)item->signature.kind < WGC_KIND_COUNT);
            assert_true((unsigned)item->signature.type < WGC_TYPE_COUNT);
            assert_true(item->form.slot_count <= WGC_MAX_SLOTS);
            assert_true(item->signature.requires_count <= WGC_MAX_REQUIRES);
            assert_true(!item->has_kernel || item->text < set->texts);
            assert_true(item->shape.rank >= 1 && item->shape.rank <= 3);
        }
        wgc_case_set_free(set);
        wgc_buf_free(&payload);
    }
    wgc_buf_free(&good);
}
