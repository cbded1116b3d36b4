#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/system.h"

enum { CHUNK = 64 * 1024 };

static bool is_standard_stream(const char *path)
{
    return strcmp(path, "-") == 0;
}

static enum wgc_status read_all(int fd, const char *path, size_t limit, enum wgc_status on_error,
                                struct wgc_buf *out, struct wgc_err *err)
{
    size_t total = 0;

    for (;;) {
        if (!wgc_buf_reserve(out, CHUNK)) {
            return wgc_err_memory(err, path);
        }
        ssize_t got = read(fd, out->data + out->size, CHUNK);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return wgc_err_set(err, on_error, "%s: cannot read: %s", path, strerror(errno));
        }
        if (got == 0) {
            out->data[out->size] = '\0';
            return WGC_OK;
        }
        total += (size_t)got;
        if (total > limit) {
            return wgc_err_set(err, on_error, "%s: larger than the limit of %zu bytes", path,
                               limit);
        }
        out->size += (size_t)got;
    }
}

enum wgc_status wgc_file_read(const char *path, size_t limit, enum wgc_status on_error,
                              struct wgc_buf *out, struct wgc_err *err)
{
    bool standard = is_standard_stream(path);
    int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0) {
        return wgc_err_set(err, on_error, "%s: cannot open: %s", path, strerror(errno));
    }
    enum wgc_status status = read_all(fd, path, limit, on_error, out, err);
    if (!standard) {
        (void)close(fd);
    }
    return status;
}

static enum wgc_status write_all(int fd, const char *path, const char *data, size_t size,
                                 struct wgc_err *err)
{
    return wgc_write_all(fd, data, size)
               ? WGC_OK
               : wgc_err_set(err, WGC_ERR_RUN, "%s: cannot write: %s", path, strerror(errno));
}

/* The template of a temporary file next to path; the caller frees it. NULL without memory. */
static char *temporary_template(const char *path)
{
    static const char suffix[] = ".tmp-XXXXXX";
    size_t length = strlen(path);
    char *name = malloc(length + sizeof suffix);

    if (name != NULL) {
        memcpy(name, path, length);
        memcpy(name + length, suffix, sizeof suffix);
    }
    return name;
}

static bool is_special(const char *path)
{
    struct stat info;

    return stat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

/* The descriptor of a path that names a standard stream, or -1. /dev/stdout may be a link to a
 * regular file, which must never be replaced. */
static int output_stream(const char *path)
{
    if (is_standard_stream(path) || strcmp(path, "/dev/stdout") == 0) {
        return STDOUT_FILENO;
    }
    return strcmp(path, "/dev/stderr") == 0 ? STDERR_FILENO : -1;
}

static enum wgc_status write_in_place(const char *path, const char *data, size_t size,
                                      struct wgc_err *err)
{
    int stream = output_stream(path);

    if (stream >= 0) {
        return write_all(stream, stream == STDOUT_FILENO ? "standard output" : "standard error",
                         data, size, err);
    }
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) {
        return wgc_err_set(err, WGC_ERR_RUN, "%s: cannot write: %s", path, strerror(errno));
    }
    enum wgc_status status = write_all(fd, path, data, size, err);
    (void)close(fd);
    return status;
}

/* mkstemp makes files for the owner alone; a report gets the permissions of any new file. */
static void set_usual_permissions(int fd)
{
    mode_t mask = umask(0);

    (void)umask(mask);
    (void)fchmod(fd, 0666 & ~mask);
}

enum wgc_status wgc_file_write(const char *path, const char *data, size_t size, struct wgc_err *err)
{
    if (output_stream(path) >= 0 || is_special(path)) {
        return write_in_place(path, data, size, err);
    }
    char *temporary = temporary_template(path);
    if (temporary == NULL) {
        return wgc_err_memory(err, path);
    }
    enum wgc_status status = WGC_OK;
    int fd = mkostemp(temporary, O_CLOEXEC);
    if (fd < 0) {
        status = wgc_err_set(err, WGC_ERR_RUN, "%s: cannot write: %s", path, strerror(errno));
        free(temporary);
        return status;
    }
    set_usual_permissions(fd);
    status = write_all(fd, path, data, size, err);
    if (close(fd) != 0 && status == WGC_OK) {
        status = wgc_err_set(err, WGC_ERR_RUN, "%s: cannot write: %s", path, strerror(errno));
    }
    if (status == WGC_OK && rename(temporary, path) != 0) {
        status = wgc_err_set(err, WGC_ERR_RUN, "%s: cannot write: %s", path, strerror(errno));
    }
    if (status != WGC_OK) {
        (void)unlink(temporary);
    }
    free(temporary);
    return status;
}

enum wgc_status wgc_file_check_writable(const char *path, struct wgc_err *err)
{
    struct stat info;

    if (output_stream(path) >= 0) {
        return WGC_OK;
    }
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
        return wgc_err_set(err, WGC_ERR_INPUT, "%s: cannot write: it is a folder", path);
    }
    if (is_special(path)) {
        return access(path, W_OK) == 0
                   ? WGC_OK
                   : wgc_err_set(err, WGC_ERR_INPUT, "%s: cannot write: %s", path, strerror(errno));
    }
    char *temporary = temporary_template(path);
    if (temporary == NULL) {
        return wgc_err_memory(err, path);
    }
    enum wgc_status status = WGC_OK;
    int fd = mkostemp(temporary, O_CLOEXEC);
    if (fd < 0) {
        status = wgc_err_set(err, WGC_ERR_INPUT, "%s: cannot write: %s", path, strerror(errno));
    } else {
        (void)close(fd);
        (void)unlink(temporary);
    }
    free(temporary);
    return status;
}
