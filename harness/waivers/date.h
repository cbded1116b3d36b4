/* Dates of the Gregorian calendar as text, YYYY-MM-DD. Pure. */
#ifndef WGC_WAIVERS_DATE_H
#define WGC_WAIVERS_DATE_H

#include <stdbool.h>

/* Whether a text of that form is a day that exists. */
bool wgc_date_is_valid(const char *text);

/* How many days the date is after the other one; both are valid. */
long wgc_date_days_after(const char *text, const char *other);

#endif
