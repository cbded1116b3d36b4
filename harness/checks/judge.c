#include "checks/judge.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "suite/feature_test_kernel.h"

static wgc_judge_fn *const judges[WGC_QUERY_ASKED] = {
#define WGC_QUERY(name, since, needs, judge, subject, text) wgc_judge_##judge,
#include "suite/queries.def"
#undef WGC_QUERY
};

static void put(struct wgc_buf *text, const char *format, va_list args)
{
    char line[1024];

    (void)vsnprintf(line, sizeof line, format, args);
    wgc_buf_text(text, line);
}

void wgc_verdict_fault(struct wgc_verdict *verdict, const char *format, ...)
{
    va_list args;

    if (verdict->skipped) {
        wgc_buf_clear(&verdict->text);
        verdict->skipped = false;
    }
    if (verdict->faults++ > 0) {
        wgc_buf_text(&verdict->text, "; ");
    }
    va_start(args, format);
    put(&verdict->text, format, args);
    va_end(args);
}

void wgc_verdict_skip(struct wgc_verdict *verdict, const char *format, ...)
{
    va_list args;

    if (verdict->faults > 0 || verdict->skipped) {
        return;
    }
    verdict->skipped = true;
    va_start(args, format);
    put(&verdict->text, format, args);
    va_end(args);
}

bool wgc_verdict_reported(struct wgc_verdict *verdict, const struct wgc_check_input *in,
                          enum wgc_property property)
{
    int code = in->properties->value[property].code;

    if (code != 0) {
        wgc_verdict_fault(verdict, "clGetDeviceInfo(%s) gave %d", wgc_property_name(property),
                          code);
    }
    return code == 0;
}

/* The call and its values come first: the title of a cause is the start of the sentence. */
static void put_wrong(struct wgc_verdict *verdict, const struct wgc_test_wrong *wrong,
                      const char *what)
{
    enum { DECIMAL = 10 };
    const char *must = wrong->call->expected;
    char *end;
    const bool is_number = strtol(must, &end, DECIMAL) == wrong->expected && *end == '\0';

    if (wrong->written) {
        wgc_verdict_fault(verdict,
                          "%s: expected %ld%s%s, got %ld in work-item %zu of %d (%zu are wrong), "
                          "where %s",
                          wrong->call->value, wrong->expected, is_number ? "" : ", which is ",
                          is_number ? "" : must, wrong->actual, wrong->item, WGC_FEATURE_TEST_ITEMS,
                          wrong->items, what);
    } else {
        wgc_verdict_fault(
            verdict, "%s: not written in work-item %zu of %d (%zu are wrong), where %s",
            wrong->call->value, wrong->item, WGC_FEATURE_TEST_ITEMS, wrong->items, what);
    }
}

void wgc_verdict_test(struct wgc_verdict *verdict, const struct wgc_test_result *test,
                      const char *what)
{
    static const char *const words[] = {
        [WGC_TEST_NOT_RUN] = "was not tried", [WGC_TEST_REFUSED] = "does not build",
        [WGC_TEST_FAILED] = "does not run",   [WGC_TEST_WRONG] = "gives a wrong result",
        [WGC_TEST_RIGHT] = "is right",
    };

    if (test->state == WGC_TEST_WRONG && test->wrong.call != NULL) {
        put_wrong(verdict, &test->wrong, what);
        verdict->wrong = verdict->wrong == NULL ? &test->wrong : verdict->wrong;
    } else if (test->state != WGC_TEST_RIGHT) {
        wgc_verdict_fault(verdict, "%s, but a kernel that uses it %s (%s)", what,
                          words[test->state], test->detail != NULL ? test->detail : "");
    }
}

bool wgc_check_applies(const struct wgc_properties *properties, enum wgc_query check,
                       struct wgc_verdict *verdict)
{
    const unsigned compiled = WGC_MEASURE_STANDARDS | WGC_MEASURE_UNLISTED | WGC_MEASURE_TEST |
                              WGC_MEASURE_TEST_C2 | WGC_MEASURE_SUB_GROUPS |
                              WGC_MEASURE_REQUIRED_SIZES | WGC_MEASURE_EACH_STANDARD;
    const struct wgc_query_info *info = wgc_query_info(check);
    const unsigned version = properties->version;

    if (version < info->since) {
        wgc_verdict_skip(verdict, "applies to devices of OpenCL %u.%u and later; this is %u.%u",
                         WGC_VERSION_PARTS(info->since), WGC_VERSION_PARTS(version));
    } else if (!wgc_has_compiler(properties) && (info->needs & compiled) != 0) {
        wgc_verdict_skip(verdict, "CL_DEVICE_COMPILER_AVAILABLE is false");
    }
    return !verdict->skipped;
}

void wgc_check_judge(const struct wgc_measurements *measured, enum wgc_query check,
                     struct wgc_verdict *verdict)
{
    const struct wgc_check_input in = {
        .properties = measured->properties,
        .measured = measured,
        .subject = wgc_query_info(check)->subject,
    };

    if (wgc_check_applies(measured->properties, check, verdict)) {
        judges[check](&in, verdict);
    }
}
