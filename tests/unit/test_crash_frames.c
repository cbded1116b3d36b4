/* The handlers of a worker's crashes, in children that crash on purpose: each ends by the signal of
 * its crash, and reports where it was. */
#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "crash_fixture.h"
#include "tests/unit/test.h"
#include "worker/crash_frames.h"

#define PROGRAM "test_crash_frames+0x"

/* What the compiler does not know: an address where nothing is mapped, a divisor, a function. */
static char *volatile nowhere = (char *)8;
static volatile int zero;
static void (*volatile no_function)(void);

static void store(void)
{
    *nowhere = 1;
}

TEST(in_the_program)
{
    struct crash first, second;

    crash_of(store, &first);
    crash_of(store, &second);
    assert_int_equal(first.signal, SIGSEGV);
    assert_int_equal(strncmp(first.frames, PROGRAM, strlen(PROGRAM)), 0);
    assert_non_null(strstr(first.frames, "\n" PROGRAM)); /* the caller */
    assert_string_equal(first.rest, "");
    /* the same place in each process; the callers in this function differ */
    assert_int_equal(strcspn(first.frames, "\n"), strcspn(second.frames, "\n"));
    assert_int_equal(strncmp(first.frames, second.frames, strcspn(first.frames, "\n")), 0);
}

static void print_and_store(void)
{
    (void)!write(STDERR_FILENO, "last words", 10);
    *nowhere = 1;
}

TEST(what_the_driver_printed_stays)
{
    struct crash crash;

    crash_of(print_and_store, &crash);
    assert_string_equal(crash.rest, "last words");
}

static void measure(void)
{
    size_t (*volatile length)(const char *) = strlen;

    (void)length(nowhere);
}

TEST(in_a_library)
{
    struct crash crash;

    crash_expect(measure, SIGSEGV, "libc");
    crash_of(measure, &crash);
    assert_non_null(strstr(crash.frames, "\n" PROGRAM));
}

static void send_bus(void)
{
    (void)raise(SIGBUS);
}

static void divide(void)
{
    zero = 7 / zero;
#if !defined(__x86_64__) && !defined(__i386__)
    (void)raise(SIGFPE); /* no instruction traps */
#endif
}

static void trap(void)
{
    __builtin_trap();
}

TEST(every_signal)
{
    crash_expect(abort, SIGABRT, PROGRAM); /* not libc's abort and raise */
    crash_expect(send_bus, SIGBUS, PROGRAM);
    crash_expect(divide, SIGFPE, PROGRAM);
#if defined(__x86_64__) || defined(__i386__)
    crash_expect(trap, SIGILL, PROGRAM);
#else
    (void)trap;
#endif
}

static void call_nothing(void)
{
    no_function();
    *nowhere = 1; /* so that the call is not the last instruction */
}

static void call_data(void)
{
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    void (*volatile function)(void) = (void (*)(void))(uintptr_t)page;

    if (page != MAP_FAILED) {
        function();
    }
}

TEST(outside_of_files)
{
    crash_expect(call_nothing, SIGSEGV, PROGRAM); /* the place of the call */
    crash_expect(call_data, SIGSEGV, "generated code");
}

/* A driver's handler, as that of LLVM: prints, and sends the signal again to the handler before. */
static struct sigaction before;

static void send_again(int number, siginfo_t *info, void *context)
{
    (void)context;
    (void)sigaction(number, &before, NULL);
    (void)syscall(SYS_rt_tgsigqueueinfo, getpid(), syscall(SYS_gettid), number, info);
}

static void handle(int number)
{
    struct sigaction action = {.sa_sigaction = send_again, .sa_flags = SA_SIGINFO | SA_NODEFER};

    (void)sigaction(number, &action, &before);
}

static void store_under_a_handler(void)
{
    handle(SIGSEGV);
    *nowhere = 1;
}

static void measure_under_a_handler(void)
{
    handle(SIGSEGV);
    measure();
}

static void abort_under_a_handler(void)
{
    handle(SIGABRT);
    abort();
}

TEST(after_the_handler_of_a_driver)
{
    struct crash plain, handled;

    crash_of(measure, &plain);
    crash_of(measure_under_a_handler, &handled);
    assert_int_equal(handled.signal, SIGSEGV);
    assert_int_equal(strncmp(handled.frames, plain.frames, strcspn(plain.frames, "\n") + 1), 0);
    crash_expect(store_under_a_handler, SIGSEGV, PROGRAM);
    crash_expect(abort_under_a_handler, SIGABRT, PROGRAM);
}

/* A process that the driver started is not the worker. */
static void crash_in_a_fork(void)
{
    int how = 0;
    const pid_t child = fork();

    if (child == 0) {
        *nowhere = 1;
    }
    (void)waitpid(child, &how, 0);
    if (!WIFSIGNALED(how) || WTERMSIG(how) != SIGSEGV) {
        _exit(1);
    }
    (void)kill(getpid(), SIGTERM);
}

TEST(not_in_a_fork)
{
    crash_expect(crash_in_a_fork, SIGTERM, "");
}

/* A copy of the library of mathematics, in the folder of temporary files as a compiled kernel. */
static char folder[64], copy[128];

static void crash_in_the_copy(void)
{
    typedef void function_type(double, double *, double *);
    void *library = dlopen(copy, RTLD_NOW);
    void *symbol = library == NULL ? NULL : dlsym(library, "sincos");
    function_type *volatile function;

    memcpy((void *)(uintptr_t)&function, &symbol, sizeof symbol);
    if (symbol != NULL) {
        function(1.0, (double *)(uintptr_t)nowhere, (double *)(uintptr_t)nowhere);
    }
}

static void make_copy(void)
{
    char command[8192];
    struct link_map *map = NULL;
    void *library = dlopen("libm.so.6", RTLD_NOW);

    assert_non_null(library);
    assert_int_equal(dlinfo(library, RTLD_DI_LINKMAP, &map), 0);
    (void)snprintf(folder, sizeof folder, "/tmp/wgc-frames-XXXXXX");
    assert_non_null(mkdtemp(folder));
    (void)snprintf(copy, sizeof copy, "%s/kernel.so", folder);
    (void)snprintf(command, sizeof command, "cp '%s' %s", map->l_name, copy);
    assert_int_equal(system(command), 0);
    (void)dlclose(library);
}

TEST(in_a_file_of_the_driver)
{
    struct crash other, temporary;

    make_copy();
    crash_of(crash_in_the_copy, &other);
    assert_int_equal(setenv("TMPDIR", folder, 1), 0);
    crash_of(crash_in_the_copy, &temporary);
    (void)unsetenv("TMPDIR");
    (void)unlink(copy);
    (void)rmdir(folder);
    assert_int_equal(other.signal, SIGSEGV);
    assert_int_equal(strncmp(other.frames, "kernel.so+0x", 12), 0);
    assert_int_equal(temporary.signal, SIGSEGV);
    assert_int_equal(strncmp(temporary.frames, "generated code\n", 15), 0);
}
