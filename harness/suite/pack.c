#include "suite/pack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/crc32.h"

enum {
    DIGEST_AT = 40,
    DIGEST_SIZE = 64,
    HEADER_SIZE = DIGEST_AT + DIGEST_SIZE,
    CHECKSUM_SIZE = 4,
    PAGE_SIZE = 20,  /* a record of the table of pages */
    BLOCK_SIZE = 16, /* of the table of blocks */
    ENTRY_SIZE = 20, /* a record in a page, without the name after it */
    NAME_MAX_SIZE = 255,
    PART_LIMIT = 4 * 1024 * 1024 /* of a part's contents and of what is stored of it */
};

static const char magic[] = "wgcpack2";
static const char *const file_names[WGC_PACK_COUNT] = {"c.pack", "spirv.pack"};

/* Where a page or a block is in the file. */
struct stored {
    uint64_t place;
    uint32_t stored_size, size;
};

/* Where an entry is. */
struct record {
    uint32_t block, start, size, checksum; /* start: in the block's contents */
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

/* Whether a table of that many records is in the file. */
static bool has_table(const struct wgc_pack *pack, uint64_t place, uint32_t count, size_t record)
{
    return place <= pack->size && (uint64_t)count * record <= pack->size - place;
}

static enum wgc_status check_header(const struct wgc_pack *pack, const unsigned char *header,
                                    uint64_t size, struct wgc_err *err)
{
    if (number(header + HEADER_SIZE, CHECKSUM_SIZE) != wgc_crc32(0, header, HEADER_SIZE)) {
        return damaged(pack, "its header", err);
    }
    if (size != pack->size) {
        return wgc_err_set(err, WGC_ERR_INPUT, "%s: has %llu bytes, not %llu", pack->path,
                           (unsigned long long)size, (unsigned long long)pack->size);
    }
    return has_table(pack, pack->page_table, pack->pages, PAGE_SIZE) &&
                   has_table(pack, pack->block_table, pack->blocks, BLOCK_SIZE)
               ? WGC_OK
               : damaged(pack, "its header", err);
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
    pack->pages = (uint32_t)number(header + 16, 4);
    pack->blocks = (uint32_t)number(header + 20, 4);
    pack->page_table = number(header + 24, 8);
    pack->block_table = number(header + 32, 8);
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
    wgc_buf_free(&pack->page.contents);
    wgc_buf_free(&pack->block.contents);
    *pack = (struct wgc_pack){0};
}

/* The contents of a part: size bytes, no more and no fewer, from all of the stored ones. */
static enum wgc_status inflate_part(const struct wgc_pack *pack, const struct wgc_buf *stored,
                                    uint32_t size, struct wgc_buf *contents, const char *what,
                                    struct wgc_err *err)
{
    z_stream stream = {.next_in = (Bytef *)stored->data,
                       .avail_in = (uInt)stored->size,
                       .next_out = (Bytef *)contents->data,
                       .avail_out = (uInt)size};

    if (inflateInit(&stream) != Z_OK) {
        return wgc_err_memory(err, what);
    }
    const int end = inflate(&stream, Z_FINISH);
    (void)inflateEnd(&stream);
    if (end == Z_MEM_ERROR) {
        return wgc_err_memory(err, what);
    }
    if (end != Z_STREAM_END || stream.avail_in != 0 || stream.avail_out != 0) {
        return damaged(pack, what, err);
    }
    contents->size = size;
    contents->data[size] = '\0';
    return WGC_OK;
}

/* Reads a page or a block into *part, unless it is there; what names it for an error. */
static enum wgc_status read_part(const struct wgc_pack *pack, const struct stored *where,
                                 struct wgc_pack_part *part, const char *what, struct wgc_err *err)
{
    struct wgc_buf stored = {0};
    enum wgc_status status = WGC_OK;

    if (part->place == where->place && part->place != 0) {
        return WGC_OK;
    }
    if (where->stored_size > PART_LIMIT || where->size > PART_LIMIT || where->place == 0) {
        return damaged(pack, what, err);
    }
    part->place = 0;
    wgc_buf_clear(&part->contents);
    if (!wgc_buf_reserve(&stored, where->stored_size) ||
        !wgc_buf_reserve(&part->contents, where->size)) {
        status = wgc_err_memory(err, what);
    }
    if (status == WGC_OK) {
        status = read_at(pack, where->place, where->stored_size, stored.data, what, err);
    }
    if (status == WGC_OK) {
        stored.size = where->stored_size;
        status = inflate_part(pack, &stored, where->size, &part->contents, what, err);
    }
    if (status == WGC_OK) {
        part->place = where->place;
    }
    wgc_buf_free(&stored);
    return status;
}

/* Where a page is, and the name of its first entry, which is stored before it. */
static enum wgc_status read_page_record(const struct wgc_pack *pack, uint32_t page,
                                        struct stored *where, char name[NAME_MAX_SIZE + 1],
                                        struct wgc_err *err)
{
    static const char what[] = "its index";
    unsigned char bytes[PAGE_SIZE];
    enum wgc_status status = read_at(pack, pack->page_table + (uint64_t)page * PAGE_SIZE,
                                     sizeof bytes, bytes, what, err);

    if (status != WGC_OK) {
        return status;
    }
    const uint64_t place = number(bytes, 8);
    const size_t name_size = (size_t)number(bytes + 8, 4);
    if (name_size > NAME_MAX_SIZE || place > pack->size) {
        return damaged(pack, what, err);
    }
    *where = (struct stored){.place = place + name_size,
                             .stored_size = (uint32_t)number(bytes + 12, 4),
                             .size = (uint32_t)number(bytes + 16, 4)};
    name[name_size] = '\0';
    return read_at(pack, place, name_size, name, what, err);
}

/* Reads the page that has the name, if one has it: the last whose first name is not after it. */
static enum wgc_status read_page(struct wgc_pack *pack, const char *name, bool *found,
                                 struct wgc_err *err)
{
    struct stored where = {0}, middle_where;
    char first_name[NAME_MAX_SIZE + 1];
    uint32_t first = 0, end = pack->pages;

    while (first < end) {
        const uint32_t middle = first + (end - first) / 2;
        enum wgc_status status = read_page_record(pack, middle, &middle_where, first_name, err);
        if (status != WGC_OK) {
            return status;
        }
        if (strcmp(name, first_name) < 0) {
            end = middle;
        } else {
            first = middle + 1;
            where = middle_where;
        }
    }
    *found = first > 0;
    return *found ? read_part(pack, &where, &pack->page, "its index", err) : WGC_OK;
}

static enum wgc_status find(struct wgc_pack *pack, const char *name, struct record *record,
                            struct wgc_err *err)
{
    const struct wgc_buf *page = &pack->page.contents;
    const size_t length = strlen(name);
    bool found = false;
    enum wgc_status status = read_page(pack, name, &found, err);

    if (status != WGC_OK) {
        return status;
    }
    for (size_t at = 0; found && at < page->size;) {
        if (page->size - at < ENTRY_SIZE) {
            return damaged(pack, "its index", err);
        }
        const unsigned char *bytes = (const unsigned char *)page->data + at;
        const size_t name_size = (size_t)number(bytes + 16, 4);
        at += ENTRY_SIZE;
        if (name_size > page->size - at) {
            return damaged(pack, "its index", err);
        }
        if (name_size == length && memcmp(page->data + at, name, length) == 0) {
            *record = (struct record){.block = (uint32_t)number(bytes, 4),
                                      .start = (uint32_t)number(bytes + 4, 4),
                                      .size = (uint32_t)number(bytes + 8, 4),
                                      .checksum = (uint32_t)number(bytes + 12, 4)};
            return WGC_OK;
        }
        at += name_size;
    }
    return wgc_err_set(err, WGC_ERR_INPUT, "%s: has no %s", pack->path, name);
}

static enum wgc_status read_block(struct wgc_pack *pack, uint32_t block, const char *name,
                                  struct wgc_err *err)
{
    unsigned char bytes[BLOCK_SIZE];

    if (block >= pack->blocks) {
        return damaged(pack, name, err);
    }
    enum wgc_status status = read_at(pack, pack->block_table + (uint64_t)block * BLOCK_SIZE,
                                     sizeof bytes, bytes, "its blocks", err);
    if (status != WGC_OK) {
        return status;
    }
    const struct stored where = {.place = number(bytes, 8),
                                 .stored_size = (uint32_t)number(bytes + 8, 4),
                                 .size = (uint32_t)number(bytes + 12, 4)};
    return read_part(pack, &where, &pack->block, name, err);
}

enum wgc_status wgc_pack_read(struct wgc_pack *pack, const char *name, struct wgc_buf *out,
                              struct wgc_err *err)
{
    const struct wgc_buf *block = &pack->block.contents;
    struct record record = {0};
    enum wgc_status status = find(pack, name, &record, err);

    if (status == WGC_OK) {
        status = read_block(pack, record.block, name, err);
    }
    if (status != WGC_OK) {
        return status;
    }
    if (record.start > block->size || record.size > block->size - record.start) {
        return damaged(pack, name, err);
    }
    const char *data = block->data + record.start;
    if (wgc_crc32(wgc_crc32(0, name, strlen(name)), data, record.size) != record.checksum) {
        return damaged(pack, name, err);
    }
    wgc_buf_add(out, data, record.size);
    return out->failed ? wgc_err_memory(err, name) : WGC_OK;
}
