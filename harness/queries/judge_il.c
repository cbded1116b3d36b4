/* The checks of intermediate languages: what is listed, what is taken, what cl_khr_spirv_queries
 * says. */
#include <stdio.h>
#include <string.h>

#include "queries/judge.h"

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

static bool has_il(const struct wgc_answers *answers)
{
    const char *rest = answers->info[WGC_INFO_IL_VERSION].text;
    size_t length;

    return rest != NULL && wgc_next_word(&rest, &length) != NULL;
}

/* Whether CL_DEVICE_IL_VERSION has that word. */
static size_t count_il(const struct wgc_answers *answers, const char *name)
{
    const char *rest = answers->info[WGC_INFO_IL_VERSION].text;
    size_t count = 0, length;

    for (const char *word; rest != NULL && (word = wgc_next_word(&rest, &length)) != NULL;) {
        count += length == strlen(name) && memcmp(word, name, length) == 0;
    }
    return count;
}

void wgc_judge_il_agree(const struct wgc_answers *answers, enum wgc_probe subject,
                        struct wgc_verdict *verdict)
{
    const struct wgc_info_answer *list = &answers->info[WGC_INFO_ILS_WITH_VERSION];
    const char *rest = answers->info[WGC_INFO_IL_VERSION].text;
    size_t length;

    (void)subject;
    if (!wgc_verdict_answered(verdict, answers, WGC_INFO_IL_VERSION) ||
        !wgc_verdict_answered(verdict, answers, WGC_INFO_ILS_WITH_VERSION)) {
        return;
    }
    for (size_t i = 0; i < list->count; i++) {
        char name[NAME];
        size_t count = 0;
        (void)snprintf(name, sizeof name, "%.40s_%u.%u", list->item[i].name,
                       list->item[i].version / 100, list->item[i].version / 10 % 10);
        for (size_t k = 0; k <= i; k++) {
            count += strcmp(list->item[i].name, list->item[k].name) == 0 &&
                     list->item[i].version == list->item[k].version;
        }
        if (count == 2) {
            wgc_verdict_fault(verdict, "CL_DEVICE_ILS_WITH_VERSION lists %s more than once", name);
        }
        if (count_il(answers, name) == 0) {
            wgc_verdict_fault(verdict, "%s is in CL_DEVICE_ILS_WITH_VERSION alone", name);
        }
    }
    for (const char *word; (word = wgc_next_word(&rest, &length)) != NULL;) {
        bool found = false;
        for (size_t i = 0; i < list->count && !found; i++) {
            char name[NAME];
            (void)snprintf(name, sizeof name, "%.40s_%u.%u", list->item[i].name,
                           list->item[i].version / 100, list->item[i].version / 10 % 10);
            found = length == strlen(name) && memcmp(word, name, length) == 0;
        }
        if (!found) {
            wgc_verdict_fault(verdict, "%.*s is in CL_DEVICE_IL_VERSION alone", (int)length, word);
        }
    }
}

void wgc_judge_il_required(const struct wgc_answers *answers, enum wgc_probe subject,
                           struct wgc_verdict *verdict)
{
    const unsigned version = answers->version;
    const bool extension = wgc_answers_has_extension(answers, "cl_khr_il_program");
    unsigned last; /* minor number of the last of SPIR-V 1.x that is required, plus 1 */

    (void)subject;
    last = version >= 310 ? 5 : version == 220 ? 3 : version == 210 || extension ? 1 : 0;
    if (last == 0) {
        wgc_verdict_skip(verdict, "OpenCL %u.%u without cl_khr_il_program need not take SPIR-V",
                         version / 100, version / 10 % 10);
        return;
    }
    if (!wgc_verdict_answered(verdict, answers, WGC_INFO_IL_VERSION)) {
        return;
    }
    for (unsigned minor = 0; minor < last; minor++) {
        char name[NAME];
        (void)snprintf(name, sizeof name, "SPIR-V_1.%u", minor);
        if (count_il(answers, name) == 0) {
            wgc_verdict_fault(verdict, "CL_DEVICE_IL_VERSION lacks %s, which %s requires", name,
                              minor == 0 && extension ? "cl_khr_il_program"
                                                      : "the device's OpenCL version");
        }
    }
}

void wgc_judge_il_program(const struct wgc_answers *answers, enum wgc_probe subject,
                          struct wgc_verdict *verdict)
{
    (void)subject;
    if (!wgc_verdict_answered(verdict, answers, WGC_INFO_IL_VERSION)) {
        return;
    }
    if (!has_il(answers)) {
        if (answers->no_il_asked && answers->version >= 300 &&
            answers->no_il_code != CL_INVALID_OPERATION_CODE) {
            wgc_verdict_fault(verdict,
                              "CL_DEVICE_IL_VERSION is empty, but clCreateProgramWithIL gave %d "
                              "and not CL_INVALID_OPERATION",
                              answers->no_il_code);
        } else if (!answers->no_il_asked || answers->version < 300) {
            wgc_verdict_skip(verdict, "CL_DEVICE_IL_VERSION is empty");
        }
        return;
    }
    for (size_t i = 0; i < answers->il_count; i++) {
        char what[2 * NAME];
        (void)snprintf(what, sizeof what, "SPIR-V_%u.%u is in CL_DEVICE_IL_VERSION",
                       answers->il[i].version / 100, answers->il[i].version / 10 % 10);
        wgc_verdict_probe(verdict, &answers->il[i].probe, what);
    }
    if (answers->il_count == 0) {
        wgc_verdict_skip(verdict, "CL_DEVICE_IL_VERSION has no SPIR-V");
    }
}

static bool has_groups(const struct wgc_answers *answers)
{
    return answers->info[WGC_INFO_MAX_NUM_SUB_GROUPS].number > 0 ||
           answers->info[WGC_INFO_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT].number != 0;
}

void wgc_judge_il_groups(const struct wgc_answers *answers, enum wgc_probe subject,
                         struct wgc_verdict *verdict)
{
    (void)subject;
    if (!has_il(answers)) {
        wgc_verdict_skip(verdict, "CL_DEVICE_IL_VERSION is empty");
    } else if (!has_groups(answers)) {
        wgc_verdict_skip(verdict, "the device has neither sub-groups nor work-group collectives");
    } else if (answers->groups.state == WGC_PROBE_NOT_ASKED) {
        wgc_verdict_skip(verdict,
                         "no module can be written: ids of SPIR-V have "
                         "CL_DEVICE_ADDRESS_BITS bits, and the device lacks such integers");
    } else {
        wgc_verdict_probe(verdict, &answers->groups,
                          "the device takes SPIR-V and has sub-groups or collectives");
    }
}

/* Whether there is an answer to judge. */
static bool has_spirv_queries(const struct wgc_answers *answers, struct wgc_verdict *verdict)
{
    if (!wgc_answers_has_extension(answers, "cl_khr_spirv_queries") && answers->version < 310) {
        wgc_verdict_skip(verdict, "the device has no cl_khr_spirv_queries");
        return false;
    }
    if (answers->spirv_code != 0) {
        wgc_verdict_fault(verdict, "the queries of cl_khr_spirv_queries gave %d",
                          answers->spirv_code);
        return false;
    }
    if (!has_il(answers)) {
        wgc_verdict_skip(verdict, "CL_DEVICE_IL_VERSION is empty");
        return false;
    }
    return true;
}

void wgc_judge_spirv_capabilities(const struct wgc_answers *answers, enum wgc_probe subject,
                                  struct wgc_verdict *verdict)
{
    const char *profile = answers->info[WGC_INFO_PROFILE].text;
    const bool full = profile != NULL && strcmp(profile, "FULL_PROFILE") == 0;
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
         answers->info[WGC_INFO_DOUBLE_FP_CONFIG].number != 0},
        {"Groups", "sub-groups or work-group collectives", CAPABILITY_GROUPS, has_groups(answers)},
        {"GroupUniformArithmeticKHR", "cl_khr_work_group_uniform_arithmetic",
         CAPABILITY_GROUP_UNIFORM_ARITHMETIC,
         wgc_answers_has_extension(answers, "cl_khr_work_group_uniform_arithmetic")},
    };

    (void)subject;
    if (!has_spirv_queries(answers, verdict)) {
        return;
    }
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        bool found = !row[i].required;
        for (size_t k = 0; k < answers->capability_count && !found; k++) {
            found = answers->capability[k] == row[i].token;
        }
        if (!found) {
            wgc_verdict_fault(verdict,
                              "CL_DEVICE_SPIRV_CAPABILITIES_KHR lacks %s (%u), which %s requires",
                              row[i].name, row[i].token, row[i].why);
        }
    }
}

void wgc_judge_spirv_extensions(const struct wgc_answers *answers, enum wgc_probe subject,
                                struct wgc_verdict *verdict)
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

    (void)subject;
    if (!has_spirv_queries(answers, verdict)) {
        return;
    }
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        bool found = row[i].extension != NULL
                         ? !wgc_answers_has_extension(answers, row[i].extension)
                         : answers->version < 310;
        for (size_t k = 0; k < answers->spirv_extension_count && !found; k++) {
            found = strcmp(answers->spirv_extension[k], row[i].spirv) == 0;
        }
        if (!found) {
            wgc_verdict_fault(verdict, "CL_DEVICE_SPIRV_EXTENSIONS_KHR lacks %s, which %s requires",
                              row[i].spirv,
                              row[i].extension != NULL ? row[i].extension : "OpenCL 3.1");
        }
    }
}
