/*
 * The remaining time of a run, by the times of its cases so far, for each class of cases. Skips
 * count neither as finished nor as remaining work. Pure: the caller passes the time.
 *
 * The unit of work is a case; the first case of a kernel counts a few units more, for the build.
 * The time between two results belongs to the later one, with all that workers did in it, crashes
 * and new processes included. A class without results costs as much as the others, by the weights
 * in forecast.c.
 *
 * The more is finished, the more the pace of the latest results counts: cases that are likely to
 * crash run last, one by one, and cost more than all before them.
 */
#ifndef WGC_SUPERVISOR_FORECAST_H
#define WGC_SUPERVISOR_FORECAST_H

#include <stdbool.h>
#include <stddef.h>

#include "plan/plan.h"

/* Classes of cases with about the same cost on one device. */
enum wgc_forecast_class {
    WGC_FORECAST_C_WORK_GROUP,
    WGC_FORECAST_C_SUB_GROUP,
    WGC_FORECAST_SPIRV_WORK_GROUP,
    WGC_FORECAST_SPIRV_SUB_GROUP,
    WGC_FORECAST_QUERY,   /* a capability check */
    WGC_FORECAST_PROGRAM, /* a check that builds programs of many kernels */
    WGC_FORECAST_CLASSES
};

/* How much work was finished at a time. */
struct wgc_forecast_sample {
    double time, units[WGC_FORECAST_CLASSES];
};
enum { WGC_FORECAST_SAMPLES = 128 };

struct wgc_forecast {
    struct {
        size_t cases, kernels; /* remaining */
        double units, seconds; /* finished; older ones count less */
    } class_[WGC_FORECAST_CLASSES];
    size_t results;
    double begun, last;                    /* seconds: the start, and the latest result */
    double finished[WGC_FORECAST_CLASSES]; /* units, without aging */
    size_t samples;
    struct wgc_forecast_sample sample[WGC_FORECAST_SAMPLES]; /* the oldest first */
};

enum wgc_forecast_class wgc_forecast_class(const struct wgc_signature *signature);

/* Starts the forecast; the cases to run follow. new_kernel: the first case of its kernel. */
void wgc_forecast_begin(struct wgc_forecast *forecast, double now);
void wgc_forecast_expect(struct wgc_forecast *forecast, enum wgc_forecast_class class_,
                         bool new_kernel);
/* An expected case has a result. new_kernel: the first one of its kernel. */
void wgc_forecast_note(struct wgc_forecast *forecast, enum wgc_forecast_class class_,
                       bool new_kernel, double now);
/* An expected case was skipped. */
void wgc_forecast_drop(struct wgc_forecast *forecast, enum wgc_forecast_class class_,
                       bool new_kernel);

/* The remaining seconds; negative while there are too few results. */
double wgc_forecast_left(const struct wgc_forecast *forecast, double now);

#endif
