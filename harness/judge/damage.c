#include "judge/damage.h"

#include <string.h>

#include "base/row.h"

static const struct {
    const char *name, *words;
    bool joins;
} damages[WGC_DAMAGE_COUNT] = {
    [WGC_DAMAGE_UNKNOWN] = {"", "wrong value", false},
#define WGC_DAMAGE(id, name, joins, words) [WGC_DAMAGE_##id] = {#name, words, joins},
#include "judge/damage.def"
#undef WGC_DAMAGE
};

static size_t count_of(const struct wgc_damaged *damaged)
{
    return damaged->items * damaged->components;
}

static bool same(const struct wgc_damaged *damaged, const unsigned char *a, size_t at_a,
                 const unsigned char *b, size_t at_b)
{
    return memcmp(a + at_a * damaged->bytes, b + at_b * damaged->bytes, damaged->bytes) == 0;
}

/* Whether each wrong element has the value that `other` has there. */
static bool all_equal(const struct wgc_damaged *damaged, const unsigned char *other)
{
    for (size_t i = 0; i < count_of(damaged); i++) {
        if (damaged->wrong[i] && !same(damaged, damaged->actual, i, other, i)) {
            return false;
        }
    }
    return true;
}

/* Whether the wrong elements have different values of an array, component by component. */
static bool differ(const struct wgc_damaged *damaged, const unsigned char *values)
{
    for (size_t k = 0; k < damaged->components; k++) {
        size_t first = count_of(damaged);
        for (size_t i = k; i < count_of(damaged); i += damaged->components) {
            if (!damaged->wrong[i]) {
                continue;
            }
            first = first == count_of(damaged) ? i : first;
            if (!same(damaged, values, i, values, first)) {
                return true;
            }
        }
    }
    return false;
}

/* Whether an element has the expected value of another work-item. */
static bool is_of_other(const struct wgc_damaged *damaged, size_t at)
{
    for (size_t i = at % damaged->components; i < count_of(damaged); i += damaged->components) {
        if (i != at && same(damaged, damaged->actual, at, damaged->expected, i)) {
            return true;
        }
    }
    return false;
}

static bool all_are_of_others(const struct wgc_damaged *damaged)
{
    for (size_t i = 0; i < count_of(damaged); i++) {
        if (damaged->wrong[i] && !is_of_other(damaged, i)) {
            return false;
        }
    }
    return true;
}

static bool is_first_alone(const struct wgc_damaged *damaged)
{
    for (size_t i = damaged->components; i < count_of(damaged); i++) {
        if (damaged->wrong[i]) {
            return false;
        }
    }
    return damaged->items > 1;
}

static bool is_true(const struct wgc_damaged *damaged, const unsigned char *values, size_t at)
{
    for (size_t i = 0; i < damaged->bytes; i++) {
        if (values[at * damaged->bytes + i] != 0) {
            return true;
        }
    }
    return false;
}

/* The damage of truth values. A wrong one is the opposite in any case, so the right ones count too.
 */
static enum wgc_damage by_truth(const struct wgc_damaged *damaged)
{
    size_t number[2] = {0, 0};

    for (size_t i = 0; damaged->alone != NULL && i < count_of(damaged); i++) {
        const bool alone = is_true(damaged, damaged->alone, i);
        if (alone != is_true(damaged, damaged->actual, i)) {
            return WGC_DAMAGE_VALUE;
        }
        number[alone]++;
    }
    return number[0] > 0 && number[1] > 0 ? WGC_DAMAGE_ALONE : WGC_DAMAGE_UNKNOWN;
}

/* The damage of wrong elements with different values. */
static enum wgc_damage by_different_values(const struct wgc_damaged *damaged)
{
    if (damaged->before != NULL && all_equal(damaged, damaged->before)) {
        return WGC_DAMAGE_CALL_BEFORE;
    }
    if (damaged->alone != NULL && all_equal(damaged, damaged->alone)) {
        return WGC_DAMAGE_ALONE;
    }
    if (damaged->expected != NULL && all_are_of_others(damaged)) {
        return WGC_DAMAGE_OTHER_ITEM;
    }
    return damaged->alone == NULL ? WGC_DAMAGE_UNKNOWN : WGC_DAMAGE_VALUE;
}

/* The damage of wrong elements with one value, which can be there by chance. */
static enum wgc_damage by_one_value(const struct wgc_damaged *damaged)
{
    if (damaged->alone == NULL || all_equal(damaged, damaged->alone)) {
        return WGC_DAMAGE_UNKNOWN;
    }
    return damaged->expected != NULL && differ(damaged, damaged->expected) ? WGC_DAMAGE_ONE
                                                                           : WGC_DAMAGE_VALUE;
}

enum wgc_damage wgc_damage_of(const struct wgc_damaged *damaged)
{
    enum wgc_damage damage = WGC_DAMAGE_NOT_WRITTEN;

    if (damaged->truth) {
        damage = by_truth(damaged);
    } else if (!all_equal(damaged, damaged->poison)) {
        damage =
            differ(damaged, damaged->actual) ? by_different_values(damaged) : by_one_value(damaged);
    }
    return damage == WGC_DAMAGE_VALUE && is_first_alone(damaged) ? WGC_DAMAGE_FIRST : damage;
}

const char *wgc_damage_name(enum wgc_damage damage)
{
    return damages[damage].name;
}

enum wgc_damage wgc_damage_by_name(const char *name)
{
    const int damage = wgc_row_by_name(&damages[0].name, sizeof damages[0], WGC_DAMAGE_COUNT, name);

    return damage < 0 ? WGC_DAMAGE_UNKNOWN : (enum wgc_damage)damage;
}

const char *wgc_damage_words(enum wgc_damage damage)
{
    return damages[damage].words;
}

bool wgc_damage_joins(enum wgc_damage damage)
{
    return damages[damage].joins;
}
