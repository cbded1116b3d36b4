/*
 * The other end of a worker command (--worker-command), on the machine that has the device: starts
 * one worker as a process of its own, passes the messages on, and what its driver prints, and at
 * the end says how the worker ended. It needs its standard input and output and nothing else; they
 * carry lines (wire/armor.h). What the worker may use is limited here, by this machine's means.
 */
#ifndef WGC_AGENT_AGENT_H
#define WGC_AGENT_AGENT_H

/* worker runs as the worker's process, and returns its exit status. The agent's own is 0 when the
 * supervisor knows all that there was to say. */
int wgc_agent_main(int (*worker)(int request_fd, int reply_fd));

#endif
