#include "reports/parts.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_put.h"
#include "base/list.h"

enum { FIRST_SLOTS = 64 };

/* FNV-1a, 32 bits. */
static uint32_t hash_of(const char *text, size_t length)
{
    uint32_t value = UINT32_C(2166136261);

    for (size_t i = 0; i < length; i++) {
        value = (value ^ (unsigned char)text[i]) * UINT32_C(16777619);
    }
    return value;
}

/* The slot of an item that has the text, or the free one where it belongs. */
static size_t find(const struct wgc_html_strings *strings, const char *text, size_t length,
                   uint32_t hash)
{
    size_t at = hash & (strings->slot_count - 1);

    for (; strings->slot[at] != 0; at = (at + 1) & (strings->slot_count - 1)) {
        const struct wgc_html_string *item = &strings->item[strings->slot[at] - 1];
        if (item->hash == hash && item->length == length && memcmp(item->text, text, length) == 0) {
            break;
        }
    }
    return at;
}

/* Makes room for one more item, with half of the slots free. */
static bool grow(struct wgc_html_strings *strings)
{
    if (strings->count < strings->capacity) {
        return true;
    }
    size_t slots = strings->slot_count == 0 ? FIRST_SLOTS : 2 * strings->slot_count;
    struct wgc_html_string *item = realloc(strings->item, slots / 2 * sizeof *item);
    if (item == NULL) {
        return false;
    }
    strings->item = item;
    size_t *slot = calloc(slots, sizeof *slot);
    if (slot == NULL) {
        return false;
    }
    free(strings->slot);
    strings->slot = slot;
    strings->slot_count = slots;
    strings->capacity = slots / 2;
    for (size_t i = 0; i < strings->count; i++) {
        slot[find(strings, item[i].text, item[i].length, item[i].hash)] = i + 1;
    }
    return true;
}

size_t wgc_html_strings_add(struct wgc_html_strings *strings, const char *text, size_t length)
{
    uint32_t hash = hash_of(text, length);

    if (!grow(strings)) {
        return SIZE_MAX;
    }
    size_t at = find(strings, text, length, hash);
    if (strings->slot[at] == 0) {
        strings->item[strings->count] = (struct wgc_html_string){text, length, hash};
        strings->slot[at] = ++strings->count;
    }
    return strings->slot[at] - 1;
}

void wgc_html_strings_put(struct wgc_buf *out, const struct wgc_html_strings *strings)
{
    struct wgc_buf text = {0};

    wgc_buf_char(out, '[');
    for (size_t i = 0; i < strings->count; i++) {
        wgc_buf_clear(&text);
        wgc_buf_add(&text, strings->item[i].text, strings->item[i].length);
        wgc_buf_text(&text, "");
        wgc_buf_text(out, i == 0 ? "" : ",");
        wgc_json_put_string(out, wgc_buf_str(&text));
        out->failed = out->failed || text.failed;
    }
    wgc_buf_char(out, ']');
    wgc_buf_free(&text);
}

void wgc_html_strings_free(struct wgc_html_strings *strings)
{
    free(strings->item);
    free(strings->slot);
    wgc_list_free(strings->made);
    *strings = (struct wgc_html_strings){0};
}
