/* The checks of the compiler: -cl-std, feature macros, extension macros. */
#include <stdio.h>
#include <string.h>

#include "checks/judge.h"

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

static void check_core_macros(const struct wgc_check_input *in, enum wgc_standard standard,
                              struct wgc_verdict *verdict)
{
    size_t count;
    const struct wgc_c_feature_info *feature = wgc_c_features(&count);

    for (size_t i = 0; i < count; i++) {
        const char *name = feature[i].name;
        bool listed = wgc_has_c_feature(in->properties, name);
        long value = wgc_macro_value(in->measured, standard, name);
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

/* The macros of features of later versions and of extensions: one -cl-std is enough. */
static void check_other_macros(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    static const char prefix[] = "__opencl_c_";
    const struct wgc_property_value *list = &in->properties->value[WGC_DEVICE_OPENCL_C_FEATURES];

    for (size_t i = 0; i < list->count; i++) {
        const char *name = list->item[i].name;
        bool first =
            wgc_property_find(in->properties, WGC_DEVICE_OPENCL_C_FEATURES, name) == &list->item[i];
        if (first && strncmp(name, prefix, sizeof prefix - 1) == 0 && !is_core(name) &&
            wgc_macro_value(in->measured, WGC_STANDARD_3_0, name) == WGC_MACRO_UNDEFINED &&
            wgc_macro_value(in->measured, WGC_STANDARD_3_1, name) == WGC_MACRO_UNDEFINED) {
            wgc_verdict_fault(verdict, "%s is in CL_DEVICE_OPENCL_C_FEATURES and not defined",
                              name);
        }
    }
}

void wgc_judge_c_feature_macros(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    bool any = false;

    if (!wgc_verdict_reported(verdict, in, WGC_DEVICE_OPENCL_C_FEATURES)) {
        return;
    }
    for (int i = WGC_STANDARD_3_0; i <= WGC_STANDARD_3_1; i++) {
        if (in->measured->macro_kernel[i].macro != NULL) {
            check_core_macros(in, (enum wgc_standard)i, verdict);
            any = true;
        }
    }
    if (any) {
        check_other_macros(in, verdict);
    } else {
        wgc_verdict_skip(verdict, "no kernel of OpenCL C 3.0 runs: query.c_standards shows why");
    }
}

/* "This #define would be available in the language if and only if the extension is supported on a
 * given implementation": the language without -cl-std, and the newest. An implementation may
 * support an extension in other versions of the language alone. */
void wgc_judge_extension_macros(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    enum wgc_standard newest = wgc_newest_standard(in->properties);
    const enum wgc_standard asked[] = {WGC_STANDARD_DEFAULT, newest};

    if (!wgc_verdict_reported(verdict, in, WGC_DEVICE_EXTENSIONS)) {
        return;
    }
    if (in->measured->macro_kernel[newest].macro == NULL) {
        wgc_verdict_skip(verdict, "no kernel of OpenCL C runs: query.c_standards shows why");
        return;
    }
    for (int i = 0; i < WGC_FEATURE_TEST_COUNT; i++) {
        const char *name = wgc_feature_test_info((enum wgc_feature_test)i)->name;
        bool listed = wgc_has_extension(in->properties, name);
        if (name[0] == '\0') {
            continue;
        }
        if (listed && wgc_macro_value(in->measured, newest, name) == WGC_MACRO_UNDEFINED) {
            wgc_verdict_fault(verdict, "%s is in CL_DEVICE_EXTENSIONS and not defined under %s",
                              name, wgc_standard_option(newest));
        }
        for (size_t k = 0; k < sizeof asked / sizeof asked[0] && !listed; k++) {
            if (wgc_macro_value(in->measured, asked[k], name) != WGC_MACRO_UNDEFINED) {
                wgc_verdict_fault(verdict, "%s is defined under %s and not in CL_DEVICE_EXTENSIONS",
                                  name, wgc_standard_option(asked[k]));
                break;
            }
        }
    }
}

/* Judges the kernel of a version that the device has; right is its __OPENCL_C_VERSION__, or 0 where
 * that macro is optional. */
static void check_standard(const struct wgc_check_input *in, enum wgc_standard standard, long right,
                           struct wgc_verdict *verdict)
{
    const struct wgc_macro_kernel *one = &in->measured->macro_kernel[standard];
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

void wgc_judge_c_standards(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    for (int i = WGC_STANDARD_1_1; i < WGC_STANDARD_COUNT; i++) {
        enum wgc_standard standard = (enum wgc_standard)i;
        if (wgc_has_standard(in->properties, standard)) {
            bool has_macro = standard >= WGC_STANDARD_1_2; /* the macro came with OpenCL C 1.2 */
            check_standard(in, standard, has_macro ? (long)wgc_standard_version(standard) : 0,
                           verdict);
        }
    }
}

void wgc_judge_c_standards_run(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    size_t run = 0;
    char what[128];

    for (int i = 0; i < WGC_FEATURE_TEST_COUNT; i++) {
        const char *name = wgc_feature_test_info((enum wgc_feature_test)i)->name;
        for (int k = 0; k < WGC_STANDARD_COUNT; k++) {
            const struct wgc_test_result *test = &in->measured->standard_test[i][k];
            if (test->state == WGC_TEST_NOT_RUN) {
                continue;
            }
            (void)snprintf(what, sizeof what, "%s has %s",
                           wgc_standard_option((enum wgc_standard)k),
                           name[0] == '\0' ? "the work-group collective functions" : name);
            wgc_verdict_test(verdict, test, what);
            run++;
        }
    }
    if (run == 0) {
        wgc_verdict_skip(verdict,
                         "no version of OpenCL C but the newest claims functions of groups");
    }
}

void wgc_judge_c_standard_default(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    check_standard(in, WGC_STANDARD_DEFAULT, (long)wgc_standard_version(WGC_STANDARD_1_2), verdict);
}

void wgc_judge_c_standards_unlisted(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    size_t unlisted = 0;

    for (int i = WGC_STANDARD_1_1; i < WGC_STANDARD_COUNT; i++) {
        if (wgc_has_standard(in->properties, (enum wgc_standard)i)) {
            continue;
        }
        unlisted++;
        if (in->measured->macro_kernel[i].built) {
            wgc_verdict_fault(verdict,
                              "a program builds with -cl-std=%s, which "
                              "CL_DEVICE_OPENCL_C_ALL_VERSIONS does not have",
                              wgc_standard_name((enum wgc_standard)i));
        }
    }
    if (unlisted == 0) {
        wgc_verdict_skip(verdict, "the device has every version that -cl-std can name");
    }
}
