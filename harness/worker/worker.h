/*
 * The worker process: the only code that loads a driver and calls OpenCL. It reads messages from
 * one descriptor and writes to another (wire/wire.h), builds batches of kernels, launches trials
 * and judges the results.
 */
#ifndef WGC_WORKER_WORKER_H
#define WGC_WORKER_WORKER_H

/*
 * Runs until QUIT or the end of the requests. Returns the process's exit status: 0, or 3 after a
 * FAILED message.
 */
int wgc_worker_main(int request_fd, int reply_fd);

#endif
