#include "worker/parts.h"

#include <stdlib.h>
#include <string.h>

size_t wgc_jobs_kernel_end(const struct wgc_job *job, size_t first, size_t end)
{
    size_t at = first + 1;

    while (at < end && wgc_jobs_share_kernel(&job[at - 1], &job[at])) {
        at++;
    }
    return at;
}

enum wgc_status wgc_jobs_put_likely_last(const struct wgc_refused *refused, struct wgc_job *job,
                                         size_t first, size_t end, size_t *likely,
                                         struct wgc_err *err)
{
    struct wgc_job *last = calloc(end - first, sizeof *last);
    size_t count = 0;

    if (last == NULL) {
        return wgc_err_memory(err, "a batch");
    }
    *likely = first;
    for (size_t i = first; i < end; i++) {
        const struct wgc_job moved = job[i];
        if (wgc_refused_is_likely(refused, moved.signature->function)) {
            last[count++] = moved;
        } else {
            job[(*likely)++] = moved;
        }
    }
    memcpy(&job[*likely], last, count * sizeof *last);
    free(last);
    return WGC_OK;
}

bool wgc_jobs_explained(struct wgc_refused *refused, const struct wgc_job *job, size_t first,
                        size_t end, const char *log)
{
    bool explained = false;

    for (size_t i = first; i < end; i++) {
        const char *function = job[i].signature->function;
        explained = wgc_refused_note_log(refused, log, function) || explained;
    }
    return explained;
}

void wgc_jobs_note_built(struct wgc_refused *refused, const struct wgc_job *job, size_t first,
                         size_t end)
{
    for (; first < end; first = wgc_jobs_kernel_end(job, first, end)) {
        wgc_refused_note_build(refused, job[first].signature->function);
    }
}
