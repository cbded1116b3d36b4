/* Launches: where the work-groups are, how large they are, and that each has data of its own. */
#include <stdlib.h>
#include <string.h>

#include "patterns/patterns.h"
#include "tests/unit/test.h"
#include "tests/unit/trial_fixture.h"
#include "trial/launch.h"

static const size_t sides[][3] = {{1, 1, 1}, {2, 1, 1}, {7, 1, 1}, {64, 1, 1},  {8, 4, 1},
                                  {1, 9, 1}, {7, 5, 3}, {1, 1, 6}, {4096, 1, 1}};

static unsigned rank_of(const size_t side[3])
{
    return side[2] > 1 ? 3 : side[1] > 1 ? 2 : 1;
}

TEST(launches_cover_their_items)
{
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        for (enum wgc_geometry geometry = 0; geometry < WGC_GEOMETRY_COUNT; geometry++) {
            struct wgc_launch launch;
            size_t items = 0, groups = 0;
            wgc_launch_make(geometry, rank_of(sides[i]), sides[i], 24, &launch);
            assert_true(launch.dimensions >= rank_of(sides[i]) && launch.dimensions <= 3);
            for (size_t p = 0; p < launch.part_count; p++) {
                items += launch.part[p].items * launch.part[p].groups;
                groups += launch.part[p].groups;
            }
            assert_int_equal(items, launch.global[0] * launch.global[1] * launch.global[2]);
            assert_int_equal(groups, launch.group_count);
            assert_true(launch.group_count >= (geometry == WGC_GEOMETRY_EXAMPLE ? 1 : 24));
            assert_true(launch.group_count <= 36);
            for (unsigned d = launch.dimensions; d < 3; d++) {
                assert_int_equal(launch.global[d], 1);
                assert_int_equal(launch.offset[d], 0);
            }
        }
    }
}

TEST(an_offset_is_no_multiple_of_the_local_size)
{
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        struct wgc_launch launch;
        wgc_launch_make(WGC_GEOMETRY_OFFSET, rank_of(sides[i]), sides[i], 24, &launch);
        for (unsigned d = 0; d < 3 && d < launch.dimensions; d++) {
            assert_true(launch.offset[d] > 0);
            assert_true(sides[i][d] == 1 || launch.offset[d] % sides[i][d] != 0);
        }
    }
}

TEST(a_remainder_is_in_each_dimension_of_more_than_one_item)
{
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        struct wgc_launch launch;
        size_t sizes = 1;
        wgc_launch_make(WGC_GEOMETRY_REMAINDER, rank_of(sides[i]), sides[i], 24, &launch);
        for (unsigned d = 0; d < 3; d++) {
            assert_int_equal(launch.global[d] % sides[i][d] != 0, sides[i][d] > 1);
            sizes *= sides[i][d] > 1 ? 2 : 1;
        }
        assert_int_equal(launch.part_count, sizes);
        assert_int_equal(launch.group_items, sides[i][0] * sides[i][1] * sides[i][2]);
    }
}

TEST(a_local_size_divides_any_launch)
{
    static const size_t global[3] = {100, 9, 4};
    static const size_t local[][3] = {{1, 1, 1}, {100, 9, 4}, {7, 1, 1}, {64, 2, 3}, {100, 5, 4}};
    static const size_t parts[] = {1, 1, 2, 8, 2}, groups[] = {3600, 1, 540, 20, 2};

    for (size_t i = 0; i < sizeof local / sizeof *local; i++) {
        struct wgc_launch launch;
        size_t items = 0, count = 0;
        wgc_launch_over(3, global, local[i], &launch);
        for (size_t p = 0; p < launch.part_count; p++) {
            items += launch.part[p].items * launch.part[p].groups;
            count += launch.part[p].groups;
        }
        assert_int_equal(items, 3600);
        assert_int_equal(launch.part_count, parts[i]);
        assert_int_equal(launch.group_count, groups[i]);
        assert_int_equal(count, groups[i]);
        assert_int_equal(launch.group_items, local[i][0] * local[i][1] * local[i][2]);
        assert_memory_equal(launch.global, global, sizeof global);
        assert_memory_equal(launch.local, local[i], sizeof *local);
    }
}

TEST(groups_spread_over_the_dimensions)
{
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        struct wgc_launch launch;
        wgc_launch_make(WGC_GEOMETRY_GROUPS_2D, rank_of(sides[i]), sides[i], 24, &launch);
        assert_true(launch.groups[0] > 1 && launch.groups[1] > 3 && launch.groups[2] == 1);
        wgc_launch_make(WGC_GEOMETRY_GROUPS_3D, rank_of(sides[i]), sides[i], 24, &launch);
        assert_true(launch.groups[0] > 1 && launch.groups[1] > 1 && launch.groups[2] > 3);
    }
}

/* Rows of a slot's input, of which no two neighbours may be equal. */
static void check_neighbours(const struct wgc_trial_spec *spec, const struct wgc_trial *trial)
{
    const size_t bytes = trial->group_items * wgc_type_info(spec->signature->type)->bytes;
    const unsigned char *input = trial->input;
    for (size_t s = 0; s < trial->slot_count; s++) {
        const unsigned char *row = input + s * trial->group_count * bytes;
        for (size_t g = 1; g < trial->group_count; g++, row += bytes) {
            if (memcmp(row, row + bytes, bytes) == 0) {
                fail_msg(
                    "groups %zu and %zu of slot %zu are equal: kind %d op %d type %s, %zu items",
                    g - 1, g, s, (int)spec->signature->kind, (int)spec->signature->op,
                    wgc_type_info(spec->signature->type)->name, trial->group_items);
            }
        }
    }
}

/* The same work-group's data in slots that follow each other. */
static void check_slots(const struct wgc_trial *trial, size_t bytes)
{
    const unsigned char *input = trial->input;
    size_t equal = 0;
    for (size_t s = 1; s < trial->slot_count; s++) {
        for (size_t g = 0; g < trial->group_count; g++) {
            const unsigned char *row =
                input + (s * trial->slot_items + g * trial->group_items) * bytes;
            equal += memcmp(row, row - trial->slot_items * bytes, trial->group_items * bytes) == 0;
        }
    }
    assert_true(equal * 4 <= trial->slot_count * trial->group_count);
}

TEST(neighbouring_groups_and_slots_differ)
{
    static const enum wgc_slot slots[] = {WGC_SLOT_CALL, WGC_SLOT_CALL, WGC_SLOT_CALL};
    struct wgc_trial_cache *cache = wgc_trial_cache_create(1 << 20);
    const struct wgc_form form = fake_form(WGC_GEOMETRY_LINEAR, 3, slots);
    assert_non_null(cache);
    for (enum wgc_op op = 0; op < WGC_OP_COUNT; op++) {
        for (enum wgc_type type = 0; type < WGC_TYPE_COUNT; type++) {
            const bool real = wgc_type_info(type)->value_class == WGC_FLOAT;
            const bool bitwise = op == WGC_OP_and || op == WGC_OP_or || op == WGC_OP_xor;
            if ((wgc_is_logical(op) && type != WGC_TYPE_int) || (bitwise && real)) {
                continue;
            }
            for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
                const struct wgc_signature signature =
                    fake_signature(WGC_SCOPE_WORK_GROUP, WGC_KIND_SCAN_INCLUSIVE, op, type);
                struct wgc_trial_spec spec = fake_spec(&signature, &form, 1);
                spec.rank = rank_of(sides[i]);
                memcpy(spec.local_size, sides[i], sizeof spec.local_size);
                struct wgc_trial *trial = fake_trial(&spec, cache);
                check_neighbours(&spec, trial);
                check_slots(trial, wgc_type_info(type)->bytes);
                wgc_trial_free(trial);
            }
        }
    }
    wgc_trial_cache_free(cache);
}

/* Each position is some work-group's root, by the ids that the kernel gets. */
TEST(every_item_is_a_root_in_turn)
{
    static const struct {
        enum wgc_kind kind;
        size_t side[3];
    } cases[] = {{WGC_KIND_BROADCAST, {64, 1, 1}},
                 {WGC_KIND_BROADCAST_2D, {13, 5, 1}},
                 {WGC_KIND_BROADCAST_3D, {7, 5, 3}},
                 {WGC_KIND_BROADCAST_3D, {1, 1, 1}}};
    struct wgc_trial_cache *cache = wgc_trial_cache_create(1 << 20);
    const struct wgc_form form = fake_form(WGC_GEOMETRY_LINEAR, 1, NULL);
    assert_non_null(cache);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct wgc_signature signature =
            fake_signature(WGC_SCOPE_WORK_GROUP, cases[i].kind, WGC_OP_NONE, WGC_TYPE_float);
        struct wgc_trial_spec spec = fake_spec(&signature, &form, 1);
        bool seen[128] = {false};
        spec.rank = rank_of(cases[i].side);
        memcpy(spec.local_size, cases[i].side, sizeof spec.local_size);
        struct wgc_trial *trial = fake_trial(&spec, cache);
        const uint32_t *ids = trial->aux;
        for (size_t g = 0; g < trial->group_count; g++, ids += 3) {
            const size_t *side = cases[i].side;
            assert_true(ids[0] < side[0] && ids[1] < side[1] && ids[2] < side[2]);
            seen[(ids[2] * side[1] + ids[1]) * side[0] + ids[0]] = true;
        }
        for (size_t k = 0; k < trial->group_items; k++) {
            assert_true(seen[k]);
        }
        wgc_trial_free(trial);
    }
    wgc_trial_cache_free(cache);
}

TEST(the_example_is_the_standards)
{
    static const int32_t input[] = {3, 1, 7, 0, 4, 1, 6, 3};
    static const int32_t sums[] = {3, 4, 11, 11, 15, 16, 22, 25};
    struct wgc_trial_cache *cache = wgc_trial_cache_create(0);
    const struct wgc_form form = fake_form(WGC_GEOMETRY_EXAMPLE, 1, NULL);
    const struct wgc_signature signature =
        fake_signature(WGC_SCOPE_WORK_GROUP, WGC_KIND_SCAN_INCLUSIVE, WGC_OP_add, WGC_TYPE_int);
    const struct wgc_trial_spec spec = fake_spec(&signature, &form, 8);
    struct wgc_mismatch mismatch;
    assert_non_null(cache);
    struct wgc_trial *trial = fake_trial(&spec, cache);
    assert_int_equal(trial->group_count, 1);
    assert_memory_equal(trial->input, input, sizeof input);
    unsigned char *output = fake_memory(1, trial->output_bytes);
    memcpy(output, trial->poison, trial->output_bytes);
    memcpy(output + trial->guard_items * sizeof *sums, sums, sizeof sums);
    assert_true(fake_judge(trial, output, NULL, &mismatch));
    output[trial->guard_items * sizeof *sums + 4 * sizeof *sums] = 14; /* the misprint */
    assert_false(fake_judge(trial, output, NULL, &mismatch));
    assert_string_equal(mismatch.expected, "15 (0x0000000f)");
    wgc_mismatch_free(&mismatch);
    free(output);
    wgc_trial_free(trial);
    wgc_trial_cache_free(cache);
}
