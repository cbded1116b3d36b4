/*
 * A driver in memory for tests of the worker's batches. It runs no kernels: what one does is
 * decided by its text and its name. Everything is counted, so that a test sees what was built and
 * that all was released.
 */
#ifndef WGC_TESTS_WORKER_FAKE_CL_H
#define WGC_TESTS_WORKER_FAKE_CL_H

#include "device/cl_api.h"

struct fake_driver {
    size_t contexts_made, programs_made, launches;
    size_t live;   /* objects that were made and not released */
    bool stubborn; /* a context that was lost cannot be made again */
    bool lost_once;
};

/*
 * Fills the table, with the driver as its only device. A program whose text has "#error" does not
 * build, and its log is FAKE_LOG. A kernel must appear in the text as "kernel void NAME(". What it
 * does, words in its name decide:
 *
 * - sum: adds the ints of each work-group in x, as kernels of the suite do;
 * - wrong: is off by one in the last work-group;
 * - idle: writes nothing;
 * - refused: is refused at its launch (CL_INVALID_WORK_GROUP_SIZE);
 * - lost: loses the context: its launch and all that comes after gives CL_OUT_OF_RESOURCES;
 * - small: takes work-groups of at most 32 work-items.
 */
void fake_driver_table(struct wgc_cl *cl);
cl_device_id fake_driver_device(struct fake_driver *driver);

#define FAKE_LOG "line 1: #error\nthat was all\xff"

#endif
