/* A stopwatch for the parts of a worker's work. */
#ifndef WGC_WORKER_WATCH_H
#define WGC_WORKER_WATCH_H

enum wgc_time {
    WGC_TIME_OTHER,  /* messages, reading files */
    WGC_TIME_DRIVER, /* inside OpenCL: build, enqueue, copy, wait */
    WGC_TIME_DATA,   /* making data, and what is expected of it */
    WGC_TIME_JUDGE,  /* judging results */
    WGC_TIME_KINDS
};

/* All zero is a watch that has not started. */
struct wgc_watch {
    enum wgc_time kind;
    double since; /* start of the current kind (monotonic clock); 0: not started */
    double seconds[WGC_TIME_KINDS];
};

/* Seconds on the monotonic clock. */
double wgc_watch_now(void);

/* Sets every kind to zero and starts in OTHER. */
void wgc_watch_start(struct wgc_watch *watch);

/* Switches to that kind and returns the one before, to switch back. */
enum wgc_time wgc_watch_enter(struct wgc_watch *watch, enum wgc_time kind);

#endif
