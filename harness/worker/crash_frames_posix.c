#include "worker/crash_frames.h"

#include "base/sanitizer.h"

#if WGC_SANITIZED || !defined(__linux__)

void wgc_crash_frames_install(void)
{
}

#else

#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <execinfo.h>
#endif

#include "worker/crash_modules.h"

enum { STACK_BYTES = 64 * 1024, SECONDS = 2, WAIT_MS = 3000, LOW_ADDRESSES = 4096 };

enum stage { COLLECTING, WRITING };

/* A handler has no argument of its own, and must not allocate. */
static struct {
    pid_t process;     /* a process that the driver forks is none of ours */
    atomic_int signal; /* the first one; 0: none yet */
    long thread;       /* that got it */
    bool sent;         /* by a call, as abort(), not by an instruction */
    atomic_int stage;
    struct wgc_crash_modules modules;
    _Alignas(16) char stack[STACK_BYTES];
} crash;

/* Ends the process as the signal does without a handler. */
static _Noreturn void end_by(int number)
{
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigset_t one;

    (void)sigaction(number, &standard, NULL);
    (void)sigemptyset(&one);
    (void)sigaddset(&one, number);
    (void)pthread_sigmask(SIG_UNBLOCK, &one, NULL);
    (void)raise(number);
    _exit(128 + number);
}

/* Writes the line, unless that was begun before. */
static void write_line(void)
{
    if (atomic_exchange(&crash.stage, WRITING) == COLLECTING) {
        wgc_crash_modules_write(&crash.modules, crash.sent, STDERR_FILENO);
    }
}

/* The unwinder waits for a lock, or nobody reads standard error. */
static void on_alarm(int number)
{
    (void)number;
    (void)alarm(SECONDS);
    write_line();
    end_by(crash.signal);
}

static void start_alarm(void)
{
    struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_ONSTACK | SA_NODEFER};
    sigset_t one;

    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(SIGALRM, &action, NULL);
    (void)sigemptyset(&one);
    (void)sigaddset(&one, SIGALRM);
    (void)pthread_sigmask(SIG_UNBLOCK, &one, NULL);
    (void)alarm(SECONDS);
}

/* The instruction at which the signal came; 0: unknown. After a call of no function (an address
 * near 0) the place to which it returns. */
static uintptr_t find_instruction(const ucontext_t *context)
{
    const mcontext_t *machine = &context->uc_mcontext;
    uintptr_t at = 0;

#if defined(__x86_64__)
    at = (uintptr_t)machine->gregs[REG_RIP];
    return at >= LOW_ADDRESSES ? at : *(const uintptr_t *)machine->gregs[REG_RSP];
#elif defined(__i386__)
    at = (uintptr_t)machine->gregs[REG_EIP];
    return at >= LOW_ADDRESSES ? at : *(const uintptr_t *)machine->gregs[REG_ESP];
#elif defined(__aarch64__)
    at = (uintptr_t)machine->pc;
    return at >= LOW_ADDRESSES ? at : (uintptr_t)machine->regs[30];
#elif defined(__arm__)
    at = (uintptr_t)machine->arm_pc;
    return at >= LOW_ADDRESSES ? at : (uintptr_t)machine->arm_lr;
#elif defined(__riscv)
    at = (uintptr_t)machine->__gregs[0];
    return at >= LOW_ADDRESSES ? at : (uintptr_t)machine->__gregs[1];
#else
    (void)machine;
    return at;
#endif
}

/*
 * Adds the callers of the instruction. This handler's frames come before it, and right before it
 * the code to which a handler returns. A second time, that code ends the frames of a driver's
 * handler, which has sent the signal again: the frames before it do not count.
 */
static void add_callers(uintptr_t instruction)
{
#if defined(__GLIBC__)
    void *trace[WGC_CRASH_ADDRESSES];
    const int count = backtrace(trace, WGC_CRASH_ADDRESSES);
    int at = 1;

    while (at < count && (uintptr_t)trace[at] != instruction) {
        at++;
    }
    for (int i = at + 1; i < count; i++) {
        if (trace[i] == trace[at - 1]) {
            crash.modules.count = 0;
            crash.sent = crash.signal == SIGABRT;
        } else {
            wgc_crash_modules_add(&crash.modules, (uintptr_t)trace[i]);
        }
    }
#else
    (void)instruction; /* no unwinder without a lock */
#endif
}

static void collect(const siginfo_t *info, const ucontext_t *context)
{
    crash.sent = info->si_code <= 0;
    const uintptr_t instruction = find_instruction(context);
    if (instruction != 0) {
        wgc_crash_modules_add(&crash.modules, instruction);
        add_callers(instruction);
    }
}

static long own_thread(void)
{
    return syscall(SYS_gettid);
}

static void on_crash(int number, siginfo_t *info, void *context)
{
    int first = 0;

    if (getpid() != crash.process) {
        end_by(number);
    }
    if (!atomic_compare_exchange_strong(&crash.signal, &first, number)) {
        if (own_thread() == crash.thread) {
            write_line(); /* the unwinder has faulted: with the frames that it has found */
        } else {
            (void)poll(NULL, 0, WAIT_MS); /* another thread has crashed, and ends the process */
        }
        end_by(first);
    }
    crash.thread = own_thread();
    start_alarm();
    collect(info, context);
    write_line();
    end_by(number);
}

void wgc_crash_frames_install(void)
{
    static const int caught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    const stack_t stack = {.ss_sp = crash.stack, .ss_size = sizeof crash.stack};
    /* not blocked in the handler: a fault in there comes here again */
    struct sigaction action = {.sa_sigaction = on_crash,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};

    crash.process = getpid();
    wgc_crash_modules_init(&crash.modules);
    add_callers(0); /* loads the unwinder */
    crash.modules.count = 0;
    (void)sigemptyset(&action.sa_mask);
    if (sigaltstack(&stack, NULL) == 0) {
        for (size_t i = 0; i < sizeof caught / sizeof caught[0]; i++) {
            (void)sigaction(caught[i], &action, NULL);
        }
    }
}

#endif
