#include "tests/unit/pack_fixture.h"

#include <stdint.h>
#include <string.h>

#include "base/crc32.h"

enum { CHECKSUM_AT = 104, HEADER = 108, LINES_MAX = 64, ENTRIES_MAX = 64 };

static void put_number(struct wgc_buf *out, uint64_t value, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        wgc_buf_char(out, (char)(unsigned char)(value >> 8 * i & 0xff));
    }
}

/* The numbers of the entry's lines, which get places behind those that there are. */
static void put_lines(const struct fixture_entry *entry, const char **line, size_t *lines,
                      struct wgc_buf *out)
{
    for (const char *at = entry->data; at < entry->data + entry->size; at = strchr(at, '\n') + 1) {
        put_number(out, *lines, 4);
        line[(*lines)++] = at;
    }
}

void fixture_pack_seal(struct wgc_buf *pack)
{
    const uint32_t checksum = wgc_crc32(0, pack->data, CHECKSUM_AT);

    for (size_t i = 0; i < 4; i++) {
        pack->data[CHECKSUM_AT + i] = (char)(unsigned char)(checksum >> 8 * i & 0xff);
    }
}

void fixture_pack(const struct fixture_entry *entry, size_t count, const char *digest,
                  struct wgc_buf *out)
{
    struct wgc_buf body = {0}, head = {0};
    const char *line[LINES_MAX];
    uint64_t data[ENTRIES_MAX + 1], name[ENTRIES_MAX];
    uint64_t line_place[LINES_MAX + 1];
    size_t lines = 0;

    for (size_t i = 0; i < count; i++) {
        data[i] = HEADER + body.size;
        if (entry[i].lines) {
            put_lines(&entry[i], line, &lines, &body);
        } else {
            wgc_buf_add(&body, entry[i].data, entry[i].size);
        }
    }
    data[count] = HEADER + body.size;
    for (size_t i = 0; i < lines; i++) {
        line_place[i] = HEADER + body.size;
        wgc_buf_add(&body, line[i], strcspn(line[i], "\n") + 1);
    }
    line_place[lines] = HEADER + body.size;
    for (size_t i = 0; i < count; i++) {
        name[i] = HEADER + body.size;
        wgc_buf_text(&body, entry[i].name);
    }
    const uint64_t line_table = HEADER + body.size;
    for (size_t i = 0; i <= lines; i++) {
        put_number(&body, line_place[i], 8);
    }
    const uint64_t index = HEADER + body.size;
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(entry[i].name);
        put_number(&body, data[i], 8);
        put_number(&body, name[i], 8);
        put_number(&body, data[i + 1] - data[i], 4);
        put_number(&body, length, 4);
        put_number(&body,
                   wgc_crc32(wgc_crc32(0, entry[i].name, length), entry[i].data, entry[i].size), 4);
        put_number(&body, entry[i].lines, 4);
    }
    wgc_buf_text(&head, "wgcpack1");
    put_number(&head, HEADER + body.size, 8);
    put_number(&head, count, 4);
    put_number(&head, lines, 4);
    put_number(&head, index, 8);
    put_number(&head, line_table, 8);
    wgc_buf_add(&head, digest, 64);
    put_number(&head, 0, 4);
    fixture_pack_seal(&head);
    wgc_buf_add(out, head.data, head.size);
    wgc_buf_add(out, body.data, body.size);
    wgc_buf_free(&head);
    wgc_buf_free(&body);
}
