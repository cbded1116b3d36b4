/* The text by which --device finds a device again, where others have the same names. */
#include <stdlib.h>
#include <string.h>

#include "device/parts.h"
#include "tests/unit/test.h"

/* A device's handle is the address of its row, and so is its platform's. */
struct row {
    const char *platform, *name, *driver, *selector;
};

static struct row rows[] = {
    {"PoCL", "cpu", "6.0", "PoCL/cpu 6.0"},     {"CUDA", "H200", "580", "CUDA/H200 580#1"},
    {"CUDA", "H200", "580", "CUDA/H200 580#2"}, {"CUDA", "H100", "580", "CUDA/H100"},
    {"PoCL", "cpu", "7.1", "PoCL/cpu 7.1"},     {"Other", "cpu", "6.0", "Other/cpu"},
    {"CUDA", "H200", "580", "CUDA/H200 580#3"},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static cl_int give(const char *text, size_t room, void *value, size_t *size)
{
    if (size != NULL) {
        *size = strlen(text) + 1;
    }
    if (value != NULL && room > strlen(text)) {
        memcpy(value, text, strlen(text) + 1);
    }
    return CL_SUCCESS;
}

static cl_int CL_API_CALL platform_info(cl_platform_id platform, cl_platform_info parameter,
                                        size_t room, void *value, size_t *size)
{
    const struct row *row = (const void *)platform;

    assert_int_equal(parameter, CL_PLATFORM_NAME);
    return give(row->platform, room, value, size);
}

static cl_int CL_API_CALL device_info(cl_device_id device, cl_device_info parameter, size_t room,
                                      void *value, size_t *size)
{
    const struct row *row = (const void *)device;

    assert_true(parameter == CL_DEVICE_NAME || parameter == CL_DRIVER_VERSION);
    return give(parameter == CL_DEVICE_NAME ? row->name : row->driver, room, value, size);
}

TEST(each_device_has_a_text_of_its_own)
{
    const struct wgc_cl cl = {.GetPlatformInfo = platform_info, .GetDeviceInfo = device_info};
    struct wgc_device_place item[ROWS];
    const struct wgc_device_places places = {.count = ROWS, .item = item};

    for (size_t i = 0; i < ROWS; i++) {
        item[i].platform = (void *)&rows[i];
        item[i].id = (void *)&rows[i];
    }
    for (size_t i = 0; i < ROWS; i++) {
        const struct wgc_properties properties = {
            .value = {[WGC_DEVICE_NAME] = {.text = (char *)(uintptr_t)rows[i].name},
                      [WGC_DRIVER_VERSION] = {.text = (char *)(uintptr_t)rows[i].driver}},
            .platform = (char *)(uintptr_t)rows[i].platform,
        };
        char *selector = wgc_device_selector(&cl, &places, i, &properties);
        assert_non_null(selector);
        assert_string_equal(selector, rows[i].selector);
        free(selector);
    }
}
