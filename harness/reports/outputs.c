#include "reports/outputs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "reports/parts.h"

/* put writes one record; HTML, which has several, has none. */
static const struct {
    const char *option;
    enum wgc_status (*put)(struct wgc_buf *out, const struct wgc_record *record,
                           struct wgc_err *err);
} kinds[WGC_OUTPUT_COUNT] = {
#define WGC_OUTPUT(id, option, put)       [WGC_OUTPUT_##id] = {option, put},
#define WGC_OUTPUT_OF_SEVERAL(id, option) [WGC_OUTPUT_##id] = {option, NULL},
#include "reports/outputs.def"
#undef WGC_OUTPUT
#undef WGC_OUTPUT_OF_SEVERAL
};

static bool is_stdout(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

bool wgc_outputs_on_stdout(const struct wgc_outputs *outputs, const char *json)
{
    bool found = is_stdout(json);

    for (int i = 0; i < WGC_OUTPUT_COUNT; i++) {
        found = found || is_stdout(outputs->path[i]);
    }
    return found;
}

enum wgc_status wgc_outputs_check(const struct wgc_outputs *outputs, const char *json,
                                  struct wgc_err *err)
{
    const char *used_by = is_stdout(json) ? "json" : NULL;
    enum wgc_status status = WGC_OK;

    for (int i = 0; status == WGC_OK && i < WGC_OUTPUT_COUNT; i++) {
        const char *path = outputs->path[i];
        if (is_stdout(path) && used_by != NULL) {
            return wgc_err_set(err, WGC_ERR_INPUT,
                               "--%s and --%s cannot both go to standard output", used_by,
                               kinds[i].option);
        }
        used_by = is_stdout(path) ? kinds[i].option : used_by;
        if (path != NULL && !is_stdout(path)) {
            status = wgc_file_check_writable(path, err);
        }
    }
    return status;
}

/* Where links that are paths lead from an HTML page: to files of the current folder. Only a page
 * below the current folder has these links: a page may be copied to other machines, so it contains
 * no path of this one. */
struct page_links {
    bool known; /* false: the links stay text */
    struct wgc_html_links html;
    struct wgc_buf folder; /* the text of html.folder */
};

static bool exists(const char *path)
{
    struct stat found;

    return path[0] != '/' && strchr(path, ':') == NULL && stat(path, &found) == 0 &&
           S_ISREG(found.st_mode);
}

/* The real path of the folder of a file; NULL where there is none. */
static char *find_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *name = slash == NULL ? strdup(".") : strndup(path, (size_t)(slash - path) + 1);
    char *folder = name == NULL ? NULL : realpath(name, NULL);

    free(name);
    return folder;
}

/* Appends the relative path from a folder to one above it; false where that is not above it. */
static bool put_relative(struct wgc_buf *out, const char *from, const char *to)
{
    const size_t length = strcmp(to, "/") == 0 ? 0 : strlen(to);

    if (strncmp(from, to, length) != 0 || (from[length] != '/' && from[length] != '\0')) {
        return false;
    }
    wgc_buf_text(out, "./");
    for (const char *at = from + length; *at != '\0'; at++) {
        if (*at == '/' && at[1] != '\0') {
            wgc_buf_text(out, "../");
        }
    }
    return !out->failed;
}

/* The relative path from the folder of path to the current one: "./", "./../../". */
static void make_links(const char *path, struct page_links *links)
{
    *links = (struct page_links){.html = {.folder = NULL, .exists = exists}};
    if (strcmp(path, "-") == 0) {
        return;
    }
    char *from = find_folder(path);
    char *to = realpath(".", NULL);
    if (from != NULL && to != NULL) {
        links->known = put_relative(&links->folder, from, to);
        links->html.folder = links->folder.data;
    }
    free(from);
    free(to);
}

enum wgc_status wgc_output_write(enum wgc_output kind, const char *path,
                                 const struct wgc_record *const *record, size_t count,
                                 struct wgc_err *err)
{
    struct wgc_buf text = {0};
    struct page_links links;
    enum wgc_status status = WGC_OK;

    if (kind == WGC_OUTPUT_HTML) {
        make_links(path, &links);
        status = wgc_html_put(&text, record, count, links.known ? &links.html : NULL, err);
        wgc_buf_free(&links.folder);
    } else {
        status = kinds[kind].put(&text, record[0], err);
    }
    if (status == WGC_OK) {
        status = wgc_file_write(path, text.data, text.size, err);
    }
    wgc_buf_free(&text);
    return status;
}

enum wgc_status wgc_outputs_write(const struct wgc_outputs *outputs,
                                  const struct wgc_record *record, struct wgc_err *err)
{
    enum wgc_status first = WGC_OK;

    for (int i = 0; i < WGC_OUTPUT_COUNT; i++) {
        struct wgc_err this_err = {0};
        if (outputs->path[i] == NULL) {
            continue;
        }
        enum wgc_status status =
            wgc_output_write((enum wgc_output)i, outputs->path[i], &record, 1, &this_err);
        if (status != WGC_OK && first == WGC_OK) {
            first = status;
            *err = this_err;
        }
    }
    return first;
}
