#include "waivers/date.h"

#include <stdlib.h>

enum { MONTHS = 12, FEBRUARY = 2, DAYS_OF_YEAR = 365 };

struct date {
    long year, month, day;
};

static struct date read(const char *text)
{
    return (struct date){strtol(text, NULL, 10), strtol(text + 5, NULL, 10),
                         strtol(text + 8, NULL, 10)};
}

static bool is_leap(long year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static long days_of(long year, long month)
{
    static const long days[MONTHS] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    return days[month - 1] + (month == FEBRUARY && is_leap(year));
}

bool wgc_date_is_valid(const char *text)
{
    const struct date date = read(text);

    return date.month >= 1 && date.month <= MONTHS && date.day >= 1 &&
           date.day <= days_of(date.year, date.month);
}

/* Days since the first day of year 0. */
static long number_of(const char *text)
{
    const struct date date = read(text);
    const long years = date.year;
    long number = years * DAYS_OF_YEAR + (years + 3) / 4 - (years + 99) / 100 + (years + 399) / 400;

    for (long month = 1; month < date.month; month++) {
        number += days_of(date.year, month);
    }
    return number + date.day;
}

long wgc_date_days_after(const char *text, const char *other)
{
    return number_of(text) - number_of(other);
}
