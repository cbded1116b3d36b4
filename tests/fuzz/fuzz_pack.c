/* A packed file of kernels, and the reading of entries from it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "suite/pack.h"
#include "tests/fuzz/fuzz.h"

static const char digest[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
static char folder[] = "/tmp/wgconform-fuzz-XXXXXX";

static void file_name(char name[64])
{
    (void)snprintf(name, 64, "%s/c.pack", folder);
}

static void remove_folder(void)
{
    char name[64];

    file_name(name);
    (void)unlink(name);
    (void)rmdir(folder);
}

/* A file in memory that the folder's c.pack leads to; the same at each call. */
static int open_file(void)
{
    static int fd = -1;
    char name[64], target[64];

    if (fd < 0) {
        fd = memfd_create("pack", MFD_CLOEXEC);
        fuzz_require(fd >= 0 && mkdtemp(folder) != NULL, "a file for an input");
        file_name(name);
        (void)snprintf(target, sizeof target, "/proc/self/fd/%d", fd);
        fuzz_require(symlink(target, name) == 0, "a name for an input");
        (void)atexit(remove_folder);
    }
    return fd;
}

static void read_entries(struct wgc_pack *pack)
{
    static const char *const names[] = {"a.cl", "b.cl", "c.cl", "t.spvasm", "u.spvasm"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct wgc_buf out = {0};
        struct wgc_err err = {0};
        if (wgc_pack_read(pack, names[i], &out, &err) == WGC_OK) {
            fuzz_require(!out.failed, "an entry that was read is whole");
            fuzz_require(out.data == NULL || out.data[out.size] == '\0', "a NUL follows an entry");
        } else {
            fuzz_require(err.status == WGC_ERR_INPUT && strstr(err.text, folder) == err.text,
                         "an error of a packed file names it");
        }
        wgc_buf_free(&out);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wgc_pack pack;
    struct wgc_err err = {0};
    int fd = open_file();

    fuzz_require(ftruncate(fd, 0) == 0 && (size == 0 || pwrite(fd, data, size, 0) == (ssize_t)size),
                 "room for an input");
    if (wgc_pack_open(folder, WGC_PACK_C, digest, &pack, &err) == WGC_OK) {
        read_entries(&pack);
        wgc_pack_close(&pack);
    } else {
        fuzz_require(err.status == WGC_ERR_INPUT && strstr(err.text, folder) == err.text,
                     "an error of a packed file names it");
        fuzz_require(pack.path == NULL, "nothing stays open after an error");
    }
    return 0;
}
