#include "plan/filter.h"

#include <stddef.h>

/* Backtracks only to the last star: no recursion, and at most glob length times text length steps.
 */
bool wgc_filter_match(const char *glob, const char *text)
{
    const char *star = NULL;
    const char *resume = NULL;

    while (*text != '\0') {
        if (*glob == '*') {
            star = glob++;
            resume = text;
        } else if (*glob == '?' || *glob == *text) {
            glob++;
            text++;
        } else if (star != NULL) {
            glob = star + 1;
            text = ++resume;
        } else {
            return false;
        }
    }
    while (*glob == '*') {
        glob++;
    }
    return *glob == '\0';
}
