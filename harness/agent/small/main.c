/*
 * wgconform-worker: the part of wgconform that runs on the machine of the device, for a supervisor
 * on another one (--worker-command). It needs libc and an OpenCL loader, and reads no file.
 */
#include <stdio.h>
#include <string.h>

#include "agent/agent.h"
#include "agent/child.h"
#include "base/version.h"
#include "worker/worker.h"

int main(int argc, char **argv)
{
    int status;

    if (wgc_child_is_worker(argc, argv, wgc_worker_main, &status)) {
        return status;
    }
    if (argc == 2 && strcmp(argv[1], "--agent") == 0) {
        return wgc_agent_main(wgc_worker_main);
    }
    (void)fprintf(argc == 2 && strcmp(argv[1], "--version") == 0 ? stdout : stderr,
                  "wgconform-worker %s (commit %s, sources %s), started by wgconform "
                  "--worker-command\n",
                  WGC_VERSION, wgc_commit, wgc_sources);
    return argc == 2 && strcmp(argv[1], "--version") == 0 ? 0 : 2;
}
