#include "worker/crash_frames.h"

void wgc_crash_frames_install(void)
{
    /* the exception code is in the exit status */
}
