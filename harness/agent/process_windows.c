#include "agent/parts.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "process/environment.h"

enum { PATH_ITEMS = 32768, EXIT_FAILED = 3 };

static uint64_t usual_memory(void)
{
    static const uint64_t least = (uint64_t)4 << 30;
    MEMORYSTATUSEX memory = {.dwLength = sizeof memory};

    if (!GlobalMemoryStatusEx(&memory) || memory.ullTotalPhys / 4 * 3 < least) {
        return least;
    }
    return memory.ullTotalPhys / 4 * 3;
}

/* The job ends with its only handle, at the latest when the agent exits. */
static HANDLE make_job(uint64_t memory_bytes)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limit = {
        .BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE |
                                            JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION |
                                            JOB_OBJECT_LIMIT_JOB_MEMORY,
        .JobMemoryLimit = memory_bytes != 0 ? memory_bytes : usual_memory(),
    };
    HANDLE job = CreateJobObjectA(NULL, NULL);

    if (job != NULL &&
        !SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limit, sizeof limit)) {
        (void)CloseHandle(job);
        job = NULL;
    }
    return job;
}

/* The command line of a worker (wgc_child_is_worker); NULL without memory. */
static wchar_t *command_line(HANDLE reply)
{
    wchar_t *path = calloc(PATH_ITEMS, sizeof *path);
    wchar_t *line = calloc(PATH_ITEMS, sizeof *line);

    if (path != NULL && line != NULL) {
        DWORD length = GetModuleFileNameW(NULL, path, PATH_ITEMS / 2);
        path[length] = L'\0';
        (void)swprintf(line, PATH_ITEMS, L"\"%ls\" --worker %" PRIuPTR, path, (uintptr_t)reply);
    }
    free(path);
    return line;
}

/* The environment block of CreateProcess: strings one after the other, then an empty one. */
static char *environment_block(const char *folder)
{
    char **environment = wgc_environment_make(folder);
    struct wgc_buf block = {0};

    for (char **entry = environment; entry != NULL && *entry != NULL; entry++) {
        wgc_buf_add(&block, *entry, strlen(*entry) + 1);
    }
    wgc_buf_char(&block, '\0');
    if (environment == NULL || block.failed) {
        wgc_buf_free(&block);
    }
    wgc_environment_free(environment);
    return block.data;
}

/* Creates the process, in the job before its first instruction. */
static bool create_process(struct wgc_windows_process *started, struct wgc_windows_ends *ends,
                           wchar_t *line, char *environment)
{
    const DWORD flags = CREATE_SUSPENDED | EXTENDED_STARTUPINFO_PRESENT | DETACHED_PROCESS;
    SIZE_T size = 0;
    (void)InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    LPPROC_THREAD_ATTRIBUTE_LIST list = calloc(1, size);
    STARTUPINFOEXW start = {
        .StartupInfo = {.cb = sizeof start,
                        .dwFlags = STARTF_USESTDHANDLES,
                        .hStdInput = ends->request,
                        .hStdOutput = ends->output,
                        .hStdError = ends->output},
        .lpAttributeList = list,
    };
    PROCESS_INFORMATION made;
    bool good = list != NULL && InitializeProcThreadAttributeList(list, 1, 0, &size);

    if (good) {
        good = UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, ends,
                                         sizeof *ends, NULL, NULL) &&
               CreateProcessW(NULL, line, NULL, NULL, TRUE, flags, environment, NULL,
                              &start.StartupInfo, &made);
        DeleteProcThreadAttributeList(list);
    }
    free(list);
    if (!good) {
        return false;
    }
    started->process = made.hProcess;
    good = AssignProcessToJobObject(started->job, made.hProcess) && ResumeThread(made.hThread) == 1;
    if (!good) {
        (void)TerminateProcess(made.hProcess, EXIT_FAILED);
    }
    (void)CloseHandle(made.hThread);
    return good;
}

enum wgc_status wgc_windows_start(const char *folder, uint64_t memory_bytes,
                                  struct wgc_windows_ends *ends, struct wgc_windows_process *made,
                                  struct wgc_err *err)
{
    char *environment = environment_block(folder);
    wchar_t *line = command_line(ends->reply);
    enum wgc_status status = WGC_OK;

    made->job = make_job(memory_bytes);
    if (environment == NULL || line == NULL) {
        status = wgc_err_memory(err, "a worker's process");
    } else if (made->job == NULL || !create_process(made, ends, line, environment)) {
        status = wgc_err_set(err, WGC_ERR_RUN, "cannot start a worker: Windows error %lu",
                             GetLastError());
    }
    free(environment);
    free(line);
    return status;
}
