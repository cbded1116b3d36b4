/* The checks of the compiler: -cl-std, feature macros, extension macros. */
#include <string.h>

#include "queries/judge.h"

static bool is_core(const char *name)
{
    size_t count;
    const struct wgc_c_feature_info *feature = wgc_c_features(&count);

    for (size_t i = 0; i < count; i++) {
        if (strcmp(feature[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static void check_core_macros(const struct wgc_answers *answers, enum wgc_standard standard,
                              struct wgc_verdict *verdict)
{
    size_t count;
    const struct wgc_c_feature_info *feature = wgc_c_features(&count);

    for (size_t i = 0; i < count; i++) {
        const char *name = feature[i].name;
        bool listed = wgc_answers_find(answers, WGC_INFO_OPENCL_C_FEATURES, name) != NULL;
        long value = wgc_answers_macro(answers, standard, name);
        if (listed && value == WGC_MACRO_UNDEFINED) {
            wgc_verdict_fault(verdict,
                              "%s is in CL_DEVICE_OPENCL_C_FEATURES and not defined under "
                              "%s",
                              name, wgc_standard_option(standard));
        } else if (listed && value != 1) {
            wgc_verdict_fault(verdict, "%s is %ld under %s and must be 1", name, value,
                              wgc_standard_option(standard));
        } else if (!listed && value != WGC_MACRO_UNDEFINED) {
            wgc_verdict_fault(verdict,
                              "%s is defined under %s and not in "
                              "CL_DEVICE_OPENCL_C_FEATURES",
                              name, wgc_standard_option(standard));
        }
    }
}

/* Features of later versions and of extensions: their macros may be there under just one. */
static void check_other_macros(const struct wgc_answers *answers, struct wgc_verdict *verdict)
{
    static const char prefix[] = "__opencl_c_";
    const struct wgc_info_answer *list = &answers->info[WGC_INFO_OPENCL_C_FEATURES];

    for (size_t i = 0; i < list->count; i++) {
        const char *name = list->item[i].name;
        bool first = wgc_answers_find(answers, WGC_INFO_OPENCL_C_FEATURES, name) == &list->item[i];
        if (first && strncmp(name, prefix, sizeof prefix - 1) == 0 && !is_core(name) &&
            wgc_answers_macro(answers, WGC_STANDARD_3_0, name) == WGC_MACRO_UNDEFINED &&
            wgc_answers_macro(answers, WGC_STANDARD_3_1, name) == WGC_MACRO_UNDEFINED) {
            wgc_verdict_fault(verdict, "%s is in CL_DEVICE_OPENCL_C_FEATURES and not defined",
                              name);
        }
    }
}

void wgc_judge_c_feature_macros(const struct wgc_answers *answers, enum wgc_probe subject,
                                struct wgc_verdict *verdict)
{
    bool any = false;

    (void)subject;
    if (!wgc_verdict_answered(verdict, answers, WGC_INFO_OPENCL_C_FEATURES)) {
        return;
    }
    for (int i = WGC_STANDARD_3_0; i <= WGC_STANDARD_3_1; i++) {
        if (answers->standard[i].macro != NULL) {
            check_core_macros(answers, (enum wgc_standard)i, verdict);
            any = true;
        }
    }
    if (any) {
        check_other_macros(answers, verdict);
    } else {
        wgc_verdict_skip(verdict, "no kernel of OpenCL C 3.0 runs: query.c_standards says why");
    }
}

void wgc_judge_extension_macros(const struct wgc_answers *answers, enum wgc_probe subject,
                                struct wgc_verdict *verdict)
{
    enum wgc_standard newest = wgc_answers_newest(answers);

    (void)subject;
    if (!wgc_verdict_answered(verdict, answers, WGC_INFO_EXTENSIONS)) {
        return;
    }
    if (answers->standard[newest].macro == NULL) {
        wgc_verdict_skip(verdict, "no kernel of OpenCL C runs: query.c_standards says why");
        return;
    }
    for (int i = 0; i < WGC_PROBE_COUNT; i++) {
        const char *name = wgc_probe_info((enum wgc_probe)i)->name;
        bool listed = wgc_answers_has_extension(answers, name);
        if (name[0] == '\0') {
            continue;
        }
        if (listed && wgc_answers_macro(answers, newest, name) == WGC_MACRO_UNDEFINED) {
            wgc_verdict_fault(verdict, "%s is in CL_DEVICE_EXTENSIONS and not defined under %s",
                              name, wgc_standard_option(newest));
        }
        for (int k = 0; k < WGC_STANDARD_COUNT && !listed; k++) {
            if (wgc_answers_macro(answers, (enum wgc_standard)k, name) != WGC_MACRO_UNDEFINED) {
                wgc_verdict_fault(verdict, "%s is defined under %s and not in CL_DEVICE_EXTENSIONS",
                                  name, wgc_standard_option((enum wgc_standard)k));
                break;
            }
        }
    }
}

/* What a kernel saw under a version that the device has; right is __OPENCL_C_VERSION__, or 0 where
 * that macro need not be there. */
static void check_standard(const struct wgc_answers *answers, enum wgc_standard standard,
                           long right, struct wgc_verdict *verdict)
{
    const struct wgc_standard_answer *one = &answers->standard[standard];
    const char *option = wgc_standard_option(standard);

    if (one->macro == NULL) {
        wgc_verdict_fault(verdict, "a kernel does not %s with %s (%s)",
                          one->built ? "run" : "build", option,
                          one->refusal != NULL ? one->refusal : "");
    } else if (right != 0 && one->c_version != right) {
        wgc_verdict_fault(verdict, "__OPENCL_C_VERSION__ is %ld with %s, not %ld", one->c_version,
                          option, right);
    }
}

void wgc_judge_c_standards(const struct wgc_answers *answers, enum wgc_probe subject,
                           struct wgc_verdict *verdict)
{
    (void)subject;
    for (int i = WGC_STANDARD_1_1; i < WGC_STANDARD_COUNT; i++) {
        enum wgc_standard standard = (enum wgc_standard)i;
        if (wgc_answers_has_standard(answers, standard)) {
            bool told = standard >= WGC_STANDARD_1_2; /* the macro came with OpenCL C 1.2 */
            check_standard(answers, standard, told ? (long)wgc_standard_version(standard) : 0,
                           verdict);
        }
    }
}

void wgc_judge_c_standard_default(const struct wgc_answers *answers, enum wgc_probe subject,
                                  struct wgc_verdict *verdict)
{
    (void)subject;
    check_standard(answers, WGC_STANDARD_DEFAULT, (long)wgc_standard_version(WGC_STANDARD_1_2),
                   verdict);
}

void wgc_judge_c_standards_unlisted(const struct wgc_answers *answers, enum wgc_probe subject,
                                    struct wgc_verdict *verdict)
{
    size_t asked = 0;

    (void)subject;
    for (int i = WGC_STANDARD_1_1; i < WGC_STANDARD_COUNT; i++) {
        if (wgc_answers_has_standard(answers, (enum wgc_standard)i)) {
            continue;
        }
        asked++;
        if (answers->standard[i].built) {
            wgc_verdict_fault(verdict,
                              "a program builds with -cl-std=%s, which "
                              "CL_DEVICE_OPENCL_C_ALL_VERSIONS does not have",
                              wgc_standard_name((enum wgc_standard)i));
        }
    }
    if (asked == 0) {
        wgc_verdict_skip(verdict, "the device has every version that -cl-std can name");
    }
}
