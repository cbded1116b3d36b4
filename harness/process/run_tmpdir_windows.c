/* The folder's lock is the file NAME.lock next to it. Windows removes that file when the process
 * that holds it exits, however it exits; it cannot rename a folder with an open file. */
#include "process/run_tmpdir.h"

#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "base/buf.h"

#define PREFIX "wgconform-run-"
enum { DEPTH = 16 };

/* Joins folder, separator and name; NULL without memory. */
static char *path_of(const char *folder, const char *separator, const char *name)
{
    struct wgc_buf path = {0};

    wgc_buf_text(&path, folder);
    wgc_buf_text(&path, separator);
    wgc_buf_text(&path, name);
    if (path.failed) {
        wgc_buf_free(&path);
    }
    return path.data;
}

static void remove_all(const char *folder, int depth);

static void remove_entry(const char *path, DWORD attributes, int depth)
{
    (void)SetFileAttributesA(path, FILE_ATTRIBUTE_NORMAL);
    if ((attributes & FILE_ATTRIBUTE_DIRECTORY) == 0) {
        (void)DeleteFileA(path);
    } else if ((attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 || depth == 0) {
        (void)RemoveDirectoryA(path); /* removes the link, not its target */
    } else {
        remove_all(path, depth - 1);
    }
}

static void remove_all(const char *folder, int depth)
{
    WIN32_FIND_DATAA entry;
    char *pattern = path_of(folder, "\\", "*");
    HANDLE search = pattern == NULL ? INVALID_HANDLE_VALUE : FindFirstFileA(pattern, &entry);
    BOOL found = search != INVALID_HANDLE_VALUE;

    free(pattern);
    for (; found; found = FindNextFileA(search, &entry)) {
        char *path = path_of(folder, "\\", entry.cFileName);
        if (path != NULL && strcmp(entry.cFileName, ".") != 0 &&
            strcmp(entry.cFileName, "..") != 0) {
            remove_entry(path, entry.dwFileAttributes, depth);
        }
        free(path);
    }
    if (search != INVALID_HANDLE_VALUE) {
        (void)FindClose(search);
    }
    (void)RemoveDirectoryA(folder);
}

void wgc_run_tmpdir_remove(const char *folder)
{
    remove_all(folder, DEPTH);
}

/* Whether no process holds the folder's lock: the lock file is gone, or can be deleted. */
static bool is_abandoned(const char *folder)
{
    char *lock = path_of(folder, "", ".lock");
    bool abandoned =
        lock != NULL && (DeleteFileA(lock) != FALSE || GetLastError() == ERROR_FILE_NOT_FOUND);

    free(lock);
    return abandoned;
}

static void remove_abandoned(const char *base)
{
    WIN32_FIND_DATAA entry;
    char *pattern = path_of(base, "", PREFIX "*");
    HANDLE search = pattern == NULL ? INVALID_HANDLE_VALUE : FindFirstFileA(pattern, &entry);
    BOOL found = search != INVALID_HANDLE_VALUE;

    free(pattern);
    for (; found; found = FindNextFileA(search, &entry)) {
        char *path = path_of(base, "", entry.cFileName);
        if (path != NULL && (entry.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 &&
            is_abandoned(path)) {
            wgc_run_tmpdir_remove(path);
        }
        free(path);
    }
    if (search != INVALID_HANDLE_VALUE) {
        (void)FindClose(search);
    }
}

static enum wgc_status cannot_make(const char *path, struct wgc_err *err)
{
    return wgc_err_set(err, WGC_ERR_RUN, "%s: cannot make it: Windows error %lu", path,
                       GetLastError());
}

static int acquire_lock(const char *folder, struct wgc_err *err)
{
    char *path = path_of(folder, "", ".lock");

    if (path == NULL) {
        (void)wgc_err_memory(err, "the temporary folder's name");
        return -1;
    }
    HANDLE file = CreateFileA(path, GENERIC_WRITE | DELETE, 0, NULL, CREATE_ALWAYS,
                              FILE_FLAG_DELETE_ON_CLOSE, NULL);
    int lock = file == INVALID_HANDLE_VALUE ? -1 : _open_osfhandle((intptr_t)file, _O_BINARY);
    if (lock < 0) {
        (void)cannot_make(path, err);
    }
    free(path);
    return lock;
}

enum wgc_status wgc_run_tmpdir_open(struct wgc_run_tmpdir *tmpdir, struct wgc_err *err)
{
    char base[MAX_PATH + 1], name[64];
    DWORD length = GetTempPathA(sizeof base, base); /* ends with a backslash */

    *tmpdir = (struct wgc_run_tmpdir){.lock = -1};
    if (length == 0 || length >= sizeof base) {
        return wgc_err_set(err, WGC_ERR_RUN, "no temporary folder: Windows error %lu",
                           GetLastError());
    }
    remove_abandoned(base);
    (void)snprintf(name, sizeof name, PREFIX "%lu-%llx", GetCurrentProcessId(),
                   (unsigned long long)GetTickCount64());
    tmpdir->folder = path_of(base, "", name);
    if (tmpdir->folder == NULL) {
        return wgc_err_memory(err, "the temporary folder's name");
    }
    tmpdir->lock = acquire_lock(tmpdir->folder, err);
    if (tmpdir->lock >= 0 && CreateDirectoryA(tmpdir->folder, NULL)) {
        return WGC_OK;
    }
    enum wgc_status status = tmpdir->lock < 0 ? err->status : cannot_make(tmpdir->folder, err);
    wgc_run_tmpdir_close(tmpdir);
    return status;
}

char *wgc_run_tmpdir_add(struct wgc_run_tmpdir *tmpdir, struct wgc_err *err)
{
    char name[32];

    (void)snprintf(name, sizeof name, "worker-%u", ++tmpdir->made);
    char *folder = path_of(tmpdir->folder, "\\", name);
    if (folder == NULL) {
        (void)wgc_err_memory(err, "the temporary folder's name");
    } else if (!CreateDirectoryA(folder, NULL)) {
        (void)cannot_make(folder, err);
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
        (void)_close(tmpdir->lock);
    }
    free(tmpdir->folder);
    *tmpdir = (struct wgc_run_tmpdir){.lock = -1};
}
