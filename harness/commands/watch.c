#include "commands/parts.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { PATH_SIZE = 4096 };

static const struct timespec between_looks = {0, 100000000L}; /* 0.1 s */
static const unsigned still_looks = 5;                        /* a build that still writes */

/* FNV-1a, 64 bits. */
static uint64_t add_bytes(uint64_t sum, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;

    for (size_t i = 0; i < size; i++) {
        sum = (sum ^ at[i]) * UINT64_C(1099511628211);
    }
    return sum;
}

/* Size, time and place of a file; a file that is not there adds nothing. */
static uint64_t stamp_of(const char *path, bool *is_folder)
{
    uint64_t sum = UINT64_C(14695981039346656037);
    struct stat found;

    *is_folder = false;
    if (stat(path, &found) != 0) {
        return 0;
    }
    *is_folder = S_ISDIR(found.st_mode);
    sum = add_bytes(sum, &found.st_size, sizeof found.st_size);
    sum = add_bytes(sum, &found.st_mtim.tv_sec, sizeof found.st_mtim.tv_sec);
    sum = add_bytes(sum, &found.st_mtim.tv_nsec, sizeof found.st_mtim.tv_nsec);
    return add_bytes(sum, &found.st_ino, sizeof found.st_ino);
}

uint64_t wgc_watch_stamp(const char *path)
{
    char inside[PATH_SIZE];
    bool is_folder, ignored;
    uint64_t sum = stamp_of(path, &is_folder);
    DIR *list = is_folder ? opendir(path) : NULL;

    for (struct dirent *entry; list != NULL && (entry = readdir(list)) != NULL;) {
        if (entry->d_name[0] != '.') {
            (void)snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
            sum += stamp_of(inside, &ignored); /* in any order */
        }
    }
    if (list != NULL) {
        (void)closedir(list);
    }
    return sum;
}

bool wgc_watch_wait(const char *path, uint64_t before, const volatile sig_atomic_t *interrupted)
{
    uint64_t last = before;
    unsigned still = 0;

    while (last == before || still < still_looks) {
        (void)nanosleep(&between_looks, NULL);
        if (*interrupted != 0) { /* perhaps before the sleep, which it then did not end */
            return false;
        }
        const uint64_t now = wgc_watch_stamp(path);
        still = now == last ? still + 1 : 0;
        last = now;
    }
    return true;
}
