/* What is wrong with the results of a group (judge/damage.def). */
#include <string.h>

#include "judge/damage.h"
#include "tests/unit/test.h"

enum { ITEMS = 4 };

/* The poison of every element, which no row has as a result. */
static const unsigned char poison[ITEMS] = {9, 9, 9, 9};

/* Results of one byte; an element is wrong where actual differs from expected. */
struct row {
    unsigned char expected[ITEMS], actual[ITEMS], alone[ITEMS], before[ITEMS];
    enum wgc_damage damage;
};

static struct wgc_damaged damaged_of(const struct row *row, bool wrong[ITEMS])
{
    for (size_t i = 0; i < ITEMS; i++) {
        wrong[i] = row->expected[i] != row->actual[i];
    }
    return (struct wgc_damaged){.items = ITEMS,
                                .components = 1,
                                .bytes = 1,
                                .actual = row->actual,
                                .poison = poison,
                                .alone = row->alone,
                                .expected = row->expected,
                                .before = row->before,
                                .wrong = wrong};
}

static const struct row rows[] = {
    {{1, 3, 6, 7}, {9, 9, 9, 9}, {1, 2, 3, 1}, {0, 0, 0, 0}, WGC_DAMAGE_NOT_WRITTEN},
    {{1, 3, 6, 7}, {1, 9, 6, 9}, {1, 2, 3, 1}, {0, 0, 0, 0}, WGC_DAMAGE_NOT_WRITTEN},
    {{1, 3, 6, 7}, {1, 9, 6, 8}, {1, 2, 3, 1}, {0, 0, 0, 0}, WGC_DAMAGE_VALUE},
    {{1, 3, 6, 7}, {1, 2, 3, 1}, {1, 2, 3, 1}, {0, 0, 0, 0}, WGC_DAMAGE_ALONE},
    {{1, 3, 6, 7}, {4, 5, 2, 8}, {1, 2, 3, 1}, {4, 5, 2, 8}, WGC_DAMAGE_CALL_BEFORE},
    {{1, 3, 6, 7}, {7, 7, 7, 7}, {1, 2, 3, 1}, {0, 0, 0, 0}, WGC_DAMAGE_ONE},
    {{7, 7, 7, 7}, {5, 5, 5, 5}, {1, 2, 3, 1}, {0, 0, 0, 0}, WGC_DAMAGE_VALUE}, /* as expected */
    {{1, 3, 6, 7}, {1, 1, 3, 6}, {1, 2, 4, 5}, {0, 0, 0, 0}, WGC_DAMAGE_OTHER_ITEM},
    {{1, 3, 6, 7}, {2, 3, 6, 7}, {1, 2, 3, 1}, {0, 0, 0, 0}, WGC_DAMAGE_FIRST},
    {{1, 3, 6, 7}, {1, 3, 8, 7}, {1, 2, 3, 1}, {0, 0, 0, 0}, WGC_DAMAGE_VALUE},
    /* one value of its own, or the identity everywhere, can be there by chance */
    {{1, 3, 6, 7}, {1, 2, 6, 7}, {1, 2, 3, 1}, {0, 0, 0, 0}, WGC_DAMAGE_UNKNOWN},
    {{0, 1, 3, 6}, {0, 0, 0, 0}, {0, 0, 0, 0}, {9, 9, 9, 9}, WGC_DAMAGE_UNKNOWN},
};

TEST(what_is_wrong_with_values)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool wrong[ITEMS];
        const struct wgc_damaged damaged = damaged_of(&rows[i], wrong);
        assert_string_equal(wgc_damage_name(wgc_damage_of(&damaged)),
                            wgc_damage_name(rows[i].damage));
    }
}

TEST(what_is_not_known_shows_nothing)
{
    bool wrong[ITEMS];
    const struct row own = {{1, 3, 6, 7}, {1, 2, 3, 1}, {1, 2, 3, 1}, {0}, WGC_DAMAGE_ALONE};
    struct wgc_damaged damaged = damaged_of(&own, wrong);

    damaged.alone = NULL;
    damaged.expected = NULL; /* an interval */
    damaged.before = NULL;
    assert_int_equal(wgc_damage_of(&damaged), WGC_DAMAGE_UNKNOWN);
}

/* A wrong truth value is the opposite of the right one in any case: the right ones have to be
 * those of each work-item alone too. */
TEST(what_is_wrong_with_truth_values)
{
    static const struct row truths[] = {
        {{1, 1, 1, 1}, {0, 1, 0, 0}, {0, 5, 0, 0}, {0}, WGC_DAMAGE_ALONE},
        {{1, 1, 1, 1}, {0, 0, 0, 0}, {0, 5, 0, 0}, {0}, WGC_DAMAGE_VALUE},
        {{1, 1, 1, 1}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0}, WGC_DAMAGE_UNKNOWN},
        {{1, 1, 1, 1}, {0, 1, 1, 1}, {5, 5, 5, 5}, {0}, WGC_DAMAGE_FIRST},
    };

    for (size_t i = 0; i < sizeof truths / sizeof truths[0]; i++) {
        bool wrong[ITEMS];
        struct wgc_damaged damaged = damaged_of(&truths[i], wrong);
        damaged.truth = true;
        assert_string_equal(wgc_damage_name(wgc_damage_of(&damaged)),
                            wgc_damage_name(truths[i].damage));
    }
}

/* Components are compared with those of the same number. */
TEST(what_is_wrong_with_vectors)
{
    static const unsigned char expected[] = {1, 2, 3, 4}, other[] = {3, 4, 1, 2},
                               one[] = {5, 6, 5, 6}, first[] = {7, 8, 3, 4};
    static const bool all[] = {true, true, true, true}, two[] = {true, true, false, false};
    static const unsigned char alone[ITEMS] = {0};
    struct wgc_damaged damaged = {.items = 2,
                                  .components = 2,
                                  .bytes = 1,
                                  .actual = other,
                                  .poison = poison,
                                  .alone = alone,
                                  .expected = expected,
                                  .wrong = all};

    assert_int_equal(wgc_damage_of(&damaged), WGC_DAMAGE_OTHER_ITEM);
    damaged.actual = one;
    assert_int_equal(wgc_damage_of(&damaged), WGC_DAMAGE_ONE);
    damaged.actual = first;
    damaged.wrong = two;
    assert_int_equal(wgc_damage_of(&damaged), WGC_DAMAGE_FIRST);
}

TEST(each_has_a_name_and_words)
{
    for (int i = 0; i < WGC_DAMAGE_COUNT; i++) {
        const enum wgc_damage damage = (enum wgc_damage)i;
        assert_int_equal(wgc_damage_by_name(wgc_damage_name(damage)), damage);
        assert_true(strlen(wgc_damage_words(damage)) > 0);
    }
    assert_int_equal(wgc_damage_by_name("of_tomorrow"), WGC_DAMAGE_UNKNOWN);
}
