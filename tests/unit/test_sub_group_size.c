/* Local sizes that the sub-groups of a kernel decide. */
#include "plan/sub_group_size.h"
#include "tests/unit/test.h"

/* A device: sub-groups of 16, but of one work-item where the local size is no multiple of 8. */
static struct wgc_sub_groups_at choosy(void *context, size_t items)
{
    (void)context;
    const size_t most = items % 8 == 0 ? (items < 16 ? items : 16) : 1;
    return (struct wgc_sub_groups_at){(items + most - 1) / most, most};
}

/* One that has a row as a sub-group. */
static struct wgc_sub_groups_at of_rows(void *context, size_t items)
{
    (void)context;
    return (struct wgc_sub_groups_at){1, items};
}

static struct wgc_sub_groups_at unknown(void *context, size_t items)
{
    (void)context;
    (void)items;
    return (struct wgc_sub_groups_at){0};
}

TEST(each_kind_of_sub_groups_occurs)
{
    for (size_t most = 2; most <= 128; most++) {
        const size_t full = wgc_sub_group_size_of(WGC_SHAPE_FULL, 1024, most);
        const size_t partial = wgc_sub_group_size_of(WGC_SHAPE_PARTIAL, 1024, most);
        const size_t single = wgc_sub_group_size_of(WGC_SHAPE_SINGLE, 1024, most);
        assert_true(full > most && full % most == 0);
        assert_true(partial > most && partial % most != 0);
        assert_true(single > 1 && single <= most);
    }
}

TEST(sub_groups_of_one_work_item_show_nothing)
{
    assert_int_equal(wgc_sub_group_size_of(WGC_SHAPE_FULL, 1024, 1), 0);
    assert_int_equal(wgc_sub_group_size_of(WGC_SHAPE_PARTIAL, 1024, 1), 0);
    assert_int_equal(wgc_sub_group_size_of(WGC_SHAPE_SINGLE, 1024, 1), 0);
    assert_int_equal(wgc_sub_group_size_find(WGC_SHAPE_FULL, 1024, unknown, NULL), 0);
}

TEST(a_size_is_found_where_only_some_have_large_sub_groups)
{
    assert_int_equal(wgc_sub_group_size_find(WGC_SHAPE_FULL, 0, choosy, NULL), 64);
    assert_int_equal(wgc_sub_group_size_find(WGC_SHAPE_PARTIAL, 0, choosy, NULL), 24);
    assert_int_equal(wgc_sub_group_size_find(WGC_SHAPE_SINGLE, 0, choosy, NULL), 16);
}

TEST(a_row_is_one_sub_group)
{
    assert_int_equal(wgc_sub_group_size_find(WGC_SHAPE_FULL, 256, of_rows, NULL), 0);
    assert_int_equal(wgc_sub_group_size_find(WGC_SHAPE_PARTIAL, 256, of_rows, NULL), 0);
    assert_int_equal(wgc_sub_group_size_find(WGC_SHAPE_SINGLE, 256, of_rows, NULL), 256);
}

TEST(no_size_is_past_the_limit)
{
    for (size_t limit = 1; limit < 200; limit++) {
        for (int size = WGC_SHAPE_FULL; size <= WGC_SHAPE_SINGLE; size++) {
            assert_true(wgc_sub_group_size_of((enum wgc_shape_size)size, limit, 16) <= limit);
        }
    }
}
