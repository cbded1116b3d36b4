#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/manifest_fixture.h"

_Noreturn void fuzz_broken(const char *sentence)
{
    (void)fprintf(stderr, "broken guarantee: %s\n", sentence);
    abort();
}

char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    fuzz_require(text != NULL, "memory for an input");
    if (size > 0) {
        memcpy(text, data, size);
    }
    text[size] = '\0';
    return text;
}

size_t fuzz_pieces(const uint8_t *data, size_t size, char **pieces, size_t limit)
{
    size_t count = 0;

    while (count < limit && size > 0) {
        const uint8_t *end = memchr(data, '\0', size);
        size_t length = end == NULL ? size : (size_t)(end - data);
        pieces[count++] = fuzz_text(data, length);
        length += end != NULL;
        data += length;
        size -= length;
    }
    return count;
}

void fuzz_require_json(const struct wgc_buf *text, const char *what)
{
    struct wgc_err err = {0};
    cJSON *root = NULL;

    fuzz_require(!text->failed && text->size > 0, what);
    fuzz_require(wgc_json_parse(what, text->data, text->size, &root, &err) == WGC_OK, what);
    cJSON_Delete(root);
}

const struct wgc_manifest *fuzz_suite(void)
{
    return &fixture_suite;
}
