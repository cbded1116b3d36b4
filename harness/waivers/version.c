#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "waivers/waivers.h"

/* The number at *text, or 0 at the end of the dotted numbers; moves past it and its dot. */
static unsigned long long next_number(const char **text)
{
    char *end;

    if (!isdigit((unsigned char)**text)) {
        return 0;
    }
    unsigned long long number = strtoull(*text, &end, 10);
    *text = *end == '.' && isdigit((unsigned char)end[1]) ? end + 1 : end;
    return number;
}

/* Negative, 0 or positive: the version against a bound, as far as the bound goes. */
static int compare(const char *version, const char *bound)
{
    while (isdigit((unsigned char)*bound)) {
        unsigned long long left = next_number(&version);
        unsigned long long right = next_number(&bound);
        if (left != right) {
            return left < right ? -1 : 1;
        }
    }
    return 0;
}

bool wgc_version_within(const char *version, const char *min, const char *max)
{
    const char *numbers = strpbrk(version, "0123456789");

    if (min == NULL && max == NULL) {
        return true;
    }
    return numbers != NULL && (min == NULL || compare(numbers, min) >= 0) &&
           (max == NULL || compare(numbers, max) <= 0);
}

int wgc_version_compare(const char *a, const char *b)
{
    const char *left = strpbrk(a, "0123456789");
    const char *right = strpbrk(b, "0123456789");

    if (left == NULL || right == NULL) {
        return (left == NULL) - (right == NULL);
    }
    int order = compare(left, right);
    return order != 0 ? order : -compare(right, left);
}
