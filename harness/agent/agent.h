/*
 * The remote end of a worker command (--worker-command), on the machine with the device: starts one
 * worker as a process of its own, forwards the messages and the driver's output, and reports how
 * the worker exited. It needs its standard input and output and nothing else; they carry lines
 * (wire/armor.h). The agent limits the worker's resources by its own machine's means.
 *
 * libuv is not used: it would add a library to the small worker, has no resource limits, no end
 * with the parent and no job objects, which are most of the code that differs between POSIX and
 * Windows, and the supervisor runs on POSIX only, where poll() suffices.
 */
#ifndef WGC_AGENT_AGENT_H
#define WGC_AGENT_AGENT_H

/* Runs the function worker as the worker's process; it returns the worker's exit status. Returns
 * the agent's own: 0 when the worker's exit has been reported. */
int wgc_agent_main(int (*worker)(int request_fd, int reply_fd));

#endif
