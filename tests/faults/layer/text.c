/* text.c: the growing string of patch.h. */
#include "patch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void wgf_text_add(struct wgf_text *text, const char *bytes, size_t length)
{
    if (text->failed)
        return;
    if (text->capacity - text->length <= length) {
        size_t capacity = (text->length + length + 1) * 2;
        char *data = realloc(text->data, capacity);
        if (!data) {
            text->failed = 1;
            return;
        }
        text->data = data;
        text->capacity = capacity;
    }
    if (length)
        memcpy(text->data + text->length, bytes, length);
    text->length += length;
    text->data[text->length] = '\0';
}

int wgf_text_read(struct wgf_text *text, const char *path)
{
    char block[1 << 16];
    size_t length;
    int error = 0;
    FILE *file = fopen(path, "rb");

    if (!file)
        return errno;
    while ((length = fread(block, 1, sizeof block, file)) > 0)
        wgf_text_add(text, block, length);
    if (ferror(file)) /* a folder, for one, opens but cannot be read */
        error = errno ? errno : EIO;
    fclose(file);
    return text->failed ? ENOMEM : error;
}
