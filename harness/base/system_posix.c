#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#elif defined(__FreeBSD__)
#include <sys/procctl.h>
#include <sys/sysctl.h>
#endif
#if defined(__linux__) || defined(__FreeBSD__)
#include <sys/mman.h>
#endif

const char *wgc_system_signal(int number)
{
#define ROW(name)                                                                                  \
    case name:                                                                                     \
        return #name;
    switch (number) {
        ROW(SIGABRT)
        ROW(SIGALRM)
        ROW(SIGBUS)
        ROW(SIGCHLD)
        ROW(SIGCONT)
        ROW(SIGFPE)
        ROW(SIGHUP)
        ROW(SIGILL)
        ROW(SIGINT)
        ROW(SIGKILL)
        ROW(SIGPIPE)
        ROW(SIGPROF)
        ROW(SIGQUIT)
        ROW(SIGSEGV)
        ROW(SIGSTOP)
        ROW(SIGSYS)
        ROW(SIGTERM)
        ROW(SIGTRAP)
        ROW(SIGTSTP)
        ROW(SIGTTIN)
        ROW(SIGTTOU)
        ROW(SIGURG)
        ROW(SIGUSR1)
        ROW(SIGUSR2)
        ROW(SIGVTALRM)
        ROW(SIGXCPU)
        ROW(SIGXFSZ)
    default:
        return NULL;
    }
#undef ROW
}

bool wgc_system_end_with_parent(int signal)
{
#if defined(__linux__)
    return prctl(PR_SET_PDEATHSIG, signal) == 0;
#elif defined(__FreeBSD__)
    return procctl(P_PID, 0, PROC_PDEATHSIG_CTL, &signal) == 0;
#else
    (void)signal;
    return true;
#endif
}

bool wgc_system_program(char *path, size_t size)
{
#if defined(__FreeBSD__)
    int name[] = {CTL_KERN, KERN_PROC, KERN_PROC_PATHNAME, -1};
    return sysctl(name, sizeof name / sizeof name[0], path, &size, NULL, 0) == 0;
#else
    ssize_t length = readlink("/proc/self/exe", path, size - 1);

    if (length >= 0) {
        path[length] = '\0';
    }
    return length >= 0;
#endif
}

int wgc_system_unnamed_file(void)
{
#if defined(MFD_CLOEXEC)
    return memfd_create("wgconform", MFD_CLOEXEC);
#else
    char name[] = "/tmp/wgconform-XXXXXX";
    int fd = mkostemp(name, O_CLOEXEC);

    if (fd >= 0) {
        (void)unlink(name);
    }
    return fd;
#endif
}

void wgc_system_begin_options(void)
{
#if defined(__linux__)
    optind = 0; /* glibc, musl and Android's library start again */
#elif defined(__FreeBSD__) || defined(__OpenBSD__) || defined(__NetBSD__) || defined(__APPLE__)
    optind = 1;
    optreset = 1;
#else
    optind = 1;
#endif
}

unsigned wgc_system_cores(void)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
#if defined(CPU_COUNT)
    cpu_set_t cores;

    if (sched_getaffinity(0, sizeof cores, &cores) == 0) {
        return (unsigned)CPU_COUNT(&cores);
    }
#endif
    return online < 1 ? 1 : (unsigned)online;
}
