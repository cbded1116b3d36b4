/* Crashes in a bad moment: without a stack, under a lock, in several threads at once. None hangs,
 * and each ends by the signal of its crash. */
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "crash_fixture.h"

#define PROGRAM "test_crash_hazards+0x"

/* What the compiler does not know: an address where nothing is mapped, functions. */
static char *volatile nowhere = (char *)8;
static void *(*volatile allocate)(size_t) = malloc;
static void (*volatile release)(void *) = free;

#if defined(__x86_64__)
static void lose_stack(void)
{
    __asm__ volatile("movq $64, %%rsp\n\tpushq $1" ::: "memory");
}

static void with_a_wrong_stack_pointer(void **state)
{
    (void)state;
    crash_expect(lose_stack, SIGSEGV, PROGRAM);
}
#endif

/* Each level has a frame that the compiler cannot leave out. */
static size_t recurse(volatile size_t *above)
{
    volatile size_t here[512];

    here[0] = above == NULL ? 0 : above[0] + 1;
    return here[0] == SIZE_MAX ? 0 : recurse(here) + here[0];
}

static void overflow(void)
{
    (void)recurse(NULL);
}

static void with_a_full_stack(void **state)
{
    (void)state;
    crash_expect(overflow, SIGSEGV, PROGRAM);
}

/* Crashes malloc while it has its lock: the list of free blocks is destroyed. */
static void corrupt_and_allocate(void)
{
    const size_t size = 0x800;
    char **volatile block = allocate(size);
    void *volatile other = allocate(size);

    release(block);
    block[0] = nowhere;
    block[1] = nowhere;
    (void)allocate(2 * size);
    release(other);
}

static void *wait_for_ever(void *unused)
{
    (void)unused;
    (void)pause();
    return NULL;
}

static void corrupt_with_threads(void)
{
    pthread_t thread;

    (void)pthread_create(&thread, NULL, wait_for_ever, NULL); /* now locks are taken */
    corrupt_and_allocate();
}

static void free_twice(void)
{
    void *volatile block = allocate(100);

    release(block);
    release(block);
}

static void under_the_lock_of_malloc(void **state)
{
    (void)state;
    crash_expect(corrupt_with_threads, SIGSEGV, "libc");
    crash_expect(free_twice, SIGABRT, PROGRAM);
}

static int crash_in_the_list(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)info;
    (void)size;
    (void)data;
    *nowhere = 1;
    return 1;
}

static void list_libraries(void)
{
    (void)dl_iterate_phdr(crash_in_the_list, NULL);
}

static void under_the_lock_of_the_loader(void **state)
{
    (void)state;
    crash_expect(list_libraries, SIGSEGV, PROGRAM);
}

static void *store_in_thread(void *unused)
{
    (void)unused;
    *nowhere = 1;
    return NULL;
}

static void crash_in_threads(void)
{
    pthread_t thread[8];

    for (size_t i = 0; i < 8; i++) {
        (void)pthread_create(&thread[i], NULL, store_in_thread, NULL);
    }
    for (size_t i = 0; i < 8; i++) {
        (void)pthread_join(thread[i], NULL);
    }
}

static void in_several_threads(void **state)
{
    (void)state;
    crash_expect(crash_in_threads, SIGSEGV, PROGRAM);
}

/* Nobody reads: the pipe is full. */
static void fill_and_store(void)
{
    static const char bytes[4096];
    const int flags = fcntl(STDERR_FILENO, F_GETFL);

    (void)fcntl(STDERR_FILENO, F_SETFL, flags | O_NONBLOCK);
    while (write(STDERR_FILENO, bytes, sizeof bytes) > 0 || write(STDERR_FILENO, bytes, 1) > 0) {
    }
    (void)fcntl(STDERR_FILENO, F_SETFL, flags);
    *nowhere = 1;
}

static void when_nobody_reads(void **state)
{
    int fds[2], how = 0;

    (void)state;
    crash_need_handlers();
    assert_int_equal(pipe(fds), 0);
    const pid_t child = fork();
    if (child == 0) {
        crash_child(fill_and_store, fds[1]);
    }
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFSIGNALED(how));
    assert_int_equal(WTERMSIG(how), SIGSEGV);
    (void)close(fds[0]);
    (void)close(fds[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#if defined(__x86_64__)
        cmocka_unit_test(with_a_wrong_stack_pointer),
#endif
        cmocka_unit_test(with_a_full_stack),
        cmocka_unit_test(under_the_lock_of_malloc),
        cmocka_unit_test(under_the_lock_of_the_loader),
        cmocka_unit_test(in_several_threads),
        cmocka_unit_test(when_nobody_reads),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
