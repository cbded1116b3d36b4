#include "base/bytes.h"

#include <ctype.h>
#include <string.h>

const char *wgc_bytes_find(const char *bytes, size_t size, const char *part, size_t length)
{
    while (size >= length) {
        const char *at = memchr(bytes, part[0], size - length + 1);
        if (at == NULL || memcmp(at, part, length) == 0) {
            return at;
        }
        size -= (size_t)(at - bytes) + 1;
        bytes = at + 1;
    }
    return NULL;
}

bool wgc_is_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}
