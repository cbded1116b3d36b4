/* Children that crash on purpose under the handlers of a worker (worker/crash_frames.h). */
#ifndef WGC_TESTS_CRASH_FIXTURE_H
#define WGC_TESTS_CRASH_FIXTURE_H

enum { CRASH_OUTPUT_MOST = 64 * 1024 };

struct crash {
    int signal;                   /* that ended the child; 0: none */
    char frames[1024];            /* "": none; else as wgc_crash_line_take gives them */
    char rest[CRASH_OUTPUT_MOST]; /* of its output */
};

/* Skips the test where the build has no handlers, or reports no callers. */
void crash_need_handlers(void);

/* The crash of a child that does that. Fails the test after a minute. */
void crash_of(void (*act)(void), struct crash *crash);

/* Fails the test unless a child that does that ends by the signal, and its frames begin so; "": it
 * has none. */
void crash_expect(void (*act)(void), int number, const char *first_frame);

/* Does that in the calling process, with standard error in out. */
_Noreturn void crash_child(void (*act)(void), int out);

#endif
