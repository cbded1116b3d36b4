/* A row of a table by its name. Pure. */
#ifndef WGC_BASE_ROW_H
#define WGC_BASE_ROW_H

#include <stddef.h>

/* The number of the first of count rows whose name is the text, or -1; also for NULL. first: the
 * name of the first row; row_size: of a row, in bytes. */
int wgc_row_by_name(const char *const *first, size_t row_size, size_t count, const char *text);

#endif
