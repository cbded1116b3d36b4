#include "device/dispatch_parts.h"

#include <pthread.h>

struct thread {
    pthread_t id;
    void (*run)(void *);
    void *data;
};

static void *enter(void *data)
{
    struct thread *thread = data;

    thread->run(thread->data);
    return NULL;
}

bool wgc_host_threads_run(void (*run)(void *), void *const *data, size_t count)
{
    struct thread thread[WGC_HOST_THREADS];
    size_t started = 0;

    for (; started < count; started++) {
        struct thread *next = &thread[started];
        next->run = run;
        next->data = data[started];
        if (pthread_create(&next->id, NULL, enter, next) != 0) {
            break;
        }
    }
    for (size_t i = 0; i < started; i++) {
        (void)pthread_join(thread[i].id, NULL);
    }
    return started == count;
}
