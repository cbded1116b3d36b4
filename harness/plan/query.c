#include "plan/query.h"

#include <stddef.h>

/* Goes back only to the last star: linear in practice, never exponential, and no recursion. */
bool wgc_query_match(const char *glob, const char *text)
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
