/* The checks of intermediate languages: the lists, the modules that the device accepts, and
 * cl_khr_spirv_queries. */
#include <stdio.h>
#include <string.h>

#include "checks/judge.h"
#include "device/text.h"

enum { CL_INVALID_OPERATION_CODE = -59, NAME = 64 };

/* SPIR-V's capabilities (SPIR-V specification, section 3). */
enum {
    CAPABILITY_ADDRESSES = 4,
    CAPABILITY_LINKAGE = 5,
    CAPABILITY_KERNEL = 6,
    CAPABILITY_VECTOR16 = 7,
    CAPABILITY_FLOAT16_BUFFER = 8,
    CAPABILITY_FLOAT64 = 10,
    CAPABILITY_INT64 = 11,
    CAPABILITY_GROUPS = 18,
    CAPABILITY_INT16 = 22,
    CAPABILITY_INT8 = 39,
    CAPABILITY_GROUP_UNIFORM_ARITHMETIC = 6400
};

static const char no_entry_point[] = "the OpenCL loader has no clCreateProgramWithIL";

static bool has_il(const struct wgc_check_input *in)
{
    const char *rest = wgc_property_text(in->properties, WGC_DEVICE_IL_VERSION);
    size_t length;

    return wgc_next_word(&rest, &length) != NULL;
}

/* How often CL_DEVICE_IL_VERSION has that word. */
static size_t count_il(const struct wgc_check_input *in, const char *name)
{
    const char *rest = wgc_property_text(in->properties, WGC_DEVICE_IL_VERSION);
    size_t count = 0, length;

    for (const char *word; (word = wgc_next_word(&rest, &length)) != NULL;) {
        count += length == strlen(name) && memcmp(word, name, length) == 0;
    }
    return count;
}

void wgc_judge_il_agree(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    const struct wgc_property_value *list = &in->properties->value[WGC_DEVICE_ILS_WITH_VERSION];
    const char *rest = wgc_property_text(in->properties, WGC_DEVICE_IL_VERSION);
    size_t length;

    if (!wgc_verdict_reported(verdict, in, WGC_DEVICE_IL_VERSION) ||
        !wgc_verdict_reported(verdict, in, WGC_DEVICE_ILS_WITH_VERSION)) {
        return;
    }
    for (size_t i = 0; i < list->count; i++) {
        char name[NAME];
        size_t count = 0;
        (void)snprintf(name, sizeof name, "%.40s_%u.%u", list->item[i].name,
                       WGC_VERSION_PARTS(list->item[i].version));
        for (size_t k = 0; k <= i; k++) {
            count += strcmp(list->item[i].name, list->item[k].name) == 0 &&
                     list->item[i].version == list->item[k].version;
        }
        if (count == 2) {
            wgc_verdict_fault(verdict, "CL_DEVICE_ILS_WITH_VERSION lists %s more than once", name);
        }
        if (count_il(in, name) == 0) {
            wgc_verdict_fault(verdict, "%s is in CL_DEVICE_ILS_WITH_VERSION alone", name);
        }
    }
    for (const char *word; (word = wgc_next_word(&rest, &length)) != NULL;) {
        bool found = false;
        for (size_t i = 0; i < list->count && !found; i++) {
            char name[NAME];
            (void)snprintf(name, sizeof name, "%.40s_%u.%u", list->item[i].name,
                           WGC_VERSION_PARTS(list->item[i].version));
            found = length == strlen(name) && memcmp(word, name, length) == 0;
        }
        if (!found) {
            wgc_verdict_fault(verdict, "%.*s is in CL_DEVICE_IL_VERSION alone", (int)length, word);
        }
    }
}

void wgc_judge_il_required(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    const unsigned version = in->properties->version;
    const bool extension = wgc_has_extension(in->properties, "cl_khr_il_program");
    unsigned last; /* minor number of the last of SPIR-V 1.x that is required, plus 1 */

    last = version >= 310 ? 5 : version == 220 ? 3 : version == 210 || extension ? 1 : 0;
    if (last == 0) {
        wgc_verdict_skip(verdict, "OpenCL %u.%u without cl_khr_il_program need not take SPIR-V",
                         WGC_VERSION_PARTS(version));
        return;
    }
    if (!wgc_verdict_reported(verdict, in, WGC_DEVICE_IL_VERSION)) {
        return;
    }
    for (unsigned minor = 0; minor < last; minor++) {
        char name[NAME];
        (void)snprintf(name, sizeof name, "SPIR-V_1.%u", minor);
        if (count_il(in, name) == 0) {
            wgc_verdict_fault(verdict, "CL_DEVICE_IL_VERSION lacks %s, which %s requires", name,
                              minor == 0 && extension ? "cl_khr_il_program"
                                                      : "the device's OpenCL version");
        }
    }
}

void wgc_judge_il_program(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    if (!wgc_verdict_reported(verdict, in, WGC_DEVICE_IL_VERSION)) {
        return;
    }
    if (!has_il(in)) {
        if (in->measured->no_il_called && in->properties->version >= 300 &&
            in->measured->no_il_code != CL_INVALID_OPERATION_CODE) {
            wgc_verdict_fault(verdict,
                              "CL_DEVICE_IL_VERSION is empty, but clCreateProgramWithIL gave %d "
                              "and not CL_INVALID_OPERATION",
                              in->measured->no_il_code);
        } else if (!in->measured->no_il_called || in->properties->version < 300) {
            wgc_verdict_skip(verdict, "CL_DEVICE_IL_VERSION is empty");
        }
        return;
    }
    if (in->properties->il_unreachable) {
        wgc_verdict_skip(verdict, "%s", no_entry_point);
        return;
    }
    for (size_t i = 0; i < in->measured->spirv_test_count; i++) {
        char what[2 * NAME];
        (void)snprintf(what, sizeof what, "SPIR-V_%u.%u is in CL_DEVICE_IL_VERSION",
                       WGC_VERSION_PARTS(in->measured->spirv_test[i].version));
        wgc_verdict_test(verdict, &in->measured->spirv_test[i].result, what);
    }
    if (in->measured->spirv_test_count == 0) {
        wgc_verdict_skip(verdict, "CL_DEVICE_IL_VERSION has no SPIR-V");
    }
}

static bool has_groups(const struct wgc_check_input *in)
{
    return wgc_property_number(in->properties, WGC_DEVICE_MAX_NUM_SUB_GROUPS) > 0 ||
           wgc_property_number(in->properties,
                               WGC_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT) != 0;
}

void wgc_judge_il_groups(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    if (!has_il(in)) {
        wgc_verdict_skip(verdict, "CL_DEVICE_IL_VERSION is empty");
    } else if (!has_groups(in)) {
        wgc_verdict_skip(verdict, "the device has neither sub-groups nor work-group collectives");
    } else if (in->properties->il_unreachable) {
        wgc_verdict_skip(verdict, "%s", no_entry_point);
    } else if (in->measured->group_test.state == WGC_TEST_NOT_RUN) {
        wgc_verdict_skip(verdict,
                         "no module can be written: ids of SPIR-V have "
                         "CL_DEVICE_ADDRESS_BITS bits, and the device lacks integers of that size");
    } else {
        wgc_verdict_test(verdict, &in->measured->group_test,
                         "the device takes SPIR-V and has sub-groups or collectives");
    }
}

/* Whether there are lists to judge. */
static bool has_spirv_queries(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    if (!wgc_has_extension(in->properties, "cl_khr_spirv_queries") &&
        in->properties->version < 310) {
        wgc_verdict_skip(verdict, "the device has no cl_khr_spirv_queries");
        return false;
    }
    if (in->properties->spirv.code != 0) {
        wgc_verdict_fault(verdict, "the queries of cl_khr_spirv_queries gave %d",
                          in->properties->spirv.code);
        return false;
    }
    if (!has_il(in)) {
        wgc_verdict_skip(verdict, "CL_DEVICE_IL_VERSION is empty");
        return false;
    }
    return true;
}

void wgc_judge_spirv_capabilities(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    const char *profile = wgc_property_text(in->properties, WGC_DEVICE_PROFILE);
    const bool full = strcmp(profile, "FULL_PROFILE") == 0;
    const struct {
        const char *name, *why;
        uint32_t token;
        bool required;
    } row[] = {
        {"Addresses", "every device", CAPABILITY_ADDRESSES, true},
        {"Linkage", "every device", CAPABILITY_LINKAGE, true},
        {"Kernel", "every device", CAPABILITY_KERNEL, true},
        {"Vector16", "every device", CAPABILITY_VECTOR16, true},
        {"Float16Buffer", "every device", CAPABILITY_FLOAT16_BUFFER, true},
        {"Int16", "every device", CAPABILITY_INT16, true},
        {"Int8", "every device", CAPABILITY_INT8, true},
        {"Int64", "the full profile", CAPABILITY_INT64, full},
        {"Float64", "CL_DEVICE_DOUBLE_FP_CONFIG", CAPABILITY_FLOAT64,
         wgc_property_number(in->properties, WGC_DEVICE_DOUBLE_FP_CONFIG) != 0},
        {"Groups", "sub-groups or work-group collectives", CAPABILITY_GROUPS, has_groups(in)},
        {"GroupUniformArithmeticKHR", "cl_khr_work_group_uniform_arithmetic",
         CAPABILITY_GROUP_UNIFORM_ARITHMETIC,
         wgc_has_extension(in->properties, "cl_khr_work_group_uniform_arithmetic")},
    };

    if (!has_spirv_queries(in, verdict)) {
        return;
    }
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        bool found = !row[i].required;
        for (size_t k = 0; k < in->properties->spirv.capability_count && !found; k++) {
            found = in->properties->spirv.capability[k] == row[i].token;
        }
        if (!found) {
            wgc_verdict_fault(verdict,
                              "CL_DEVICE_SPIRV_CAPABILITIES_KHR lacks %s (%u), which %s requires",
                              row[i].name, row[i].token, row[i].why);
        }
    }
}

void wgc_judge_spirv_extensions(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    static const struct {
        const char *extension; /* of OpenCL; NULL: OpenCL 3.1 */
        const char *spirv;
    } row[] = {
        {"cl_khr_work_group_uniform_arithmetic", "SPV_KHR_uniform_group_instructions"},
        {"cl_khr_subgroup_rotate", "SPV_KHR_subgroup_rotate"},
        {NULL, "SPV_KHR_bit_instructions"},
        {NULL, "SPV_KHR_integer_dot_product"},
    };

    if (!has_spirv_queries(in, verdict)) {
        return;
    }
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        bool found = row[i].extension != NULL ? !wgc_has_extension(in->properties, row[i].extension)
                                              : in->properties->version < 310;
        for (size_t k = 0; k < in->properties->spirv.extension_count && !found; k++) {
            found = strcmp(in->properties->spirv.extension[k], row[i].spirv) == 0;
        }
        if (!found) {
            wgc_verdict_fault(verdict, "CL_DEVICE_SPIRV_EXTENSIONS_KHR lacks %s, which %s requires",
                              row[i].spirv,
                              row[i].extension != NULL ? row[i].extension : "OpenCL 3.1");
        }
    }
}
