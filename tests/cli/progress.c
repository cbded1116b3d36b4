/*
 * Runs the kernel of sub_group_progress, whose text is KERNEL, as a device with independent forward
 * progress may: each work-item is a thread. Arguments: work-items, the size of a sub-group, and the
 * order of sub-groups: "free" for one with progress, "up" and "down" for ones that run a sub-group
 * to its end before the next one.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define kernel
#define global
#define local                     static
#define min(a, b)                 ((a) < (b) ? (a) : (b))
#define atomic_or(object, value)  __atomic_fetch_or(object, value, __ATOMIC_RELAXED)
#define atomic_inc(object)        __atomic_fetch_add(object, 1, __ATOMIC_RELAXED)
#define get_group_id(dimension)   ((size_t)0)
#define get_num_groups(dimension) ((size_t)1)
#define get_local_id(dimension)   ((dimension) == 0 ? own_item : (size_t)0)
#define get_local_size(dimension) ((dimension) == 0 ? items : (size_t)1)
#define get_sub_group_id()        ((uint)(own_item / size))
#define get_sub_group_local_id()  ((uint)(own_item % size))
#define get_num_sub_groups()      ((uint)((items + size - 1) / size))
#define barrier(flags)            meet()
#define sub_group_barrier(flags)  ((void)pthread_barrier_wait(&own_barrier[own_item / size]))

typedef unsigned uint;

static size_t items, size;
static int step; /* to the sub-group that runs next; 0: all run */
static pthread_barrier_t all, *own_barrier;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ended = PTHREAD_COND_INITIALIZER;
static size_t ended_items;
static _Thread_local size_t own_item;

/* Where sub-groups run one after the other: how many work-items have to end before this one. */
static size_t before(void)
{
    const size_t id = own_item / size, next = (id + 1) * size;

    return step == 0 ? 0 : step > 0 ? id * size : next < items ? items - next : 0;
}

static void meet(void)
{
    (void)pthread_barrier_wait(&all);
    (void)pthread_mutex_lock(&mutex);
    while (ended_items < before()) {
        (void)pthread_cond_wait(&ended, &mutex);
    }
    (void)pthread_mutex_unlock(&mutex);
}

#include KERNEL

static int32_t in[4096], out[4096];
static uint meta[6 * 4096];

static void *run(void *data)
{
    own_item = (size_t)(uintptr_t)data;
    wgc_sub_group_progress_int_plain(in, out, NULL, meta, (uint)items, (uint)items, 0, 1);
    (void)pthread_mutex_lock(&mutex);
    ended_items++;
    (void)pthread_cond_broadcast(&ended);
    (void)pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(int argc, char **argv)
{
    static pthread_t thread[4096];

    if (argc != 4) {
        return 2;
    }
    items = (size_t)atoi(argv[1]);
    size = (size_t)atoi(argv[2]);
    step = strcmp(argv[3], "free") == 0 ? 0 : strcmp(argv[3], "up") == 0 ? 1 : -1;
    own_barrier = calloc(items, sizeof *own_barrier);
    (void)pthread_barrier_init(&all, NULL, (unsigned)items);
    for (size_t i = 0; i < items; i += size) {
        const size_t left = items - i;

        (void)pthread_barrier_init(&own_barrier[i / size], NULL,
                                   (unsigned)(left < size ? left : size));
    }
    for (size_t i = 0; i < items; i++) {
        in[i] = (int32_t)i + 1;
        if (pthread_create(&thread[i], NULL, run, (void *)(uintptr_t)i) != 0) {
            return 2;
        }
    }
    for (size_t i = 0; i < items; i++) {
        (void)pthread_join(thread[i], NULL);
    }
    return memcmp(in, out, items * sizeof *in) != 0;
}
