#include "reports/report_words.h"

#include <stddef.h>
#include <string.h>

bool wgc_report_is_time(const char *text)
{
    static const char form[] = "0000-00-00T00:00:00";
    size_t at = 0;

    while (form[at] != '\0' &&
           (form[at] == '0' ? text[at] >= '0' && text[at] <= '9' : text[at] == form[at])) {
        at++;
    }
    if (form[at] != '\0') {
        return false;
    }
    if (text[at] == '.') {
        size_t digits = strspn(text + at + 1, "0123456789");
        at += digits == 0 ? 0 : digits + 1;
    }
    return strcmp(text + at, "Z") == 0;
}

bool wgc_report_is_case(const char *text)
{
    unsigned parts = 0;

    for (;; text++) {
        size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_");
        if (length == 0) {
            return false;
        }
        parts++;
        text += length;
        if (*text != '.') {
            return *text == '\0' && parts > 1;
        }
    }
}
