/* Judging calls whose kernels do not write their sub-groups: a partition must explain the results.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"
#include "tests/unit/trial_fixture.h"

static const enum wgc_slot bare[] = {WGC_SLOT_BARE};

static const struct wgc_signature signatures[] = {
    {.kind = WGC_KIND_ALL, .op = WGC_OP_NONE, .type = WGC_TYPE_int},
    {.kind = WGC_KIND_BROADCAST, .op = WGC_OP_NONE, .type = WGC_TYPE_int},
    {.kind = WGC_KIND_REDUCE, .op = WGC_OP_add, .type = WGC_TYPE_int},
    {.kind = WGC_KIND_REDUCE, .op = WGC_OP_mul, .type = WGC_TYPE_float},
    {.kind = WGC_KIND_SCAN_INCLUSIVE, .op = WGC_OP_add, .type = WGC_TYPE_double},
    {.kind = WGC_KIND_SCAN_EXCLUSIVE, .op = WGC_OP_mul, .type = WGC_TYPE_ulong},
    {.kind = WGC_KIND_SCAN_EXCLUSIVE, .op = WGC_OP_max, .type = WGC_TYPE_short},
    {.kind = WGC_KIND_REDUCE_INIT, .op = WGC_OP_min, .type = WGC_TYPE_long},
    {.kind = WGC_KIND_SCAN_EXCLUSIVE_INIT, .op = WGC_OP_add, .type = WGC_TYPE_float},
    {.kind = WGC_KIND_SCAN_INCLUSIVE_INIT, .op = WGC_OP_add, .type = WGC_TYPE_half},
};
enum { SIGNATURES = sizeof signatures / sizeof *signatures };

/* A launch of the form: the sub-groups that the driver reports (0: none), and its size. */
struct launch {
    size_t items, count, size, hint;
};

/* Whether a device passes with a function; if not, the reason is in text. */
static bool passes(const struct wgc_signature *of, const struct fake_device *device,
                   const struct launch *launch, char text[static 512])
{
    const struct wgc_signature signature =
        fake_signature(WGC_SCOPE_SUB_GROUP, of->kind, of->op, of->type);
    const struct wgc_form form = fake_form(WGC_GEOMETRY_LINEAR, 1, bare);
    struct wgc_trial_spec spec = fake_spec(&signature, &form, launch->items);
    struct wgc_trial_cache *cache = wgc_trial_cache_create(0);
    assert_non_null(cache);
    spec.sub_group_hint = launch->hint;
    spec.sub_group_count = launch->count;
    spec.sub_group_size = launch->size;
    const bool right = fake_passes(device, &spec, cache, text);
    wgc_trial_cache_free(cache);
    return right;
}

static void assert_all(const struct fake_device *device, const struct launch *launch, bool right)
{
    char text[512];
    for (size_t i = 0; i < SIGNATURES; i++) {
        if (passes(&signatures[i], device, launch, text) != right) {
            fail_msg("%s %s over %zu items, %zu sub-groups of %zu: %s",
                     wgc_kind_name(signatures[i].kind), wgc_type_info(signatures[i].type)->name,
                     launch->items, launch->count, launch->size, right ? text : "passes");
        }
    }
}

/* Sub-groups of any size that agrees with the driver, where it reports one. */
TEST(any_legal_partition_passes)
{
    static const size_t sizes[] = {1, 3, 8, 16, 37, 64}, items[] = {1, 5, 37, 64};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const struct fake_device device = {.sub_group_size = sizes[s]};
        for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
            const size_t count = (items[i] + sizes[s] - 1) / sizes[s];
            assert_all(&device, &(struct launch){.items = items[i]}, true);
            assert_all(&device, &(struct launch){.items = items[i], .hint = 16}, true);
            assert_all(&device, &(struct launch){items[i], count, sizes[s], sizes[s]}, true);
            assert_all(&device, &(struct launch){items[i], count, 0, 0}, true);
            assert_all(&device, &(struct launch){items[i], 0, sizes[s], sizes[s]}, true);
        }
    }
}

/* Of what the device that made this form necessary does, the reductions: each item's own value. */
TEST(what_the_driver_reports_of_the_kernel_holds)
{
    const struct fake_device alone = {.sub_group_size = 1}, eight = {.sub_group_size = 8};
    const struct wgc_signature *product = &signatures[3];
    char text[512];
    assert_int_equal(product->op, WGC_OP_mul);
    assert_true(passes(product, &alone, &(struct launch){.items = 5}, text));
    assert_false(passes(product, &alone, &(struct launch){5, 1, 16, 16}, text));
    assert_non_null(strstr(text, "wrong value, whatever the sub-groups are, here of 5 work-items"));
    assert_false(passes(product, &eight, &(struct launch){37, 3, 16, 16}, text));
    assert_false(passes(product, &eight, &(struct launch){37, 6, 4, 4}, text));
    assert_non_null(strstr(text, "clGetKernelSubGroupInfo gives what no partition has"));
    assert_true(passes(product, &eight, &(struct launch){37, 5, 8, 8}, text));
    assert_true(passes(product, &eight, &(struct launch){37, 5, 16, 16}, text)); /* at most */
    assert_false(passes(product, &eight, &(struct launch){37, 6, 8, 8}, text));
    assert_false(passes(product, &eight, &(struct launch){37, 10, 4, 4}, text));
}

/* Mapped otherwise in some work-groups, and not as runs of one size. */
TEST(one_partition_holds_for_all_work_groups)
{
    const struct fake_device mixed = {.sub_group_size = 8, .mixed = true};
    const struct fake_device scattered = {.sub_group_size = 8, .scattered = true};
    const struct fake_device across = {.sub_group_size = 8, .across = true};
    const struct launch launch = {.items = 37, .count = 5, .hint = 8}, untold = {.items = 37};
    char text[512];
    assert_all(&mixed, &launch, false);
    assert_all(&mixed, &untold, false);
    assert_all(&scattered, &launch, false);
    for (size_t i = 0; i < SIGNATURES; i++) {
        assert_false(passes(&signatures[i], &across, &launch, text));
        assert_true(passes(&signatures[i], &across, &untold, text)); /* one sub-group */
    }
}

/* Wrong in the last item of the tenth work-group's last sub-group alone. */
static void wrong_once(const struct fake_group *group, const void *context)
{
    const size_t bytes = wgc_type_info(group->call.type)->bytes;
    unsigned char *result = group->result;
    (void)context;
    wgc_oracle_exact(&group->call, group->x, group->n, group->init, group->root, result);
    if (group->group == 9 && group->n == 5 && wgc_is_truth(group->call.kind, group->call.op)) {
        result[4 * bytes] = result[4 * bytes] == 0;
    } else if (group->group == 9 && group->n == 5) {
        result[5 * bytes - 1] ^= 0x81;
    }
}

TEST(a_single_wrong_item_is_found)
{
    const struct fake_device device = {.function = wrong_once};
    assert_all(&device, &(struct launch){37, 5, 8, 8}, false);
    assert_all(&device, &(struct launch){.items = 37}, false);
    assert_all(&device, &(struct launch){5, 1, 8, 8}, false);
}

/* The item that is named is in every sub-group, whatever the partition. */
TEST(ids_are_in_every_sub_group)
{
    static const struct {
        size_t items, count, size, least;
    } cases[] = {
        {64, 4, 16, 16}, {65, 5, 16, 1}, {67, 5, 16, 3}, {5, 1, 16, 5}, {5, 1, 3, 1},
        {64, 0, 16, 1},  {64, 4, 0, 1},  {37, 5, 9, 1},  {1, 1, 1, 1},  {64, 9, 16, 1},
    };
    const struct wgc_signature signature =
        fake_signature(WGC_SCOPE_SUB_GROUP, WGC_KIND_BROADCAST, WGC_OP_NONE, WGC_TYPE_int);
    const struct wgc_form form = fake_form(WGC_GEOMETRY_LINEAR, 1, bare);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct wgc_trial_cache *cache = wgc_trial_cache_create(0);
        struct wgc_trial_spec spec = fake_spec(&signature, &form, cases[c].items);
        uint32_t most = 0;
        assert_non_null(cache);
        spec.sub_group_hint = cases[c].size;
        spec.sub_group_count = cases[c].count;
        spec.sub_group_size = cases[c].size;
        struct wgc_trial *trial = fake_trial(&spec, cache);
        const uint32_t *aux = trial->aux;
        assert_false(wgc_trial_needs_map(trial));
        assert_int_equal(trial->meta_bytes, 0);
        for (size_t g = 0; g < trial->group_count; g++) {
            most = aux[g * cases[c].items] > most ? aux[g * cases[c].items] : most;
        }
        if (cases[c].size == 3) { /* a contradiction of the two queries */
            assert_true(most < 3);
        } else {
            assert_int_equal(most, cases[c].least - 1);
        }
        wgc_trial_free(trial);
        wgc_trial_cache_free(cache);
    }
}

/* The kernel reads the first alone; the bounds of sums and products were made for all. */
TEST(initial_values_are_the_same_for_a_work_group)
{
    const struct wgc_form form = fake_form(WGC_GEOMETRY_LINEAR, 1, bare);
    for (size_t i = SIGNATURES - 3; i < SIGNATURES; i++) {
        const struct wgc_signature signature = fake_signature(
            WGC_SCOPE_SUB_GROUP, signatures[i].kind, signatures[i].op, signatures[i].type);
        const struct wgc_trial_spec spec = fake_spec(&signature, &form, 37);
        struct wgc_trial_cache *cache = wgc_trial_cache_create(0);
        const size_t bytes = wgc_type_info(signature.type)->bytes;
        assert_non_null(cache);
        struct wgc_trial *trial = fake_trial(&spec, cache);
        const unsigned char *aux = trial->aux;
        assert_true(wgc_has_init(signature.kind));
        for (size_t k = 0; k < trial->slot_items; k++) {
            assert_memory_equal(aux + k * bytes, aux + k / 37 * 37 * bytes, bytes);
        }
        wgc_trial_free(trial);
        wgc_trial_cache_free(cache);
    }
}

/* The size that clusters are compared with where kernels do not write their sub-groups. */
TEST(the_least_legal_size_is_known)
{
    static const struct {
        size_t items, count, size, least;
    } cases[] = {{67, 5, 16, 14}, {64, 4, 16, 16}, {5, 1, 16, 5}, {5, 0, 0, 1}, {37, 6, 4, 0}};
    const struct wgc_signature signature =
        fake_signature(WGC_SCOPE_SUB_GROUP, WGC_KIND_REDUCE, WGC_OP_add, WGC_TYPE_int);
    const struct wgc_form form = fake_form(WGC_GEOMETRY_LINEAR, 1, bare);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct wgc_trial_cache *cache = wgc_trial_cache_create(0);
        struct wgc_trial_spec spec = fake_spec(&signature, &form, cases[c].items);
        struct wgc_err err;
        size_t least = 99;
        assert_non_null(cache);
        spec.sub_group_count = cases[c].count;
        spec.sub_group_size = cases[c].size;
        struct wgc_trial *trial = fake_trial(&spec, cache);
        assert_int_equal(wgc_trial_largest_sub_group(trial, NULL, &least, &err), WGC_OK);
        assert_int_equal(least, cases[c].least);
        wgc_trial_free(trial);
        wgc_trial_cache_free(cache);
    }
}
