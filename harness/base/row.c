#include "base/row.h"

#include <string.h>

int wgc_row_by_name(const char *const *first, size_t row_size, size_t count, const char *text)
{
    for (size_t i = 0; text != NULL && i < count; i++) {
        const void *row = (const char *)first + i * row_size;
        if (strcmp(*(const char *const *)row, text) == 0) {
            return (int)i;
        }
    }
    return -1;
}
