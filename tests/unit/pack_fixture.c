#include "tests/unit/pack_fixture.h"

#include <stdint.h>
#include <string.h>
#include <zlib.h>

#include "base/crc32.h"

enum { CHECKSUM_AT = 104, HEADER = 108, PART_MAX = 64 * 1024, ENTRIES_MAX = 64 };

/* Where an entry is. */
struct place {
    size_t block, start;
};

static void put_number(struct wgc_buf *out, uint64_t value, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        wgc_buf_char(out, (char)(unsigned char)(value >> 8 * i & 0xff));
    }
}

void fixture_pack_seal(struct wgc_buf *pack)
{
    const uint32_t checksum = wgc_crc32(0, pack->data, CHECKSUM_AT);

    for (size_t i = 0; i < 4; i++) {
        pack->data[CHECKSUM_AT + i] = (char)(unsigned char)(checksum >> 8 * i & 0xff);
    }
}

/* Compresses a part to *body; its sizes go to *table. The body fails where there is no room. */
static void put_part(const struct wgc_buf *contents, struct wgc_buf *body, struct wgc_buf *table)
{
    static unsigned char stored[2 * PART_MAX];
    uLongf size = sizeof stored;

    if (contents->size > PART_MAX ||
        compress2(stored, &size, (const Bytef *)contents->data, (uLong)contents->size, 9) != Z_OK) {
        body->failed = true;
        return;
    }
    put_number(table, size, 4);
    put_number(table, contents->size, 4);
    wgc_buf_add(body, stored, size);
}

static void put_block(const struct wgc_buf *contents, struct wgc_buf *body, struct wgc_buf *table)
{
    put_number(table, HEADER + body->size, 8);
    put_part(contents, body, table);
}

/* The blocks; the number of them. */
static size_t put_blocks(const struct fixture_entry *entry, size_t count, struct place *place,
                         struct wgc_buf *body, struct wgc_buf *table)
{
    struct wgc_buf contents = {0};
    size_t blocks = 0;

    for (size_t i = 0; i < count; i++) {
        if (entry[i].first && i > 0) {
            put_block(&contents, body, table);
            wgc_buf_clear(&contents);
            blocks++;
        }
        place[i] = (struct place){.block = blocks, .start = contents.size};
        wgc_buf_add(&contents, entry[i].data, entry[i].size);
    }
    if (count > 0) {
        put_block(&contents, body, table);
        blocks++;
    }
    wgc_buf_free(&contents);
    return blocks;
}

/* The entries from first to end - 1. */
static void put_page(const struct fixture_entry *entry, size_t first, size_t end,
                     const struct place *place, struct wgc_buf *body, struct wgc_buf *table)
{
    struct wgc_buf page = {0};

    for (size_t i = first; i < end; i++) {
        const size_t length = strlen(entry[i].name);
        put_number(&page, place[i].block, 4);
        put_number(&page, place[i].start, 4);
        put_number(&page, entry[i].size, 4);
        put_number(&page,
                   wgc_crc32(wgc_crc32(0, entry[i].name, length), entry[i].data, entry[i].size), 4);
        put_number(&page, length, 4);
        wgc_buf_text(&page, entry[i].name);
    }
    put_number(table, HEADER + body->size, 8);
    put_number(table, strlen(entry[first].name), 4);
    wgc_buf_text(body, entry[first].name);
    put_part(&page, body, table);
    wgc_buf_free(&page);
}

void fixture_pack(const struct fixture_entry *entry, size_t count, const char *digest,
                  struct wgc_buf *out)
{
    struct wgc_buf body = {0}, head = {0}, blocks_at = {0}, pages_at = {0};
    struct place place[ENTRIES_MAX];
    const size_t blocks = put_blocks(entry, count, place, &body, &blocks_at);
    size_t pages = 0;

    for (size_t i = 0; i < count; i += FIXTURE_PAGE_ENTRIES) {
        const size_t end = i + FIXTURE_PAGE_ENTRIES < count ? i + FIXTURE_PAGE_ENTRIES : count;
        put_page(entry, i, end, place, &body, &pages_at);
        pages++;
    }
    const uint64_t page_table = HEADER + body.size;
    wgc_buf_add(&body, pages_at.data, pages_at.size);
    const uint64_t block_table = HEADER + body.size;
    wgc_buf_add(&body, blocks_at.data, blocks_at.size);
    wgc_buf_text(&head, "wgcpack2");
    put_number(&head, HEADER + body.size, 8);
    put_number(&head, pages, 4);
    put_number(&head, blocks, 4);
    put_number(&head, page_table, 8);
    put_number(&head, block_table, 8);
    wgc_buf_add(&head, digest, 64);
    put_number(&head, 0, 4);
    fixture_pack_seal(&head);
    wgc_buf_add(out, head.data, head.size);
    wgc_buf_add(out, body.data, body.size);
    out->failed = out->failed || body.failed;
    wgc_buf_free(&head);
    wgc_buf_free(&body);
    wgc_buf_free(&blocks_at);
    wgc_buf_free(&pages_at);
}
