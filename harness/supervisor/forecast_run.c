/* Updates the forecast with the verdicts of a run. */
#include <stdlib.h>

#include "supervisor/state.h"

/* A kernel, by its number in the work queue. */
struct wgc_kernel_progress {
    uint32_t open; /* cases without a verdict */
    bool ran;      /* a case of it has run */
};

static enum wgc_forecast_class class_of(const struct wgc_supervisor *supervisor, size_t index)
{
    return wgc_forecast_class(
        &supervisor->manifest->signature[supervisor->plan->item[index].signature]);
}

enum wgc_status wgc_forecast_start(struct wgc_supervisor *supervisor)
{
    const size_t count = supervisor->plan->count;

    supervisor->kernel_progress =
        calloc(count == 0 ? 1 : count, sizeof *supervisor->kernel_progress);
    if (supervisor->kernel_progress == NULL) {
        return wgc_err_memory(supervisor->err, "the forecast of the time left");
    }
    wgc_forecast_begin(&supervisor->forecast, wgc_now());
    for (size_t i = 0; i < count; i++) {
        if (!supervisor->cases.row[i].decided) {
            struct wgc_kernel_progress *kernel =
                &supervisor->kernel_progress[supervisor->queue.kernel[i]];
            wgc_forecast_expect(&supervisor->forecast, class_of(supervisor, i), kernel->open == 0);
            kernel->open++;
        }
    }
    return WGC_OK;
}

void wgc_forecast_on_verdict(struct wgc_supervisor *supervisor, size_t index, enum wgc_state state)
{
    if (supervisor->kernel_progress == NULL) {
        return; /* a missing feature; the forecast starts after these skips */
    }
    struct wgc_kernel_progress *kernel =
        &supervisor->kernel_progress[supervisor->queue.kernel[index]];
    bool was_run = state != WGC_STATE_SKIP;
    bool last = kernel->open == 1;

    kernel->open -= kernel->open > 0;
    if (was_run) {
        wgc_forecast_note(&supervisor->forecast, class_of(supervisor, index), !kernel->ran,
                          wgc_now());
        kernel->ran = true;
    } else {
        wgc_forecast_drop(&supervisor->forecast, class_of(supervisor, index), last && !kernel->ran);
    }
}
