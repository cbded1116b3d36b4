#include "suite/pack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/crc32.h"

enum {
    DIGEST_AT = 40,
    DIGEST_SIZE = 64,
    HEADER_SIZE = DIGEST_AT + DIGEST_SIZE,
    CHECKSUM_SIZE = 4,
    RECORD_SIZE = 32,
    NAME_MAX_SIZE = 255,
    ENTRY_LIMIT = 16 * 1024 * 1024
};

/* How an entry is stored. */
enum kind { KIND_BYTES, KIND_LINES };

static const char magic[] = "wgcpack1";
static const char *const file_names[WGC_PACK_COUNT] = {"c.pack", "spirv.pack"};

/* A record of the index. */
struct record {
    uint64_t data, name;
    uint32_t size, name_size, checksum, kind;
};

const char *wgc_pack_name(enum wgc_pack_language language)
{
    return file_names[language];
}

enum wgc_pack_language wgc_pack_of(const char *name)
{
    const size_t length = strlen(name);

    return length >= 3 && strcmp(name + length - 3, ".cl") == 0 ? WGC_PACK_C : WGC_PACK_SPIRV;
}

static uint64_t number(const unsigned char *bytes, size_t size)
{
    uint64_t value = 0;

    while (size > 0) {
        value = value << 8 | bytes[--size];
    }
    return value;
}

static enum wgc_status damaged(const struct wgc_pack *pack, const char *where, struct wgc_err *err)
{
    return wgc_err_set(err, WGC_ERR_INPUT, "%s: damaged: %s", pack->path, where);
}

/* Reads size bytes from a place of the file on; what names the thing there for an error. */
static enum wgc_status read_at(const struct wgc_pack *pack, uint64_t place, size_t size, void *out,
                               const char *what, struct wgc_err *err)
{
    char *to = out;

    if (place > pack->size || size > pack->size - place) {
        return damaged(pack, what, err);
    }
    while (size > 0) {
        const ssize_t got = pread(pack->fd, to, size, (off_t)place);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return wgc_err_set(err, WGC_ERR_INPUT, "%s: cannot read: %s", pack->path,
                               strerror(errno));
        }
        if (got == 0) {
            return wgc_err_set(err, WGC_ERR_INPUT, "%s: cut short", pack->path);
        }
        to += got;
        size -= (size_t)got;
        place += (uint64_t)got;
    }
    return WGC_OK;
}

static enum wgc_status check_header(const struct wgc_pack *pack, const unsigned char *header,
                                    uint64_t size, struct wgc_err *err)
{
    const uint64_t index_size = (uint64_t)pack->entries * RECORD_SIZE;
    const uint64_t table_size = ((uint64_t)pack->lines + 1) * sizeof(uint64_t);

    if (number(header + HEADER_SIZE, CHECKSUM_SIZE) != wgc_crc32(0, header, HEADER_SIZE)) {
        return damaged(pack, "its header", err);
    }
    if (size != pack->size) {
        return wgc_err_set(err, WGC_ERR_INPUT, "%s: has %llu bytes, not %llu", pack->path,
                           (unsigned long long)size, (unsigned long long)pack->size);
    }
    if (pack->index > size || index_size > size - pack->index || pack->line_table > size ||
        table_size > size - pack->line_table) {
        return damaged(pack, "its header", err);
    }
    return WGC_OK;
}

static enum wgc_status read_header(struct wgc_pack *pack, const char *suite_digest,
                                   struct wgc_err *err)
{
    unsigned char header[HEADER_SIZE + CHECKSUM_SIZE];
    struct stat info;

    if (fstat(pack->fd, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size < 0) {
        return wgc_err_set(err, WGC_ERR_INPUT, "%s: not a file", pack->path);
    }
    const uint64_t size = (uint64_t)info.st_size;
    pack->size = size;
    if (size < sizeof header) {
        return wgc_err_set(err, WGC_ERR_INPUT, "%s: not a packed file of kernels", pack->path);
    }
    enum wgc_status status = read_at(pack, 0, sizeof header, header, "its header", err);
    if (status != WGC_OK) {
        return status;
    }
    if (memcmp(header, magic, sizeof magic - 1) != 0) {
        return wgc_err_set(err, WGC_ERR_INPUT, "%s: not a packed file of kernels", pack->path);
    }
    pack->size = number(header + 8, 8);
    pack->entries = (uint32_t)number(header + 16, 4);
    pack->lines = (uint32_t)number(header + 20, 4);
    pack->index = number(header + 24, 8);
    pack->line_table = number(header + 32, 8);
    status = check_header(pack, header, size, err);
    if (status == WGC_OK && (strlen(suite_digest) != DIGEST_SIZE ||
                             memcmp(header + DIGEST_AT, suite_digest, DIGEST_SIZE) != 0)) {
        status =
            wgc_err_set(err, WGC_ERR_INPUT, "%s: has the kernels of another suite: %.64s, not %s",
                        pack->path, (const char *)header + DIGEST_AT, suite_digest);
    }
    return status;
}

enum wgc_status wgc_pack_open(const char *folder, enum wgc_pack_language language,
                              const char *suite_digest, struct wgc_pack *pack, struct wgc_err *err)
{
    struct wgc_buf path = {0};
    enum wgc_status status;

    *pack = (struct wgc_pack){0};
    wgc_buf_printf(&path, "%s/%s", folder, file_names[language]);
    if (path.failed) {
        wgc_buf_free(&path);
        return wgc_err_memory(err, "a path");
    }
    pack->path = path.data;
    pack->fd = open(pack->path, O_RDONLY | O_CLOEXEC);
    status = pack->fd < 0 ? wgc_err_set(err, WGC_ERR_INPUT, "%s: cannot open: %s", pack->path,
                                        strerror(errno))
                          : read_header(pack, suite_digest, err);
    if (status != WGC_OK) {
        wgc_pack_close(pack);
    }
    return status;
}

void wgc_pack_close(struct wgc_pack *pack)
{
    if (pack->path != NULL && pack->fd >= 0) {
        (void)close(pack->fd);
    }
    free(pack->path);
    *pack = (struct wgc_pack){0};
}

static enum wgc_status read_record(const struct wgc_pack *pack, uint32_t place,
                                   struct record *record, char name[NAME_MAX_SIZE + 1],
                                   struct wgc_err *err)
{
    unsigned char bytes[RECORD_SIZE];
    enum wgc_status status = read_at(pack, pack->index + (uint64_t)place * RECORD_SIZE,
                                     sizeof bytes, bytes, "its index", err);

    if (status != WGC_OK) {
        return status;
    }
    *record = (struct record){.data = number(bytes, 8),
                              .name = number(bytes + 8, 8),
                              .size = (uint32_t)number(bytes + 16, 4),
                              .name_size = (uint32_t)number(bytes + 20, 4),
                              .checksum = (uint32_t)number(bytes + 24, 4),
                              .kind = (uint32_t)number(bytes + 28, 4)};
    if (record->name_size > NAME_MAX_SIZE || record->kind > KIND_LINES ||
        (record->kind == KIND_LINES && record->size % sizeof(uint32_t) != 0)) {
        return damaged(pack, "its index", err);
    }
    name[record->name_size] = '\0';
    return read_at(pack, record->name, record->name_size, name, "its index", err);
}

/* The index is in the order of names. */
static enum wgc_status find(const struct wgc_pack *pack, const char *name, struct record *record,
                            struct wgc_err *err)
{
    char found[NAME_MAX_SIZE + 1];
    uint32_t first = 0, end = pack->entries;

    while (first < end) {
        const uint32_t middle = first + (end - first) / 2;
        enum wgc_status status = read_record(pack, middle, record, found, err);
        if (status != WGC_OK) {
            return status;
        }
        const int order = strcmp(name, found);
        if (order == 0) {
            return WGC_OK;
        }
        if (order < 0) {
            end = middle;
        } else {
            first = middle + 1;
        }
    }
    return wgc_err_set(err, WGC_ERR_INPUT, "%s: has no %s", pack->path, name);
}

/* Makes room behind *out, and reads into it; the size of out is the caller's to move on. */
static enum wgc_status append(const struct wgc_pack *pack, uint64_t place, size_t size,
                              const char *name, struct wgc_buf *out, struct wgc_err *err)
{
    if (size > ENTRY_LIMIT || place > pack->size || size > pack->size - place) {
        return damaged(pack, name, err);
    }
    if (!wgc_buf_reserve(out, size + 1)) {
        return wgc_err_memory(err, name);
    }
    enum wgc_status status = read_at(pack, place, size, out->data + out->size, name, err);
    if (status == WGC_OK) {
        out->size += size;
        out->data[out->size] = '\0';
    }
    return status;
}

static enum wgc_status append_line(const struct wgc_pack *pack, uint64_t line, const char *name,
                                   struct wgc_buf *out, struct wgc_err *err)
{
    unsigned char place[2 * sizeof(uint64_t)];

    if (line >= pack->lines) {
        return damaged(pack, name, err);
    }
    enum wgc_status status = read_at(pack, pack->line_table + line * sizeof(uint64_t), sizeof place,
                                     place, "its lines", err);
    if (status != WGC_OK) {
        return status;
    }
    const uint64_t begin = number(place, 8), end = number(place + 8, 8);
    if (begin > end || end - begin > ENTRY_LIMIT) {
        return damaged(pack, "its lines", err);
    }
    return append(pack, begin, (size_t)(end - begin), name, out, err);
}

static enum wgc_status append_lines(const struct wgc_pack *pack, const struct record *record,
                                    const char *name, struct wgc_buf *out, struct wgc_err *err)
{
    struct wgc_buf lines = {0};
    const size_t start = out->size;
    enum wgc_status status = append(pack, record->data, record->size, name, &lines, err);

    for (size_t i = 0; status == WGC_OK && i < lines.size; i += sizeof(uint32_t)) {
        const unsigned char *at = (const unsigned char *)lines.data + i;
        status = append_line(pack, number(at, sizeof(uint32_t)), name, out, err);
        if (status == WGC_OK && out->size - start > ENTRY_LIMIT) {
            status = damaged(pack, name, err);
        }
    }
    wgc_buf_free(&lines);
    return status;
}

enum wgc_status wgc_pack_read(const struct wgc_pack *pack, const char *name, struct wgc_buf *out,
                              struct wgc_err *err)
{
    const size_t start = out->size;
    struct record record = {0};
    enum wgc_status status = find(pack, name, &record, err);

    if (status == WGC_OK) {
        status = record.kind == KIND_LINES ? append_lines(pack, &record, name, out, err)
                                           : append(pack, record.data, record.size, name, out, err);
    }
    if (status == WGC_OK) {
        const uint32_t of_name = wgc_crc32(0, name, strlen(name));
        if (wgc_crc32(of_name, out->size > start ? out->data + start : "", out->size - start) !=
            record.checksum) {
            status = damaged(pack, name, err);
        }
    }
    return status;
}
