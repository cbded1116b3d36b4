/* SPIR-V tests: a module of each version that the device lists, and one with group instructions. */
#include <stdlib.h>
#include <string.h>

#include "checks/measure.h"
#include "device/spirv_module.h"
#include "device/text.h"

enum { ITEMS = 3, SCOPE_WORK_GROUP = 2, SCOPE_SUB_GROUP = 3, VERSION_FIRST = 100 };

static uint32_t address_bits(const struct wgc_device *device)
{
    return (uint32_t)wgc_property_number(&device->properties, WGC_DEVICE_ADDRESS_BITS);
}

static enum wgc_status note_wrong(cl_int got, const char *right, struct wgc_test_result *result,
                                  struct wgc_err *err)
{
    struct wgc_buf text = {0};

    wgc_buf_printf(&text, "%d, not %s", (int)got, right);
    result->state = WGC_TEST_WRONG;
    result->detail = text.data;
    return text.failed ? wgc_err_memory(err, "the result of a test") : WGC_OK;
}

/* Builds the module and runs it with a work-item for each of the words. */
static enum wgc_status run_module(const struct wgc_device *device,
                                  const struct wgc_spirv_module *module, size_t items, cl_int *word,
                                  struct wgc_test_result *result, struct wgc_err *err)
{
    struct wgc_build build;
    const char *call;
    enum wgc_status status = wgc_build_il(device, WGC_BUILD_BUILD, module->word,
                                          module->count * sizeof module->word[0], "", &build, err);

    if (status != WGC_OK) {
        return status;
    }
    if (build.program == NULL) {
        status = wgc_test_refused(&build, result, err);
    } else {
        int code = wgc_measure_run(device, build.program, "p", items, word, items, &call);
        result->state = WGC_TEST_RIGHT;
        status = code != CL_SUCCESS ? wgc_test_failed(call, code, result, err) : WGC_OK;
    }
    wgc_build_free(device, &build);
    return status;
}

static enum wgc_status test_version(const struct wgc_device *device, unsigned version,
                                    struct wgc_test_result *result, struct wgc_err *err)
{
    struct wgc_spirv_module module;
    cl_int word = 1;

    wgc_spirv_plain(&module, version, address_bits(device));
    enum wgc_status status = run_module(device, &module, 1, &word, result, err);
    if (status == WGC_OK && result->state == WGC_TEST_RIGHT && word != 1 + WGC_SPIRV_ADDED) {
        status = note_wrong(word, "3", result, err);
    }
    return status;
}

/* Calls clCreateProgramWithIL on a device that takes no SPIR-V. */
static void test_none(const struct wgc_device *device, struct wgc_measurements *measured)
{
    struct wgc_spirv_module module;
    int code = CL_SUCCESS;

    if (device->create_with_il == NULL) {
        return;
    }
    wgc_spirv_plain(&module, VERSION_FIRST, address_bits(device));
    cl_program program = device->create_with_il(device->context, module.word,
                                                module.count * sizeof module.word[0], &code);
    if (program != NULL) {
        (void)device->cl->ReleaseProgram(program);
    }
    measured->no_il_called = true;
    measured->no_il_code = code;
}

enum wgc_status wgc_measure_spirv_versions(const struct wgc_device *device,
                                           struct wgc_measurements *measured, struct wgc_err *err)
{
    const char *list = wgc_property_text(measured->properties, WGC_DEVICE_IL_VERSION);
    enum wgc_status status = WGC_OK;
    const char *rest = list;
    size_t length, words = 0;

    while (wgc_next_word(&rest, &length) != NULL) {
        words++;
    }
    if (words == 0) {
        test_none(device, measured);
        return WGC_OK;
    }
    measured->spirv_test = calloc(words, sizeof *measured->spirv_test);
    if (measured->spirv_test == NULL) {
        return wgc_err_memory(err, "SPIR-V versions");
    }
    rest = list;
    for (const char *word; status == WGC_OK && (word = wgc_next_word(&rest, &length)) != NULL;) {
        unsigned version = wgc_text_version(word, "SPIR-V_");
        if (version != 0) {
            struct wgc_spirv_test *test = &measured->spirv_test[measured->spirv_test_count++];
            test->version = version;
            status = test_version(device, version, &test->result, err);
        }
    }
    return status;
}

/*
 * The work-items hold 1, 2 and 4, so that the sum over a group has a bit for each of its
 * work-items: each work-item must be in its own group, and all work-items of a group must have the
 * same sum.
 */
static bool is_partition(const cl_int word[ITEMS])
{
    for (unsigned i = 0; i < ITEMS; i++) {
        if (word[i] < 0 || word[i] >= 1 << ITEMS || (word[i] >> i & 1) == 0) {
            return false;
        }
        for (unsigned k = 0; k < ITEMS; k++) {
            if ((word[i] >> k & 1) != 0 && word[k] != word[i]) {
                return false;
            }
        }
    }
    return true;
}

enum wgc_status wgc_measure_spirv_groups(const struct wgc_device *device,
                                         struct wgc_measurements *measured, struct wgc_err *err)
{
    const bool collectives =
        wgc_property_number(measured->properties,
                            WGC_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT) != 0;
    const bool sub_groups =
        wgc_property_number(measured->properties, WGC_DEVICE_MAX_NUM_SUB_GROUPS) > 0;
    struct wgc_test_result *result = &measured->group_test;
    struct wgc_spirv_module module;
    cl_int word[ITEMS] = {1, 2, 4};
    unsigned lowest, highest;

    if ((device->features >> WGC_FEATURE_spirv & 1) == 0 || (!collectives && !sub_groups)) {
        return WGC_OK;
    }
    wgc_spirv_range(measured->properties, &lowest, &highest);
    wgc_spirv_groups(&module, lowest, collectives ? SCOPE_WORK_GROUP : SCOPE_SUB_GROUP,
                     address_bits(device));
    enum wgc_status status = run_module(device, &module, ITEMS, word, result, err);
    for (unsigned i = 0; i < ITEMS; i++) {
        bool wrong = collectives ? word[i] != 1 + 2 + 4 : !is_partition(word);
        if (status == WGC_OK && result->state == WGC_TEST_RIGHT && wrong) {
            status =
                note_wrong(word[i], collectives ? "7" : "the sum over a sub-group", result, err);
        }
    }
    return status;
}
