/* The order in which workers get kernels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "manifest_fixture.h"
#include "supervisor/batch.h"

enum { EVERYTHING = 100 };

struct planned {
    struct wgc_manifest manifest; /* of the signatures below */
    struct wgc_signature signature[FIXTURE_SIGNATURES];
    struct wgc_plan *plan;
    struct wgc_cases cases;
    struct wgc_work_queue queue;
};

/* The fixture, with signatures that a test can change. */
static void take_suite(struct planned *planned)
{
    planned->manifest = fixture_suite;
    memcpy(planned->signature, fixture_suite.signature, sizeof planned->signature);
    planned->manifest.signature = planned->signature;
}

static void plan_all(struct planned *planned)
{
    struct wgc_selection selection = {
        .profile = WGC_PROFILE_FULL, .language = {true, true}, .shard = 1, .shards = 1};
    struct wgc_err err = {0};

    assert_int_equal(wgc_plan_make(&planned->manifest, &selection, &planned->plan, &err), WGC_OK);
    assert_int_equal(
        wgc_cases_init(&planned->cases, &planned->manifest, planned->plan, NULL, 1, 0, &err),
        WGC_OK);
    assert_int_equal(wgc_work_queue_init(&planned->queue, &planned->cases, false, &err), WGC_OK);
}

static void clear(struct planned *planned)
{
    wgc_work_queue_free(&planned->queue);
    wgc_cases_free(&planned->cases);
    wgc_plan_free(planned->plan);
}

static enum wgc_type type_of(const struct planned *planned, size_t index)
{
    return planned->manifest.signature[planned->plan->item[index].signature].type;
}

/* Of reduce_add: 1.plain, 64.plain, max.plain, 8x4.loop; of all: 8x4.plain, 8x4.reqd. */
static const uint32_t add_ranks[] = {5, 1, 9, 7}, all_ranks[] = {0, 8},
                      spirv_ranks[] = {2, 3, 4, 6};

static void cases_come_by_rank_and_those_of_a_kernel_together(void **state)
{
    static const char *const expected[] = {
        "c.work_group_all.int.8x4.plain",
        "c.work_group_reduce_add.int.64.plain",
        "c.work_group_reduce_add.int.1.plain",
        "c.work_group_reduce_add.int.max.plain",
        "spirv.work_group_reduce_add.int.1.plain",
        "spirv.work_group_reduce_add.int.64.plain",
        "spirv.work_group_reduce_add.int.max.plain",
        "spirv.work_group_reduce_add.int.8x4.loop",
        "c.work_group_reduce_add.int.8x4.loop",
        "c.work_group_all.int.8x4.reqd",
    };
    struct planned planned = {0};
    struct wgc_batch *batch = NULL;
    struct wgc_err err = {0};
    char name[WGC_CASE_NAME_MAX];

    (void)state;
    take_suite(&planned);
    planned.signature[0].rank = add_ranks;
    planned.signature[1].rank = all_ranks;
    planned.signature[2].rank = spirv_ranks;
    plan_all(&planned);
    for (uint32_t i = 0; i < planned.plan->count; i++) {
        assert_int_equal(planned.plan->item[i].rank, i);
    }
    assert_int_equal(wgc_work_queue_next(&planned.queue, EVERYTHING, &batch, &err), WGC_OK);
    assert_int_equal(batch->count, sizeof expected / sizeof expected[0]);
    for (size_t i = 0; i < batch->count; i++) {
        wgc_case_name(&planned.manifest, &planned.plan->item[batch->entry[i].index], name);
        assert_string_equal(name, expected[i]);
    }
    wgc_batch_free(batch);
    clear(&planned);
}

/* The plan begins with half and ends with long, whose features are numbered one after the other. */
static void no_two_signatures_have_one_kernel(void **state)
{
    struct planned planned = {0};

    (void)state;
    take_suite(&planned);
    planned.signature[0].type = WGC_TYPE_half;
    planned.signature[FIXTURE_SIGNATURES - 1].type = WGC_TYPE_long;
    plan_all(&planned);
    assert_int_equal(type_of(&planned, 0), WGC_TYPE_half);
    assert_int_equal(type_of(&planned, planned.plan->count - 1), WGC_TYPE_long);
    for (size_t i = 0; i < planned.plan->count; i++) {
        for (size_t j = 0; j < i; j++) {
            assert_true(planned.queue.kernel[i] != planned.queue.kernel[j] ||
                        planned.plan->item[i].signature == planned.plan->item[j].signature);
        }
    }
    clear(&planned);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cases_come_by_rank_and_those_of_a_kernel_together),
        cmocka_unit_test(no_two_signatures_have_one_kernel),
    };

    return cmocka_run_group_tests_name("supervisor_queue", tests, NULL, NULL);
}
