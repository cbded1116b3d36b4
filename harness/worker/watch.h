/* Where a worker's time goes. */
#ifndef WGC_WORKER_WATCH_H
#define WGC_WORKER_WATCH_H

enum wgc_phase {
    WGC_PHASE_OTHER,  /* messages, reading files */
    WGC_PHASE_DRIVER, /* inside OpenCL: build, enqueue, copy, wait */
    WGC_PHASE_JUDGE,  /* making data and expectations, judging */
    WGC_PHASE_COUNT
};

/* All zero is a watch that has not started. */
struct wgc_watch {
    enum wgc_phase phase;
    double since; /* when the phase began, on the monotonic clock; 0 before the start */
    double seconds[WGC_PHASE_COUNT];
};

/* Seconds on the monotonic clock. */
double wgc_watch_now(void);

/* Sets every phase to zero and starts in OTHER. */
void wgc_watch_start(struct wgc_watch *watch);

/* From now on the time is that phase's; returns the one before, to go back to. */
enum wgc_phase wgc_watch_enter(struct wgc_watch *watch, enum wgc_phase phase);

#endif
