/* The device that CL_DEVICE_TYPE, CL_PLATFORM_INDEX and CL_DEVICE_INDEX choose, on a list of
 * devices that nobody has to have. */
#include "run/parts.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"

enum { NONE = -1 };

/* Platform 1 has no device. */
#define ROW(platform, type, is_default)                                                            \
    "{\"platform\":\"P" #platform "\",\"platform_index\":" #platform ",\"device_type\":\"" type    \
    "\",\"default_device\":" #is_default "}"

static const char *const rows[] = {
    ROW(0, "CL_DEVICE_TYPE_CPU", false),
    ROW(0, "CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_GPU", true),
    ROW(0, "CL_DEVICE_TYPE_GPU", false),
    ROW(0, "CL_DEVICE_TYPE_CUSTOM", false),
    ROW(2, "CL_DEVICE_TYPE_ACCELERATOR", true),
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static void set(const char *name, const char *value)
{
    if (value == NULL) {
        assert_int_equal(unsetenv(name), 0);
    } else {
        assert_int_equal(setenv(name, value, 1), 0);
    }
}

/* Reads the variables; NULL: not set. */
static enum wgc_status read_of(const char *type, const char *platform, const char *device,
                               struct wgc_cts_device *chosen, struct wgc_err *err)
{
    set("CL_DEVICE_TYPE", type);
    set("CL_PLATFORM_INDEX", platform);
    set("CL_DEVICE_INDEX", device);
    return wgc_cts_device_read(chosen, err);
}

static int match(const struct wgc_cts_device *chosen, struct wgc_err *err)
{
    struct wgc_device_info item[ROWS];
    const struct wgc_device_list list = {.count = ROWS, .item = item};
    int number = NONE;

    for (size_t i = 0; i < ROWS; i++) {
        item[i] = (struct wgc_device_info){
            .index = (uint32_t)i,
            .name = (char *)(uintptr_t) "device",
            .json = (char *)(uintptr_t)rows[i],
        };
    }
    enum wgc_status status = wgc_cts_device_match(&list, chosen, &number, err);
    assert_true(status == WGC_OK || status == WGC_ERR_INPUT);
    assert_true((status == WGC_OK) == (number != NONE));
    return number;
}

TEST(type_platform_and_number_choose_a_device)
{
    static const struct {
        const char *type, *platform, *device;
        int number;
    } cases[] = {
        {NULL, "0", NULL, 1}, /* the default device of the first platform */
        {NULL, NULL, "0", 1},
        {"default", NULL, NULL, 1},
        {"CL_DEVICE_TYPE_DEFAULT", "2", NULL, 4},
        {"cpu", NULL, NULL, 0},
        {"gpu", NULL, NULL, 1},
        {"CL_DEVICE_TYPE_GPU", "", "1", 2},
        {"gpu", NULL, "2", NONE},
        {"all", "0", "1", 1},
        {"all", "0", "2", 2},
        {"all", "0", "3", NONE}, /* CL_DEVICE_TYPE_ALL is without custom devices */
        {"custom", NULL, NULL, 3},
        {"accelerator", NULL, NULL, NONE},
        {"accelerator", "2", NULL, 4},
        {"all", "1", NULL, NONE}, /* counted, though no device is of it */
        {"all", "7", NULL, NONE},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct wgc_cts_device chosen;
        struct wgc_err err;
        assert_int_equal(read_of(cases[i].type, cases[i].platform, cases[i].device, &chosen, &err),
                         WGC_OK);
        assert_true(chosen.given);
        assert_int_equal(match(&chosen, &err), cases[i].number);
        if (cases[i].number == NONE) {
            assert_non_null(strstr(err.text, "CL_PLATFORM_INDEX"));
            assert_non_null(strstr(err.text, "4: device [P2]"));
        }
    }
}

TEST(nothing_is_chosen_without_a_variable)
{
    struct wgc_cts_device chosen;
    struct wgc_err err;

    assert_int_equal(read_of(NULL, NULL, NULL, &chosen, &err), WGC_OK);
    assert_false(chosen.given);
    assert_int_equal(read_of("", "", "", &chosen, &err), WGC_OK);
    assert_false(chosen.given);
}

TEST(a_value_that_means_nothing_is_an_error_that_names_the_variable)
{
    static const struct {
        const char *type, *platform, *device, *text;
    } cases[] = {
        {"GPU", NULL, NULL, "CL_DEVICE_TYPE: \"GPU\""},
        {"CL_DEVICE_TYPE_gpu", NULL, NULL, "CL_DEVICE_TYPE: "},
        {NULL, "first", NULL, "CL_PLATFORM_INDEX: \"first\" is not a number"},
        {NULL, "-1", NULL, "CL_PLATFORM_INDEX: \"-1\""},
        {NULL, NULL, "1x", "CL_DEVICE_INDEX: \"1x\""},
        {"gpu", NULL, "99999999999999999999", "CL_DEVICE_INDEX: "},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct wgc_cts_device chosen;
        struct wgc_err err;
        assert_int_equal(read_of(cases[i].type, cases[i].platform, cases[i].device, &chosen, &err),
                         WGC_ERR_INPUT);
        assert_non_null(strstr(err.text, cases[i].text));
    }
}
