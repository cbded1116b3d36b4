#include "device/dispatch_parts.h"

#include <windows.h>

struct thread {
    HANDLE handle;
    void (*run)(void *);
    void *data;
};

static DWORD WINAPI enter(void *data)
{
    struct thread *thread = data;

    thread->run(thread->data);
    return 0;
}

bool wgc_host_threads_run(void (*run)(void *), void *const *data, size_t count)
{
    struct thread thread[WGC_HOST_THREADS];
    size_t started = 0;

    for (; started < count; started++) {
        struct thread *next = &thread[started];
        next->run = run;
        next->data = data[started];
        next->handle = CreateThread(NULL, 0, enter, next, 0, NULL);
        if (next->handle == NULL) {
            break;
        }
    }
    for (size_t i = 0; i < started; i++) {
        (void)WaitForSingleObject(thread[i].handle, INFINITE);
        (void)CloseHandle(thread[i].handle);
    }
    return started == count;
}
