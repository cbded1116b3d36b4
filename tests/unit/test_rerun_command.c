/* The words with which a command for the same driver begins. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "run/rerun_command.h"
#include "tests/unit/test.h"

/* Asserts the words, joined by "|", of a program that was called so. */
static void expect_called(const char *called, const char *program, const char *folder,
                          const char *const *environment, const char *expected)
{
    const struct wgc_rerun_context context = {program, called, folder, environment};
    struct wgc_buf joined = {0};
    struct wgc_err err;
    char **words;

    assert_int_equal(wgc_rerun_command(&context, &words, &err), WGC_OK);
    for (char **word = words; *word != NULL; word++) {
        wgc_buf_printf(&joined, "%s%s", word == words ? "" : "|", *word);
        free(*word);
    }
    free(words);
    assert_string_equal(joined.data, expected);
    wgc_buf_free(&joined);
}

static void expect(const char *program, const char *folder, const char *const *environment,
                   const char *expected)
{
    expect_called(NULL, program, folder, environment, expected);
}

TEST(without_set_up_the_variables_come_first)
{
    static const char *const environment[] = {"HOME=/h",
                                              "POCL_DEBUG=a b",
                                              "POCL_CACHE_DIR=/tmp/c",
                                              "POCL_DEVICES=cpu",
                                              "LD_LIBRARY_PATH=/lib/a:/lib/b",
                                              "OCL_ICD_VENDORS=/v",
                                              "OCL_ICD_VENDORS_OTHER=/v",
                                              "OPENCL_LAYERS=",
                                              "RUSTICL_ENABLE=llvmpipe",
                                              "RUSTICL_FEATURES=fp64",
                                              "VK_DRIVER_FILES=/i.json",
                                              "CLVK_LOG=1",
                                              "GALLIUM_DRIVER=llvmpipe",
                                              NULL};
    static const char *const none[] = {"HOME=/h", NULL};

    expect("/w/build/bin/wgconform", "/w", environment,
           "OCL_ICD_VENDORS=/v|LD_LIBRARY_PATH=/lib/a:/lib/b|RUSTICL_ENABLE=llvmpipe|"
           "POCL_DEBUG=a b|POCL_DEVICES=cpu|RUSTICL_FEATURES=fp64|CLVK_LOG=1|"
           "VK_DRIVER_FILES=/i.json|GALLIUM_DRIVER=llvmpipe|build/bin/wgconform");
    expect("/w/build/bin/wgconform", "/", none, "/w/build/bin/wgconform");
    expect("/w/build/bin/wgconform", "/w/build/bin", none, "./wgconform");
    expect("/w/build/bin/wgconform", "/w/build/b", none, "/w/build/bin/wgconform");
    expect("/w/build/bin/wgconform", NULL, NULL, "/w/build/bin/wgconform");
    expect("/usr/local/bin/wgconform", "/usr/local", none, "wgconform");
}

TEST(what_set_up_wrote_is_with_device)
{
    static const char *const one[] = {
        "WGC_CHECKOUT=/w",      "WGC_WITH_DEVICE=intel-2021.4", "WGC_VENDORS=/c/i",
        "OCL_ICD_VENDORS=/c/i", "WGC_LIBRARIES=/c/lib",         "LD_LIBRARY_PATH=/c/lib",
        "CL_CONFIG_X=1",        "RUSTICL_ENABLE=llvmpipe",      NULL};
    static const char *const nothing[] = {"WGC_CHECKOUT=/w", "WGC_WITH_DEVICE=default", NULL};

    expect("/w/build/bin/wgconform", "/w", one,
           "CL_CONFIG_X=1|scripts/with-device|intel-2021.4|wgconform");
    expect("/w/build/bin/wgconform", "/h", one,
           "CL_CONFIG_X=1|/w/scripts/with-device|intel-2021.4|wgconform");
    expect("/w/build/address/bin/wgconform", "/w", one,
           "CL_CONFIG_X=1|scripts/with-device|intel-2021.4|build/address/bin/wgconform");
    expect("/w/build/bin/wgconform", "/w", nothing, "scripts/with-device|default|wgconform");
}

TEST(the_systems_own_drivers_are_named)
{
    static const char *const merged[] = {
        "WGC_CHECKOUT=/w",        "WGC_WITH_DEVICE=default",
        "WGC_VENDORS=/w/merged",  "OCL_ICD_VENDORS=/w/merged",
        "WGC_SYSTEM_VENDORS=/my", "LD_LIBRARY_PATH=/mine:/c/lib:/c/lib2",
        "WGC_LIBRARIES=/c/lib",   NULL};
    /* what is in front of the program on the command line wins over what a file set before */
    static const char *const changed[] = {"WGC_CHECKOUT=/w",
                                          "WGC_WITH_DEVICE=default",
                                          "WGC_VENDORS=/c/all",
                                          "OCL_ICD_VENDORS=/my",
                                          "WGC_LIBRARIES=/c/l",
                                          "LD_LIBRARY_PATH=/c/l",
                                          NULL};
    static const char *const unset[] = {"WGC_CHECKOUT=/w", "WGC_WITH_DEVICE=default",
                                        "WGC_VENDORS=/c/all", NULL};

    expect("/w/build/bin/wgconform", "/w", merged,
           "OCL_ICD_VENDORS=/my|LD_LIBRARY_PATH=/mine:/c/lib2|scripts/with-device|default|"
           "wgconform");
    expect("/w/build/bin/wgconform", "/w", changed,
           "OCL_ICD_VENDORS=/my|LD_LIBRARY_PATH=/c/l|build/bin/wgconform");
    expect("/w/build/bin/wgconform", "/w", unset, "build/bin/wgconform");
}

/* A relative path is what its user calls the program in this folder. */
TEST(the_program_is_called_as_before)
{
    static const char *const set_up[] = {"WGC_CHECKOUT=/w", "WGC_WITH_DEVICE=pocl", NULL};
    static const char *const none[] = {NULL};

    expect_called("build/bin/wgconform", "/w/build/bin/wgconform", "/w", set_up,
                  "scripts/with-device|pocl|build/bin/wgconform");
    expect_called("../bin/wgconform", "/w/build/bin/wgconform", "/w/build/x", none,
                  "../bin/wgconform");
    expect_called("wgconform", "/w/build/bin/wgconform", "/w", set_up,
                  "scripts/with-device|pocl|wgconform");
    expect_called("wgconform", "/o/wgconform", "/w", none, "/o/wgconform");
    expect_called("/w/build/bin/wgconform", "/w/build/bin/wgconform", "/w", set_up,
                  "scripts/with-device|pocl|wgconform");
}
