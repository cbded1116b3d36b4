#include "run/parts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/github.h"

/* Appends in one write: the tools of a step share the file, and so do parallel runs. */
static enum wgc_status append(const char *path, const struct wgc_buf *text, struct wgc_err *err)
{
    FILE *file = fopen(path, "a");
    bool written = file != NULL && setvbuf(file, NULL, _IONBF, 0) == 0 &&
                   fwrite(text->data, 1, text->size, file) == text->size;
    int problem = errno;

    if (file != NULL && fclose(file) != 0) {
        problem = written ? errno : problem;
        written = false;
    }
    return written ? WGC_OK
                   : wgc_err_set(err, WGC_ERR_RUN, "GITHUB_STEP_SUMMARY: %s: %s", path,
                                 strerror(problem));
}

enum wgc_status wgc_github_actions_report(const struct wgc_record *record, struct wgc_buf *text,
                                          struct wgc_err *err)
{
    const char *actions = getenv("GITHUB_ACTIONS");
    const char *path = getenv("GITHUB_STEP_SUMMARY");
    struct wgc_buf summary = {0};

    if (actions == NULL || actions[0] == '\0') {
        return WGC_OK;
    }
    enum wgc_status status = wgc_github_annotations(text, record, err);
    if (status == WGC_OK && path != NULL && path[0] != '\0') {
        status = wgc_github_summary(&summary, record, err);
        if (status == WGC_OK) {
            status = append(path, &summary, err);
        }
    }
    wgc_buf_free(&summary);
    return status;
}
