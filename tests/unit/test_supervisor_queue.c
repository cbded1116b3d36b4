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

/* Whether the kernel is one of SPIR-V, and its form. */
static size_t program_of(const struct wgc_manifest *manifest, const struct wgc_plan *plan,
                         uint32_t index)
{
    const struct wgc_case *item = &plan->item[index];
    const bool spirv = manifest->signature[item->signature].language == WGC_LANGUAGE_SPIRV;

    return spirv ? 9 : item->form < 2 ? 0 : 1; /* the last two forms have the same options */
}

/* After the first ones, kernels of one program come together, a part of the plan at a time. */
static void kernels_of_a_program_come_together(void **state)
{
    static const struct wgc_form forms[] = {
        {.name = "plain", .variant = "plain", .feature = -1},
        {.name = "loop", .variant = "loop", .feature = -1},
        {.name = "unoptimized", .variant = "unoptimized", .feature = -1},
        {.name = "arms_unoptimized", .variant = "arms_unoptimized", .feature = -1},
    };
    enum { FORMS = sizeof forms / sizeof forms[0], FUNCTIONS = 160, BY_RANK = 24 + 96, PART = 480 };
    static const uint32_t ranks[1] = {0};
    static struct wgc_signature signatures[2 * FUNCTIONS];
    static struct wgc_case items[2 * FUNCTIONS * FORMS];
    const struct wgc_manifest manifest = {.signature = signatures,
                                          .signature_count = 2 * FUNCTIONS,
                                          .form = forms,
                                          .form_count = FORMS};
    const struct wgc_plan plan = {.item = items, .count = 2 * FUNCTIONS * FORMS};
    struct wgc_cases cases;
    struct wgc_work_queue queue;
    struct wgc_err err = {0};
    size_t changes = 0;

    (void)state;
    for (uint32_t i = 0; i < plan.count; i++) {
        const uint32_t signature = i % (2 * FUNCTIONS);
        signatures[signature] = (struct wgc_signature){
            .language = signature % 2 ? WGC_LANGUAGE_SPIRV : WGC_LANGUAGE_C, .rank = ranks};
        items[i] =
            (struct wgc_case){.signature = signature,
                              .form = (uint16_t)((i / (2 * FUNCTIONS) + signature / 2) % FORMS)};
    }
    assert_int_equal(wgc_cases_init(&cases, &manifest, &plan, NULL, 1, 0, &err), WGC_OK);
    assert_int_equal(wgc_work_queue_init(&queue, &cases, false, &err), WGC_OK);
    assert_int_equal(queue.count, plan.count);
    for (uint32_t i = 0; i < BY_RANK; i++) {
        assert_int_equal(queue.order[i], i);
    }
    for (uint32_t i = BY_RANK; i < plan.count; i++) {
        const bool first = (i - BY_RANK) % PART == 0;
        assert_int_equal((queue.order[i] - BY_RANK) / PART, (i - BY_RANK) / PART);
        changes += !first && program_of(&manifest, &plan, queue.order[i]) !=
                                 program_of(&manifest, &plan, queue.order[i - 1]);
    }
    assert_int_equal(changes, 3 * 2); /* three parts; two ways in C, and SPIR-V */
    wgc_work_queue_free(&queue);
    wgc_cases_free(&cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cases_come_by_rank_and_those_of_a_kernel_together),
        cmocka_unit_test(no_two_signatures_have_one_kernel),
        cmocka_unit_test(kernels_of_a_program_come_together),
    };

    return cmocka_run_group_tests_name("supervisor_queue", tests, NULL, NULL);
}
