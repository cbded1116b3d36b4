#include "supervisor/forecast.h"

/*
 * The weights: the assumed number of units of a case before any case of its class has run. Measured
 * on Intel's CPU runtime 2026.2 and PoCL 6 (tests/unit/recorded_*.def), where OpenCL C and SPIR-V,
 * and work-groups and sub-groups, cost the same within a factor of 1.5.
 *
 * - The first case of a kernel also builds the kernel. Drivers that compile once spend nearly all
 * of their time there; PoCL compiles again for each local size, so that any case can be the first.
 * - A capability check queries numbers, or builds a small kernel or two: 2 units.
 * - A check of programs builds hundreds of kernels: 40 units.
 */
static const double kernel_units = 3.0;
static const double class_weight[WGC_FORECAST_CLASSES] = {
    [WGC_FORECAST_C_WORK_GROUP] = 1.0,
    [WGC_FORECAST_C_SUB_GROUP] = 1.0,
    [WGC_FORECAST_SPIRV_WORK_GROUP] = 1.0,
    [WGC_FORECAST_SPIRV_SUB_GROUP] = 1.0,
    [WGC_FORECAST_QUERY] = 0.5,
    [WGC_FORECAST_PROGRAM] = 10.0,
};
/* A class's own rate has the weight of the overall rate after so many of its units. */
static const double units_to_trust = 50.0;
/* No forecast before so many results: the first ones waited for the first program. */
enum { MIN_RESULTS = 20 };

enum wgc_forecast_class wgc_forecast_class(const struct wgc_signature *signature)
{
    bool sub_group = signature->scope == WGC_SCOPE_SUB_GROUP;

    if (signature->language == WGC_LANGUAGE_QUERY) {
        return wgc_query_info(signature->query)->kind == WGC_QUERY_KIND_PROGRAM
                   ? WGC_FORECAST_PROGRAM
                   : WGC_FORECAST_QUERY;
    }
    if (signature->language == WGC_LANGUAGE_C) {
        return sub_group ? WGC_FORECAST_C_SUB_GROUP : WGC_FORECAST_C_WORK_GROUP;
    }
    return sub_group ? WGC_FORECAST_SPIRV_SUB_GROUP : WGC_FORECAST_SPIRV_WORK_GROUP;
}

static double units_of(enum wgc_forecast_class class_, double cases, double kernels)
{
    return class_weight[class_] * (cases + kernel_units * kernels);
}

void wgc_forecast_begin(struct wgc_forecast *forecast, double now)
{
    *forecast = (struct wgc_forecast){.begun = now, .last = now};
}

void wgc_forecast_expect(struct wgc_forecast *forecast, enum wgc_forecast_class class_,
                         bool new_kernel)
{
    forecast->class_[class_].cases++;
    forecast->class_[class_].kernels += new_kernel;
}

void wgc_forecast_drop(struct wgc_forecast *forecast, enum wgc_forecast_class class_,
                       bool new_kernel)
{
    forecast->class_[class_].cases -= forecast->class_[class_].cases > 0;
    forecast->class_[class_].kernels -= new_kernel && forecast->class_[class_].kernels > 0;
}

/* Work finished at half of the elapsed time has half the weight of work finished now: the first
 * programs, and the crashes that show which kernels to run alone, predict the rest least. */
static void age(struct wgc_forecast *forecast, double now)
{
    double passed = now - forecast->begun;
    double kept = passed <= 0.0 ? 1.0 : (forecast->last - forecast->begun) / passed;

    for (size_t i = 0; i < WGC_FORECAST_CLASSES; i++) {
        forecast->class_[i].units *= kept;
        forecast->class_[i].seconds *= kept;
    }
}

void wgc_forecast_note(struct wgc_forecast *forecast, enum wgc_forecast_class class_,
                       bool new_kernel, double now)
{
    age(forecast, now);
    wgc_forecast_drop(forecast, class_, new_kernel);
    forecast->class_[class_].units += units_of(class_, 1.0, new_kernel ? 1.0 : 0.0);
    forecast->class_[class_].seconds += now - forecast->last;
    forecast->last = now;
    forecast->results++;
}

double wgc_forecast_left(const struct wgc_forecast *forecast, double now)
{
    double units = 0.0;
    double seconds = now - forecast->last; /* includes the time since the latest result */
    double left = 0.0;

    if (forecast->results < MIN_RESULTS) {
        return -1.0;
    }
    for (size_t i = 0; i < WGC_FORECAST_CLASSES; i++) {
        units += forecast->class_[i].units;
        seconds += forecast->class_[i].seconds;
    }
    for (size_t i = 0; i < WGC_FORECAST_CLASSES; i++) {
        double rate = (forecast->class_[i].seconds + units_to_trust * seconds / units) /
                      (forecast->class_[i].units + units_to_trust);
        left += rate * units_of((enum wgc_forecast_class)i, (double)forecast->class_[i].cases,
                                (double)forecast->class_[i].kernels);
    }
    return left;
}
