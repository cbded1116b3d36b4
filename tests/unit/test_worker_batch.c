/* harness/worker: batches, on a driver in memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/test.h"
#include <cjson/cJSON.h>

#include "base/file.h"
#include "tests/unit/pack_fixture.h"
#include "tests/unit/worker_fake_cl.h"
#include "worker/parts.h"

enum { CASES_MAX = 16, BATCH = 7, KERNELS = 10, NO_SIGNATURE = 999 };

/* A suite of two shapes and two forms that share a kernel, with a signature for each kernel. */
static const char *const kernels[KERNELS] = {"sum",  "other_sum", "third_sum", "bad",   "wrong",
                                             "idle", "refused",   "lost",      "small", "absent"};

struct verdict {
    bool started, done;
    uint32_t state;
    char *reason, *mismatch, *log;
    struct wgc_about about;
};

struct fixture {
    char folder[64];
    struct wgc_manifest manifest;
    struct wgc_signature signature[KERNELS];
    struct wgc_kernel kernel[KERNELS];
    char entry[KERNELS][48];
    struct fake_driver driver;
    struct wgc_session session;
    int fd[2];
    struct verdict verdict[CASES_MAX];
    size_t builds;
    uint32_t built[CASES_MAX]; /* kernels of each build */
    uint64_t named;            /* cases of the latest build, bits */
    uint64_t refused[CASES_MAX];
    size_t refusals;
    bool ended;
};

static void put_file(const struct fixture *fixture, const char *name, const struct wgc_buf *text)
{
    struct wgc_buf path = {0};
    struct wgc_err err;

    wgc_buf_printf(&path, "%s/%s", fixture->folder, name);
    assert_int_equal(wgc_file_write(path.data, text->data, text->size, &err), WGC_OK);
    wgc_buf_free(&path);
}

/* A signature for each kernel, and one packed file with all of them but "absent". */
static void put_suite(struct fixture *fixture)
{
    static const struct wgc_shape shapes[] = {{"64", 1, false, {64, 1, 1}},
                                              {"2048", 1, false, {2048, 1, 1}}};
    static const struct wgc_form forms[] = {
        {"plain", "plain", "w", "f", WGC_GEOMETRY_LINEAR, false, 1, {WGC_SLOT_CALL}, -1, 0, 0},
        {"offset", "plain", "w", "f", WGC_GEOMETRY_OFFSET, false, 1, {WGC_SLOT_CALL}, -1, 0, 0}};
    static const size_t both[] = {0, 1};
    static const struct wgc_cell cells[] = {{0, WGC_PROFILE_QUICK, 2, both},
                                            {1, WGC_PROFILE_QUICK, 2, both}};
    static const struct wgc_grid grid = {2, cells};
    struct wgc_buf source = {0}, pack = {0};

    for (size_t i = 0; i < KERNELS; i++) {
        struct wgc_signature *signature = &fixture->signature[i];
        const bool absent = strcmp(kernels[i], "absent") == 0;
        (void)snprintf(fixture->entry[i], sizeof fixture->entry[i], "k_%s_plain", kernels[i]);
        fixture->kernel[i] =
            (struct wgc_kernel){"plain", absent ? "absent.cl" : "all.cl", fixture->entry[i]};
        *signature = (struct wgc_signature){.language = WGC_LANGUAGE_C,
                                            .function = kernels[i],
                                            .kind = WGC_KIND_REDUCE,
                                            .op = WGC_OP_add,
                                            .type = WGC_TYPE_int,
                                            .constant = 3,
                                            .kernel_count = 1,
                                            .kernel = &fixture->kernel[i]};
        if (strcmp(kernels[i], "third_sum") == 0) {
            signature->requires[signature->requires_count++] = WGC_FEATURE_fp64;
        }
        if (!absent) {
            wgc_buf_printf(&source, "//@ kernel %s\n%skernel void %s()\n", fixture->entry[i],
                           strstr(kernels[i], "bad") != NULL ? "#error\n" : "", fixture->entry[i]);
        }
    }
    fixture->manifest = (struct wgc_manifest){.folder = fixture->folder,
                                              .suite_version = "1",
                                              .suite_digest = wgc_built_suite.suite_digest,
                                              .prelude = "p.cl",
                                              .shape_count = 2,
                                              .shape = shapes,
                                              .form_count = 2,
                                              .form = forms,
                                              .grid_count = 1,
                                              .grid = &grid,
                                              .signature_count = KERNELS,
                                              .signature = fixture->signature};
    fixture->session.manifest = &fixture->manifest;
    const struct fixture_entry all = {"all.cl", source.data, source.size, false};
    fixture_pack(&all, 1, wgc_built_suite.suite_digest, &pack);
    put_file(fixture, "c.pack", &pack);
    wgc_buf_free(&pack);
    wgc_buf_free(&source);
}

static void open_fake(struct fixture *fixture)
{
    static char empty[] = "";
    struct wgc_session *session = &fixture->session;
    struct wgc_device *device = &session->device;
    struct wgc_err err;

    fake_driver_table(&session->cl);
    device->cl = &session->cl;
    device->place.id = fake_driver_device(&fixture->driver);
    device->features = UINT64_C(1) << WGC_FEATURE_fp64;
    device->properties = (struct wgc_properties){
        .value = {[WGC_DEVICE_AVAILABLE] = {.number = 1},
                  [WGC_DEVICE_COMPILER_AVAILABLE] = {.number = 1},
                  [WGC_DEVICE_MAX_WORK_GROUP_SIZE] = {.number = 1024},
                  [WGC_DEVICE_MAX_WORK_ITEM_SIZES] = {.size = {4096, 1024, 1024}}},
        .platform = empty,
        .version = 300,
        .c_version_count = 1,
        .c_version = {300},
    };
    assert_int_equal(wgc_device_open(device, &err), WGC_OK);
}

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    struct wgc_session *session;

    assert_non_null(fixture);
    session = &fixture->session;
    (void)snprintf(fixture->folder, sizeof fixture->folder, "/tmp/wgconform-test-XXXXXX");
    assert_non_null(mkdtemp(fixture->folder));
    put_suite(fixture);
    assert_int_equal(pipe(fixture->fd), 0);
    session->reply_fd = fixture->fd[1];
    session->config.suite_folder = fixture->folder;
    session->config.seed = 1;
    session->sources.folder = fixture->folder;
    session->cache = wgc_trial_cache_create((size_t)1 << 20);
    assert_non_null(session->cache);
    session->max_items = 1024;
    open_fake(fixture);
    *state = fixture;
    return 0;
}

static void remove_file(const struct fixture *fixture, const char *name)
{
    struct wgc_buf path = {0};

    wgc_buf_printf(&path, "%s/%s", fixture->folder, name);
    assert_int_equal(unlink(path.data), 0);
    wgc_buf_free(&path);
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    struct wgc_session *session = &fixture->session;

    wgc_session_free_buffers(session);
    wgc_device_shut(&session->device);
    assert_int_equal(fixture->driver.live, 0);
    wgc_trial_cache_free(session->cache);
    wgc_sources_free(&session->sources);
    wgc_buf_free(&session->payload);
    for (size_t i = 0; i < CASES_MAX; i++) {
        free(fixture->verdict[i].reason);
        free(fixture->verdict[i].mismatch);
        free(fixture->verdict[i].log);
    }
    remove_file(fixture, "c.pack");
    assert_int_equal(rmdir(fixture->folder), 0);
    (void)close(fixture->fd[0]);
    if (fixture->fd[1] >= 0) {
        (void)close(fixture->fd[1]);
    }
    free(fixture);
    return 0;
}

/* In the driver, making data and judging: no more than in all. */
static void check_times(struct wgc_wire_view *view)
{
    double part, parts = 0.0, all;

    for (int i = 0; i < 3; i++) {
        assert_true(wgc_wire_get_f64(view, &part) && part >= 0.0);
        parts += part;
    }
    assert_true(wgc_wire_get_f64(view, &all) && wgc_wire_at_end(view));
    assert_true(parts <= all * (1.0 + 1e-9) + 1e-9);
}

static uint32_t get_number(struct wgc_wire_view *view)
{
    uint32_t number;

    assert_true(wgc_wire_get_u32(view, &number));
    return number;
}

static void take_result(struct fixture *fixture, struct wgc_wire_view *view)
{
    struct verdict *verdict = &fixture->verdict[get_number(view)];
    double seconds;

    assert_false(verdict->done);
    verdict->done = true;
    verdict->state = get_number(view);
    assert_true(wgc_wire_get_f64(view, &seconds));
    (void)get_number(view); /* work-items of a sub-group */
    assert_true(wgc_about_get(view, &verdict->about));
    assert_true(wgc_wire_get_str(view, &verdict->reason));
    assert_true(wgc_wire_get_str(view, &verdict->mismatch));
    assert_true(wgc_wire_get_str(view, &verdict->log));
    assert_true(wgc_wire_at_end(view));
}

/* The kernels to build, each by a case of it, or the case to run. */
static void take_in_flight(struct fixture *fixture, struct wgc_wire_view *view)
{
    const uint32_t step = get_number(view), count = get_number(view);
    uint64_t named = 0;

    for (uint32_t i = 0; i < count; i++) {
        const uint32_t index = get_number(view);
        named |= UINT64_C(1) << index;
        fixture->verdict[index].started = fixture->verdict[index].started || step == WGC_STEP_RUN;
    }
    assert_true(wgc_wire_at_end(view));
    if (step == WGC_STEP_BUILD) {
        fixture->named = named;
        fixture->built[fixture->builds++] = count;
    } else {
        assert_int_equal(step, WGC_STEP_RUN);
        assert_int_equal(count, 1);
    }
}

/* Of the program that was named last; its parts are built next. */
static void take_refusal(struct fixture *fixture, struct wgc_wire_view *view)
{
    char *reason = NULL, *log = NULL;

    assert_true(fixture->builds > 0 && fixture->built[fixture->builds - 1] > 1);
    assert_true(wgc_wire_get_str(view, &reason) && wgc_wire_get_str(view, &log));
    assert_true(wgc_wire_at_end(view));
    assert_string_equal(reason, "clBuildProgram: CL_BUILD_PROGRAM_FAILURE (-11): line 1: #error");
    assert_true(log != NULL && strstr(log, "#error") != NULL);
    fixture->refused[fixture->refusals++] = fixture->named;
    free(reason);
    free(log);
}

static void take_replies(struct fixture *fixture)
{
    struct wgc_wire_reader reader = {0};
    struct wgc_wire_view view;

    (void)close(fixture->fd[1]);
    fixture->fd[1] = -1;
    while (wgc_wire_fill(&reader, fixture->fd[0]) > 0) {
        while (wgc_wire_next(&reader, &view) == WGC_WIRE_MESSAGE) {
            assert_false(fixture->ended);
            assert_int_equal(get_number(&view), BATCH);
            if (view.type == WGC_MSG_IN_FLIGHT) {
                take_in_flight(fixture, &view);
            } else if (view.type == WGC_MSG_REFUSED) {
                take_refusal(fixture, &view);
            } else if (view.type == WGC_MSG_RESULT) {
                take_result(fixture, &view);
            } else {
                assert_int_equal(view.type, WGC_MSG_BATCH_END);
                check_times(&view);
                fixture->ended = true;
            }
        }
    }
    wgc_wire_reader_free(&reader);
}

/* A name that no case has becomes the number of no case. */
static void put_batch(const struct fixture *fixture, struct wgc_buf *payload, uint32_t build_only,
                      size_t count, const char *const *name)
{
    struct wgc_err err;

    wgc_wire_put_u32(payload, BATCH);
    wgc_wire_put_u32(payload, build_only);
    wgc_wire_put_u32(payload, (uint32_t)count);
    for (size_t i = 0; i < count; i++) {
        struct wgc_case item;
        if (wgc_case_find(fixture->session.manifest, name[i], &item, &err) != WGC_OK) {
            item = (struct wgc_case){.signature = NO_SIGNATURE};
        }
        wgc_wire_put_u32(payload, item.signature);
        wgc_wire_put_u32(payload, item.form);
        wgc_wire_put_u32(payload, item.shape);
    }
}

/* Runs the cases as one batch. */
static enum wgc_status run(struct fixture *fixture, size_t count, const char *const *name,
                           struct wgc_err *err)
{
    struct wgc_buf payload = {0};
    struct wgc_wire_view view = {.type = WGC_MSG_BATCH};
    enum wgc_status status;

    put_batch(fixture, &payload, 0, count, name);
    view.data = (const unsigned char *)payload.data;
    view.size = payload.size;
    status = wgc_batch_run(&fixture->session, &view, err);
    wgc_buf_free(&payload);
    take_replies(fixture);
    return status;
}

static void run_well(struct fixture *fixture, size_t count, const char *const *name)
{
    struct wgc_err err;

    assert_int_equal(run(fixture, count, name, &err), WGC_OK);
    assert_true(fixture->ended);
    for (size_t i = 0; i < count; i++) {
        assert_true(fixture->verdict[i].done);
    }
}

static void check(const struct fixture *fixture, size_t index, enum wgc_state state,
                  const char *reason)
{
    assert_int_equal(fixture->verdict[index].state, state);
    assert_string_equal(fixture->verdict[index].reason, reason);
}

TEST_WITH(test_one_program, set_up, tear_down)
{
    static const char *const names[] = {"c.third_sum.int.64.plain", "c.sum.int.64.plain",
                                        "c.other_sum.int.64.plain"};
    struct fixture *fixture = *state;

    run_well(fixture, 3, names);
    assert_int_equal(fixture->builds, 1);
    assert_int_equal(fixture->built[0], 3);
    for (size_t i = 0; i < 3; i++) {
        assert_true(fixture->verdict[i].started);
        check(fixture, i, WGC_STATE_PASS, "");
    }
}

TEST_WITH(test_wrong_values, set_up, tear_down)
{
    static const char *const names[] = {"c.wrong.int.64.plain", "c.idle.int.64.plain"};
    struct fixture *fixture = *state;

    run_well(fixture, 2, names);
    for (size_t i = 0; i < 2; i++) {
        cJSON *object = cJSON_Parse(fixture->verdict[i].mismatch);
        assert_int_equal(fixture->verdict[i].state, WGC_STATE_FAIL);
        assert_true(cJSON_IsString(cJSON_GetObjectItem(object, "expected")));
        assert_true(cJSON_GetObjectItem(object, "wrong_groups")->valuedouble >= 1);
        cJSON_Delete(object);
    }
}

TEST_WITH(test_culprit_kernel_alone, set_up, tear_down)
{
    static const char *const names[] = {"c.sum.int.64.plain", "c.bad.int.64.plain",
                                        "c.other_sum.int.64.plain", "c.third_sum.int.64.plain"};
    struct fixture *fixture = *state;

    run_well(fixture, 4, names);
    check(fixture, 0, WGC_STATE_PASS, "");
    check(fixture, 1, WGC_STATE_BUILD_ERROR,
          "clBuildProgram: CL_BUILD_PROGRAM_FAILURE (-11): line 1: #error");
    assert_string_equal(fixture->verdict[1].log, "line 1: #error\nthat was all\xef\xbf\xbd");
    assert_false(fixture->verdict[1].started);
    check(fixture, 2, WGC_STATE_PASS, "");
    check(fixture, 3, WGC_STATE_PASS, "");
    assert_int_equal(fixture->built[0], 4);
    assert_int_equal(fixture->driver.programs_made, fixture->builds);
    /* of four kernels, then of the half with the bad one */
    assert_int_equal(fixture->refusals, 2);
    assert_int_equal(fixture->refused[0], 0xF);
    assert_int_equal(__builtin_popcountll(fixture->refused[1]), 2);
    assert_true((fixture->refused[1] & 2) != 0);
}

/* Whether a batch of these kernels, only to build, ends without REFUSED; *reason is that of
 * REFUSED. */
static bool build_program(struct fixture *fixture, size_t count, const char *const *name,
                          char reason[256])
{
    struct wgc_buf payload = {0};
    struct wgc_wire_view view = {.type = WGC_MSG_BATCH};
    struct wgc_wire_reader reader = {0};
    struct wgc_err err;
    char *text = NULL, *log = NULL;

    put_batch(fixture, &payload, 1, count, name);
    view.data = (const unsigned char *)payload.data;
    view.size = payload.size;
    assert_int_equal(wgc_batch_run(&fixture->session, &view, &err), WGC_OK);
    wgc_buf_free(&payload);
    assert_true(wgc_wire_fill(&reader, fixture->fd[0]) > 0);
    assert_int_equal(wgc_wire_next(&reader, &view), WGC_WIRE_MESSAGE);
    assert_int_equal(get_number(&view), BATCH);
    const bool refused = view.type == WGC_MSG_REFUSED;
    reason[0] = '\0';
    if (refused) {
        assert_true(wgc_wire_get_str(&view, &text) && wgc_wire_get_str(&view, &log));
        assert_true(wgc_wire_at_end(&view));
        (void)snprintf(reason, 256, "%s", text);
        free(text);
        free(log);
        assert_int_equal(wgc_wire_next(&reader, &view), WGC_WIRE_MESSAGE);
        assert_int_equal(get_number(&view), BATCH);
    }
    assert_int_equal(view.type, WGC_MSG_BATCH_END);
    check_times(&view);
    assert_int_equal(wgc_wire_next(&reader, &view), WGC_WIRE_MORE);
    wgc_wire_reader_free(&reader);
    return !refused;
}

TEST_WITH(test_program_without_cases, set_up, tear_down)
{
    static const char *const good[] = {"c.sum.int.64.plain", "c.other_sum.int.64.plain",
                                       "c.third_sum.int.64.plain"};
    static const char *const bad[] = {"c.sum.int.64.plain", "c.bad.int.64.plain"};
    struct fixture *fixture = *state;
    char reason[256];

    assert_true(build_program(fixture, 3, good, reason));
    assert_string_equal(reason, "");
    assert_int_equal(fixture->driver.programs_made, 1);
    assert_false(build_program(fixture, 2, bad, reason));
    assert_string_equal(reason, "clBuildProgram: CL_BUILD_PROGRAM_FAILURE (-11): line 1: #error");
    assert_true(build_program(fixture, 1, bad, reason));
    assert_int_equal(fixture->driver.programs_made, 3);
}

TEST_WITH(test_refused_launch, set_up, tear_down)
{
    static const char *const names[] = {"c.refused.int.64.plain", "c.sum.int.64.plain"};
    struct fixture *fixture = *state;

    run_well(fixture, 2, names);
    check(fixture, 0, WGC_STATE_FAIL, "clEnqueueNDRangeKernel: CL_INVALID_WORK_GROUP_SIZE (-54)");
    assert_int_equal(fixture->verdict[0].about.kind, WGC_ABOUT_CALL);
    check(fixture, 1, WGC_STATE_PASS, "");
    assert_int_equal(fixture->driver.contexts_made, 1);
}

TEST_WITH(test_lost_device, set_up, tear_down)
{
    static const char *const names[] = {"c.sum.int.64.plain", "c.lost.int.64.plain",
                                        "c.small.int.64.plain", "c.wrong.int.64.plain"};
    struct fixture *fixture = *state;

    run_well(fixture, 4, names);
    check(fixture, 0, WGC_STATE_PASS, "");
    check(fixture, 1, WGC_STATE_FAIL, "clEnqueueNDRangeKernel: CL_OUT_OF_RESOURCES (-5)");
    check(fixture, 2, WGC_STATE_SKIP,
          "a local size of 64 has 64 work-items and CL_KERNEL_WORK_GROUP_SIZE is 32");
    assert_int_equal(fixture->verdict[2].about.kind, WGC_ABOUT_LOCAL_SIZE);
    assert_int_equal(fixture->verdict[2].about.limit, WGC_LIMIT_KERNEL);
    assert_int_equal(fixture->verdict[3].state, WGC_STATE_FAIL);
    assert_string_not_equal(fixture->verdict[3].mismatch, "");
    assert_int_equal(fixture->driver.contexts_made, 2);
    assert_int_equal(fixture->builds, 2); /* the rest once more */
}

TEST_WITH(test_lost_for_good, set_up, tear_down)
{
    static const char *const names[] = {"c.lost.int.64.plain", "c.small.int.64.plain"};
    struct fixture *fixture = *state;
    struct wgc_err err;

    fixture->driver.stubborn = true;
    assert_int_equal(run(fixture, 2, names, &err), WGC_ERR_DEVICE);
    assert_non_null(strstr(err.text, "clCreateContext: CL_DEVICE_NOT_AVAILABLE (-2)"));
    assert_true(fixture->verdict[0].done);
    assert_false(fixture->verdict[1].done);
    assert_false(fixture->ended);
}

TEST_WITH(test_what_cannot_run, set_up, tear_down)
{
    static const char *const names[] = {"c.absent.int.64.plain", "c.no.int.64.plain",
                                        "c.sum.int.2048.plain", "c.third_sum.int.64.plain"};
    struct fixture *fixture = *state;

    fixture->session.device.features = 0;
    run_well(fixture, 4, names);
    assert_int_equal(fixture->verdict[0].state, WGC_STATE_ERROR);
    assert_non_null(strstr(fixture->verdict[0].reason, "/c.pack: has no absent.cl"));
    assert_int_equal(fixture->verdict[1].state, WGC_STATE_ERROR);
    assert_string_equal(fixture->verdict[1].reason,
                        "the suite has no case of signature 999, form 0, shape 0");
    check(fixture, 2, WGC_STATE_SKIP,
          "a local size of 2048 has 2048 work-items and CL_DEVICE_MAX_WORK_GROUP_SIZE is 1024");
    assert_int_equal(fixture->verdict[3].state, WGC_STATE_SKIP);
    assert_int_equal(fixture->builds, 0);
}

TEST_WITH(test_batch_that_lies, set_up, tear_down)
{
    static const unsigned char many[] = {BATCH, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255};
    static const unsigned char more[] = {BATCH, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    static const unsigned char mode[] = {BATCH, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0};
    struct fixture *fixture = *state;
    struct wgc_wire_view view = {.type = WGC_MSG_BATCH, .data = many, .size = sizeof many};
    struct wgc_err err;

    assert_int_equal(wgc_batch_run(&fixture->session, &view, &err), WGC_ERR_RUN);
    view = (struct wgc_wire_view){.type = WGC_MSG_BATCH, .data = more, .size = sizeof more};
    assert_int_equal(wgc_batch_run(&fixture->session, &view, &err), WGC_ERR_RUN);
    view = (struct wgc_wire_view){.type = WGC_MSG_BATCH, .data = more, .size = 3};
    assert_int_equal(wgc_batch_run(&fixture->session, &view, &err), WGC_ERR_RUN);
    view = (struct wgc_wire_view){.type = WGC_MSG_BATCH, .data = mode, .size = sizeof mode};
    assert_int_equal(wgc_batch_run(&fixture->session, &view, &err), WGC_ERR_RUN);
}

/* A verdict comes of a launch of the case's own kernel, which has no other case in it. */
TEST_WITH(test_each_case_is_launched, set_up, tear_down)
{
    static const char *const names[] = {"c.sum.int.64.plain", "c.other_sum.int.64.plain",
                                        "c.sum.int.64.offset", "c.other_sum.int.64.offset",
                                        "c.sum.int.64.plain"};
    struct fixture *fixture = *state;

    run_well(fixture, 5, names);
    assert_int_equal(fixture->driver.launches, 5);
    assert_int_equal(fixture->driver.programs_made, 1);
    for (size_t i = 0; i < 5; i++) {
        assert_true(fixture->verdict[i].started);
        check(fixture, i, WGC_STATE_PASS, "");
    }
}
