#include "process/run_tmpdir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"

/* A folder gets its final name after its lock is taken: before that, a live folder looks like an
 * abandoned one. */
#define PREFIX     "wgconform-run-"
#define NEW_PREFIX "wgconform-new-"
_Static_assert(sizeof PREFIX == sizeof NEW_PREFIX, "one takes the place of the other");
enum { DEPTH = 16, NEW_SECONDS = 3600 };

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *place)
{
    (void)info;
    (void)kind;
    (void)place;
    (void)remove(path);
    return 0;
}

static int make_accessible(const char *path, const struct stat *info, int kind, struct FTW *place)
{
    (void)info;
    (void)place;
    if (kind == FTW_D || kind == FTW_DNR) {
        (void)chmod(path, S_IRWXU);
    }
    return 0;
}

void wgc_run_tmpdir_remove(const char *folder)
{
    /* later rounds remove folders that a driver made inaccessible, one level a round */
    for (int round = 0; round < DEPTH; round++) {
        (void)nftw(folder, remove_entry, DEPTH, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
        if (access(folder, F_OK) != 0) {
            return;
        }
        (void)nftw(folder, make_accessible, DEPTH, FTW_PHYS | FTW_MOUNT);
    }
}

static bool is_usable(const char *folder)
{
    struct statvfs info;

    /* drivers compile into this folder and load the code from there */
    return access(folder, W_OK | X_OK) == 0 && statvfs(folder, &info) == 0 &&
           (info.f_flag & ST_NOEXEC) == 0;
}

static const char *base_folder(void)
{
    const char *named = getenv("TMPDIR");

    if (named != NULL && named[0] != '\0') {
        return named;
    }
    return !is_usable("/tmp") && is_usable("/var/tmp") ? "/var/tmp" : "/tmp";
}

static char *join(const char *folder, const char *name)
{
    struct wgc_buf path = {0};

    wgc_buf_printf(&path, "%s/%s", folder, name);
    if (path.failed) {
        wgc_buf_free(&path);
    }
    return path.data;
}

static bool starts_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Whether no process holds the folder's lock. A folder without a lock is abandoned after a while.
 */
static bool is_abandoned(const char *folder, const struct stat *info)
{
    char *path = join(folder, "lock");
    bool abandoned = false;

    if (path == NULL) {
        return false;
    }
    int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (fd >= 0) {
        abandoned = flock(fd, LOCK_EX | LOCK_NB) == 0;
        (void)close(fd);
    } else if (errno == ENOENT) {
        abandoned = info->st_mtime + NEW_SECONDS < time(NULL);
    }
    free(path);
    return abandoned;
}

static void remove_abandoned(const char *base)
{
    DIR *all = opendir(base);
    const struct dirent *entry;
    struct stat info;

    if (all == NULL) {
        return;
    }
    while ((entry = readdir(all)) != NULL) {
        bool named = starts_with(entry->d_name, PREFIX);
        if (!named && !starts_with(entry->d_name, NEW_PREFIX)) {
            continue;
        }
        char *path = join(base, entry->d_name);
        if (path != NULL && lstat(path, &info) == 0 && S_ISDIR(info.st_mode) &&
            info.st_uid == geteuid() &&
            (named ? is_abandoned(path, &info) : info.st_mtime + NEW_SECONDS < time(NULL))) {
            wgc_run_tmpdir_remove(path);
        }
        free(path);
    }
    (void)closedir(all);
}

static enum wgc_status acquire_lock(struct wgc_run_tmpdir *tmpdir, struct wgc_err *err)
{
    char *path = join(tmpdir->folder, "lock");

    if (path == NULL) {
        return wgc_err_memory(err, "the temporary folder's name");
    }
    tmpdir->lock = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (tmpdir->lock < 0 || flock(tmpdir->lock, LOCK_EX | LOCK_NB) != 0) {
        (void)wgc_err_set(err, WGC_ERR_RUN, "%s: cannot make it: %s", path, strerror(errno));
        free(path);
        return WGC_ERR_RUN;
    }
    free(path);
    return WGC_OK;
}

/* Gives a locked folder its final name. */
static enum wgc_status rename_folder(struct wgc_run_tmpdir *tmpdir, struct wgc_err *err)
{
    char *named = strdup(tmpdir->folder);

    if (named == NULL) {
        return wgc_err_memory(err, "the temporary folder's name");
    }
    memcpy(strrchr(named, '/') + 1, PREFIX, sizeof PREFIX - 1);
    if (rename(tmpdir->folder, named) != 0) {
        (void)wgc_err_set(err, WGC_ERR_RUN, "%s: cannot make it: %s", named, strerror(errno));
        free(named);
        return WGC_ERR_RUN;
    }
    free(tmpdir->folder);
    tmpdir->folder = named;
    return WGC_OK;
}

enum wgc_status wgc_run_tmpdir_open(struct wgc_run_tmpdir *tmpdir, struct wgc_err *err)
{
    const char *base = base_folder();

    *tmpdir = (struct wgc_run_tmpdir){.lock = -1};
    remove_abandoned(base);
    char *folder = join(base, NEW_PREFIX "XXXXXX");
    if (folder == NULL) {
        return wgc_err_memory(err, "the temporary folder's name");
    }
    if (mkdtemp(folder) == NULL) {
        free(folder);
        return wgc_err_set(err, WGC_ERR_RUN, "%s: cannot make a temporary folder there: %s", base,
                           strerror(errno));
    }
    tmpdir->folder = folder;
    enum wgc_status status = acquire_lock(tmpdir, err);
    if (status == WGC_OK) {
        status = rename_folder(tmpdir, err);
    }
    if (status != WGC_OK) {
        wgc_run_tmpdir_close(tmpdir);
    }
    return status;
}

char *wgc_run_tmpdir_add(struct wgc_run_tmpdir *tmpdir, struct wgc_err *err)
{
    char name[32];

    (void)snprintf(name, sizeof name, "worker-%u", ++tmpdir->made);
    char *folder = join(tmpdir->folder, name);
    if (folder == NULL) {
        (void)wgc_err_memory(err, "the temporary folder's name");
    } else if (mkdir(folder, S_IRWXU) != 0) {
        (void)wgc_err_set(err, WGC_ERR_RUN, "%s: cannot make it: %s", folder, strerror(errno));
        free(folder);
        folder = NULL;
    }
    return folder;
}

void wgc_run_tmpdir_close(struct wgc_run_tmpdir *tmpdir)
{
    if (tmpdir->folder != NULL) {
        wgc_run_tmpdir_remove(tmpdir->folder);
    }
    if (tmpdir->lock >= 0) {
        (void)close(tmpdir->lock);
    }
    free(tmpdir->folder);
    *tmpdir = (struct wgc_run_tmpdir){.lock = -1};
}
