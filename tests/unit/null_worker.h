/*
 * A worker without OpenCL, for tests of the supervisor: it speaks the protocol, passes everything,
 * and misbehaves by the rules of the environment variable WGC_NULL. Rules are separated by ";".
 * A rule is
 *
 *   ACTION@PLACE[+CONDITION][=PATTERN]
 *
 * PLACE      open; list (after the first device); batch (a batch to run was received); build
 * (of a batch or a program); refused (after REFUSED); run (after IN_FLIGHT); after (after RESULT);
 * idle (after BATCH_END); quit
 *
 * PATTERN    a glob on case names; a batch and a build match when one of their cases does, or with
 * "&" between two globs when each matches one; at run the second one matches a case of the program
 *
 * CONDITION  used (another case ran in this process before), new (none did), many (more than one
 * kernel is built), first (the first time in the whole run: a file in the folder WGC_NULL_STATE
 * remembers), later (not the first time)
 *
 * ACTION     located (SIGSEGV, under the handlers of a worker), segv, abort, kill, xcpu, exit
 * (status 7), exit0, hang, garbage, half (of a message), wrong (a message out of place), flood (30
 * MB on standard output and error), print (a line on standard error), name (at build: the kernel of
 * the first case that matches, as a compiler does; see supervised_run.h), slow (100 ms), orphan
 * (leaves a process behind that holds all descriptors, then SIGSEGV), eof (closes the replies and
 * hangs), eat (memory without bound), big (a file of 64 MB), litter (files in TMPDIR and
 * POCL_CACHE_DIR), give_up (FAILED), lose (ends the agent); at build also refuse; at run also the
 * states fail, skip, build_error and error, and seldom (fails each 50th time)
 */
#ifndef WGC_TESTS_NULL_WORKER_H
#define WGC_TESTS_NULL_WORKER_H

int null_worker_main(int request_fd, int reply_fd);

/* TEST_START (tests/unit/test.h) of a program that starts itself as this worker. */
int null_worker_start(int argc, char **argv);

#endif
