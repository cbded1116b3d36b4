/* Which device a text of --device means, on lists of devices that nobody has to have. */
#include <stdlib.h>
#include <string.h>

#include "run/parts.h"
#include "tests/unit/test.h"

enum { NONE = -1 };

struct row {
    const char *name, *json;
};

/* An Intel CPU: PoCL's device has its name, and its vendor is the CPU's. */
static const struct row on_intel[] = {
    {"cpu-x86-64-v3-Intel(R) Xeon(R) Processor",
     "{\"platform\":\"Portable Computing Language\",\"platform_version\":\"OpenCL 3.0 PoCL 6.0 "
     "Linux\",\"vendor\":\"GenuineIntel\",\"driver_version\":\"6.0+debian\"}"},
    {"Intel(R) Xeon(R) Processor",
     "{\"platform\":\"Intel(R) OpenCL\",\"platform_version\":\"OpenCL 3.0 LINUX\","
     "\"vendor\":\"Intel(R) Corporation\",\"driver_version\":\"2026.22.10.0.01_160000\"}"},
};

/* Two equal boards, a third device of the platform, and two versions of one driver. */
static const struct row on_boards[] = {
    {"NVIDIA H200", "{\"platform\":\"NVIDIA CUDA\",\"platform_version\":\"OpenCL 3.0 CUDA 13.0\","
                    "\"vendor\":\"NVIDIA Corporation\",\"driver_version\":\"580.159\"}"},
    {"NVIDIA H200", "{\"platform\":\"NVIDIA CUDA\",\"platform_version\":\"OpenCL 3.0 CUDA 13.0\","
                    "\"vendor\":\"NVIDIA Corporation\",\"driver_version\":\"580.159\"}"},
    {"NVIDIA H200 / half",
     "{\"platform\":\"NVIDIA CUDA\",\"platform_version\":\"OpenCL 3.0 CUDA 13.0\","
     "\"vendor\":\"NVIDIA Corporation\",\"driver_version\":\"580.159\"}"},
    {"cpu", "{\"platform\":\"PoCL\",\"driver_version\":\"6.0\"}"},
    {"cpu", "{\"platform\":\"PoCL\",\"driver_version\":\"6.0+debian\"}"},
};

static struct wgc_device_list list_of(const struct row *row, size_t count,
                                      struct wgc_device_info *item)
{
    for (size_t i = 0; i < count; i++) {
        item[i] = (struct wgc_device_info){
            .index = (uint32_t)i,
            .name = (char *)(uintptr_t)row[i].name,
            .json = (char *)(uintptr_t)row[i].json,
        };
    }
    return (struct wgc_device_list){.count = count, .item = item};
}

/* The number that the text means, or NONE; the error in *err. */
static int meant(const struct row *row, size_t count, const char *text, struct wgc_err *err)
{
    struct wgc_device_info item[8];
    struct wgc_device_list list = list_of(row, count, item);
    int number = NONE;
    enum wgc_status status = wgc_device_match(&list, text, &number, err);

    assert_true(status == WGC_OK || status == WGC_ERR_INPUT);
    assert_true((status == WGC_OK) == (number != NONE));
    return number;
}

#define MEANT(row, text, err) meant(row, sizeof(row) / sizeof((row)[0]), text, err)

TEST(parts_are_looked_for_in_every_name)
{
    static const struct {
        const char *text;
        int number;
    } rows[] = {
        {"0", 0},
        {"1", 1},
        {"2", NONE},
        {"pocl", 0},
        {"PoCL 6.0", 0},
        {"GENUINEINTEL", 0},
        {"corporation", 1},
        {"portable", 0},
        {"x86-64-v3", 0},
        {"6.0+debian", 0},
        {"2026.22", 1},
        {"intel(r) opencl", 1},
        {"language opencl 3.0 pocl", 0},
        {"intel", NONE},
        {"xeon", NONE},
        {"amd", NONE},
        {"", NONE},
    };
    struct wgc_err err;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int number = MEANT(on_intel, rows[i].text, &err);
        if (number != rows[i].number) {
            fail_msg("\"%s\" means %d, not %d", rows[i].text, number, rows[i].number);
        }
    }
}

TEST(a_whole_name_wins)
{
    struct wgc_err err;

    assert_int_equal(MEANT(on_intel, "Intel(R) Xeon(R) Processor", &err), 1);
    assert_int_equal(MEANT(on_intel, "intel(r) xeon(r) processor", &err), 1);
    assert_int_equal(MEANT(on_boards, "nvidia h200 / half", &err), 2);
    assert_int_equal(MEANT(on_boards, "PoCL/cpu 6.0", &err), 3);
    assert_int_equal(MEANT(on_boards, "PoCL/cpu 6.0+debian", &err), 4);
}

TEST(a_slash_parts_platform_and_device)
{
    struct wgc_err err;

    assert_int_equal(MEANT(on_intel, "intel/xeon", &err), 1);
    assert_int_equal(MEANT(on_intel, "pocl/Intel", &err), 0);
    assert_int_equal(MEANT(on_intel, "Intel(R) OpenCL/Intel(R) Xeon(R) Processor", &err), 1);
    assert_int_equal(MEANT(on_intel, "intel/", &err), 1);
    assert_int_equal(MEANT(on_intel, "/corporation", &err), 1);
    assert_int_equal(MEANT(on_intel, "pocl/corporation", &err), NONE);
    assert_int_equal(MEANT(on_boards, "cuda/half", &err), 2);
    assert_int_equal(MEANT(on_boards, "NVIDIA CUDA/NVIDIA H200 / half", &err), 2);
}

TEST(equal_devices_are_distinguished_by_order)
{
    struct wgc_err err;

    assert_int_equal(MEANT(on_boards, "NVIDIA CUDA/NVIDIA H200", &err), NONE);
    assert_int_equal(MEANT(on_boards, "NVIDIA CUDA/NVIDIA H200#1", &err), 0);
    assert_int_equal(MEANT(on_boards, "NVIDIA CUDA/NVIDIA H200 580.159#2", &err), 1);
    assert_int_equal(MEANT(on_boards, "NVIDIA CUDA/NVIDIA H200#3", &err), NONE);
    assert_int_equal(MEANT(on_boards, "NVIDIA CUDA/NVIDIA H200#0", &err), NONE);
    assert_int_equal(MEANT(on_boards, "h200#3", &err), 2);
    assert_int_equal(MEANT(on_boards, "#1", &err), NONE);
}

TEST(errors_list_devices_with_platforms)
{
    struct wgc_err err;

    assert_int_equal(MEANT(on_intel, "intel", &err), NONE);
    assert_string_equal(err.text,
                        "--device: \"intel\" matches 2 devices (use a number or "
                        "PLATFORM/DEVICE): 0: cpu-x86-64-v3-Intel(R) Xeon(R) Processor [Portable "
                        "Computing Language]; 1: Intel(R) Xeon(R) Processor [Intel(R) OpenCL]");
    assert_int_equal(MEANT(on_boards, "h200 /", &err), 2);
    assert_int_equal(MEANT(on_boards, "cpu", &err), NONE);
    assert_non_null(strstr(err.text, "matches 2 devices"));
    assert_null(strstr(err.text, "H200"));
    assert_int_equal(MEANT(on_boards, "amd", &err), NONE);
    assert_non_null(
        strstr(err.text, "\"amd\" matches no device; the devices are 0: NVIDIA H200 ["));
    assert_non_null(strstr(err.text, "; 4: cpu [PoCL]"));
    assert_int_equal(MEANT(on_boards, "97", &err), NONE);
    assert_non_null(strstr(err.text, "there is no device 97; the devices are 0: NVIDIA H200 ["));
}
