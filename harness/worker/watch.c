#include "worker/session.h"

#include "base/system.h"

double wgc_watch_now(void)
{
    return wgc_now();
}

void wgc_watch_start(struct wgc_watch *watch)
{
    *watch = (struct wgc_watch){.since = wgc_watch_now()};
}

enum wgc_time wgc_watch_enter(struct wgc_watch *watch, enum wgc_time kind)
{
    enum wgc_time before = watch->kind;
    double now = wgc_watch_now();

    watch->seconds[before] += now - watch->since;
    watch->since = now;
    watch->kind = kind;
    return before;
}
