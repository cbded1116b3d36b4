#include "base/system.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

enum { PIECE = 1024 * 1024 };

double wgc_now(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

bool wgc_write_all(int fd, const void *bytes, size_t size)
{
    const char *at = bytes;

    while (size > 0) {
        /* in pieces: the size is an unsigned int on Windows */
        const unsigned piece = size < PIECE ? (unsigned)size : PIECE;
        const ssize_t put = write(fd, at, piece);
        if (put < 0 && errno != EINTR) {
            return false;
        }
        at += put < 0 ? 0 : put;
        size -= put < 0 ? 0 : (size_t)put;
    }
    return true;
}
