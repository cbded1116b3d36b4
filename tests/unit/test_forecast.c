/* The time left of a run, by runs that were recorded (recorded_*.def). */
#include "supervisor/forecast.h"
#include "tests/unit/test.h"

/* Cases of one sort that got their results at about the same time. */
struct line {
    double time;
    enum wgc_forecast_class sort;
    unsigned cases, kernels; /* kernels: that had no result before */
};

#define WGC_RECORDED(seconds, name, case_count, kernel_count)                                      \
    {.time = (seconds),                                                                            \
     .sort = WGC_FORECAST_##name,                                                                  \
     .cases = (case_count),                                                                        \
     .kernels = (kernel_count)},
static const struct line intel[] = {
#include "tests/unit/recorded_intel.def"
};
static const struct line pocl[] = {
#include "tests/unit/recorded_pocl.def"
};
#undef WGC_RECORDED

struct recording {
    const char *name;
    const struct line *line;
    size_t count;
};

static void expect_all(struct wgc_forecast *forecast, const struct recording *recording)
{
    wgc_forecast_begin(forecast, 0.0);
    for (size_t i = 0; i < recording->count; i++) {
        const struct line *line = &recording->line[i];
        for (unsigned k = 0; k < line->cases; k++) {
            wgc_forecast_expect(forecast, line->sort, k < line->kernels);
        }
    }
}

/* The estimate after that share of the recorded time, as a multiple of the time really left. */
static double estimate_at(const struct recording *recording, double share)
{
    const double end = recording->line[recording->count - 1].time;
    const double now = end * share;
    struct wgc_forecast forecast;

    expect_all(&forecast, recording);
    for (size_t i = 0; i < recording->count && recording->line[i].time <= now; i++) {
        const struct line *line = &recording->line[i];
        for (unsigned k = 0; k < line->cases; k++) {
            wgc_forecast_note(&forecast, line->sort, k < line->kernels, line->time);
        }
    }
    return wgc_forecast_left(&forecast, now) / (end - now);
}

TEST(a_recorded_run_is_estimated_within_a_factor_of_two)
{
    static const struct recording recordings[] = {
        {"Intel", intel, sizeof intel / sizeof intel[0]},
        {"PoCL", pocl, sizeof pocl / sizeof pocl[0]},
    };
    static const double shares[] = {0.25, 0.5, 0.75, 0.9};

    for (size_t i = 0; i < sizeof recordings / sizeof recordings[0]; i++) {
        for (size_t k = 0; k < sizeof shares / sizeof shares[0]; k++) {
            double ratio = estimate_at(&recordings[i], shares[k]);
            if (ratio < 0.5 || ratio > 2.0) {
                fail_msg("%s at %g: %g times the time left", recordings[i].name, shares[k], ratio);
            }
        }
    }
}

/* Cases that are likely to crash come last, each in a process of its own. */
TEST(crashes_at_the_end_are_estimated_within_a_factor_of_two)
{
    enum { QUICK = 1000, CRASHES = 100 };
    static const double shares[] = {0.7, 0.8, 0.9, 0.95, 0.98};
    const double quick_seconds = 100.0, crash_seconds = 1.0;
    const double end = quick_seconds + CRASHES * crash_seconds;

    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++) {
        const double now = end * shares[i];
        struct wgc_forecast forecast;
        wgc_forecast_begin(&forecast, 0.0);
        for (unsigned k = 0; k < QUICK + CRASHES; k++) {
            wgc_forecast_expect(&forecast, WGC_FORECAST_C_WORK_GROUP, false);
        }
        for (unsigned k = 0; k < QUICK + CRASHES; k++) {
            const double time = k < QUICK ? quick_seconds * (k + 1) / QUICK
                                          : quick_seconds + crash_seconds * (k + 1 - QUICK);
            if (time <= now) {
                wgc_forecast_note(&forecast, WGC_FORECAST_C_WORK_GROUP, false, time);
            }
        }
        const double ratio = wgc_forecast_left(&forecast, now) / (end - now);
        if (ratio < 0.5 || ratio > 2.0) {
            fail_msg("at %g: %g times the time left", shares[i], ratio);
        }
    }
}

TEST(nothing_is_estimated_before_something_ran)
{
    struct wgc_forecast forecast;

    wgc_forecast_begin(&forecast, 5.0);
    for (int i = 0; i < 1000; i++) {
        wgc_forecast_expect(&forecast, WGC_FORECAST_C_WORK_GROUP, i % 10 == 0);
    }
    assert_true(wgc_forecast_left(&forecast, 6.0) < 0.0);
    for (int i = 0; i < 500; i++) { /* skips give no estimate, however many */
        wgc_forecast_drop(&forecast, WGC_FORECAST_C_WORK_GROUP, i % 10 == 0);
    }
    assert_true(wgc_forecast_left(&forecast, 7.0) < 0.0);
}

/* A tenth of a second for each case, five cases a kernel, 900 of 1000 cases skipped. */
TEST(skips_do_not_count)
{
    struct wgc_forecast forecast;
    double now = 0.0;

    wgc_forecast_begin(&forecast, now);
    for (int i = 0; i < 1000; i++) {
        wgc_forecast_expect(&forecast, WGC_FORECAST_C_WORK_GROUP, i % 5 == 0);
    }
    for (int i = 0; i < 950; i++) {
        if (i % 10 < 9) {
            wgc_forecast_drop(&forecast, WGC_FORECAST_C_WORK_GROUP, i % 5 == 0 && i % 10 != 5);
        } else {
            now += 0.1;
            wgc_forecast_note(&forecast, WGC_FORECAST_C_WORK_GROUP, i % 20 == 19, now);
        }
    }
    assert_true(wgc_forecast_left(&forecast, now) > 0.2);
    assert_true(wgc_forecast_left(&forecast, now) < 10.0);
}

/* A sort is estimated by its own times once there are some: SPIR-V is ten times as slow here. */
TEST(a_sort_is_estimated_by_its_own_times)
{
    struct wgc_forecast forecast;
    double now = 0.0;

    wgc_forecast_begin(&forecast, now);
    for (int i = 0; i < 2000; i++) {
        wgc_forecast_expect(&forecast, WGC_FORECAST_C_SUB_GROUP, true);
        wgc_forecast_expect(&forecast, WGC_FORECAST_SPIRV_SUB_GROUP, true);
    }
    for (int i = 0; i < 1000; i++) {
        now += 0.01;
        wgc_forecast_note(&forecast, WGC_FORECAST_C_SUB_GROUP, true, now);
        now += 0.1;
        wgc_forecast_note(&forecast, WGC_FORECAST_SPIRV_SUB_GROUP, true, now);
    }
    double both = wgc_forecast_left(&forecast, now); /* 110 s */
    assert_true(both > 100.0 && both < 120.0);
    for (int i = 0; i < 1000; i++) {
        wgc_forecast_drop(&forecast, WGC_FORECAST_SPIRV_SUB_GROUP, true);
    }
    double c_alone = wgc_forecast_left(&forecast, now); /* 10 s */
    assert_true(c_alone > 8.0 && c_alone < 14.0);
}

/* While no result comes in, the estimate of the time left does not shrink. */
TEST(waiting_does_not_shrink_the_estimate)
{
    struct wgc_forecast forecast;

    wgc_forecast_begin(&forecast, 0.0);
    for (int i = 0; i < 200; i++) {
        wgc_forecast_expect(&forecast, WGC_FORECAST_C_WORK_GROUP, false);
    }
    for (int i = 0; i < 100; i++) {
        wgc_forecast_note(&forecast, WGC_FORECAST_C_WORK_GROUP, false, 0.1 * i);
    }
    double before = wgc_forecast_left(&forecast, 10.0);
    assert_true(wgc_forecast_left(&forecast, 20.0) >= before);
}
