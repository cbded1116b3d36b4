#include "supervisor/forecast.h"

#include <string.h>

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
/* The latest pace is that of at least this part of the time so far. */
static const double latest_share = 10.0;
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

/* Keeps a sample of the work that is finished; of too many, every second one stays. */
static void keep_sample(struct wgc_forecast *forecast, double now)
{
    if (forecast->samples == WGC_FORECAST_SAMPLES) {
        for (size_t i = 0; i < WGC_FORECAST_SAMPLES / 2; i++) {
            forecast->sample[i] = forecast->sample[2 * i];
        }
        forecast->samples = WGC_FORECAST_SAMPLES / 2;
    }
    const double pause = (now - forecast->begun) / WGC_FORECAST_SAMPLES;
    if (forecast->samples == 0 || now - forecast->sample[forecast->samples - 1].time >= pause) {
        struct wgc_forecast_sample *sample = &forecast->sample[forecast->samples++];
        sample->time = now;
        memcpy(sample->units, forecast->finished, sizeof sample->units);
    }
}

void wgc_forecast_note(struct wgc_forecast *forecast, enum wgc_forecast_class class_,
                       bool new_kernel, double now)
{
    age(forecast, now);
    wgc_forecast_drop(forecast, class_, new_kernel);
    forecast->class_[class_].units += units_of(class_, 1.0, new_kernel ? 1.0 : 0.0);
    forecast->finished[class_] += units_of(class_, 1.0, new_kernel ? 1.0 : 0.0);
    keep_sample(forecast, now);
    forecast->class_[class_].seconds += now - forecast->last;
    forecast->last = now;
    forecast->results++;
}

/* How much longer the work of about the last seconds of that number took than by the rates of the
 * classes; 1: nothing finished. */
static double latest_pace(const struct wgc_forecast *forecast,
                          const double rate[WGC_FORECAST_CLASSES], double window, double now)
{
    size_t at = forecast->samples;
    double predicted = 0.0;

    while (at > 1 && forecast->sample[at - 1].time > now - window) {
        at--;
    }
    const struct wgc_forecast_sample *from = &forecast->sample[at == 0 ? 0 : at - 1];
    for (size_t i = 0; i < WGC_FORECAST_CLASSES; i++) {
        predicted += rate[i] * (forecast->finished[i] - from->units[i]);
    }
    return at == 0 || predicted <= 0.0 ? 1.0 : (now - from->time) / predicted;
}

/* Corrects the forecast by the latest pace, the more the more is finished. */
static double correct(const struct wgc_forecast *forecast, const double rate[WGC_FORECAST_CLASSES],
                      double left, double units_left, double now)
{
    const double least = (now - forecast->begun) / latest_share;
    double finished = 0.0;

    for (size_t i = 0; i < WGC_FORECAST_CLASSES; i++) {
        finished += forecast->finished[i];
    }
    const double share = finished / (finished + units_left);
    const double pace = latest_pace(forecast, rate, left > least ? left : least, now);
    return left * (1.0 - share + share * pace);
}

double wgc_forecast_left(const struct wgc_forecast *forecast, double now)
{
    double units = 0.0;
    double seconds = now - forecast->last; /* includes the time since the latest result */
    double left = 0.0, units_left = 0.0;
    double rate[WGC_FORECAST_CLASSES];

    if (forecast->results < MIN_RESULTS) {
        return -1.0;
    }
    for (size_t i = 0; i < WGC_FORECAST_CLASSES; i++) {
        units += forecast->class_[i].units;
        seconds += forecast->class_[i].seconds;
    }
    for (size_t i = 0; i < WGC_FORECAST_CLASSES; i++) {
        rate[i] = (forecast->class_[i].seconds + units_to_trust * seconds / units) /
                  (forecast->class_[i].units + units_to_trust);
        const double rest = units_of((enum wgc_forecast_class)i, (double)forecast->class_[i].cases,
                                     (double)forecast->class_[i].kernels);
        left += rate[i] * rest;
        units_left += rest;
    }
    return correct(forecast, rate, left, units_left, now);
}
