/* The search for the version in which a verdict changes, and the settings of an environment. */
#include <stdlib.h>
#include <string.h>

#include "commands/parts.h"
#include "compare/bisect.h"
#include "tests/unit/test.h"

/* Versions as letters: P passes, F fails, C crashes, S cannot be judged, ! is an error. */
struct versions {
    const char *letters;
    unsigned judged[32]; /* how often */
};

static enum wgc_status judge(void *context, size_t version, struct wgc_bisect_verdict *verdict,
                             struct wgc_err *err)
{
    struct versions *versions = context;
    const char letter = versions->letters[version];

    versions->judged[version]++;
    *verdict = (struct wgc_bisect_verdict){.known = letter != 'S',
                                           .state = letter == 'P'   ? WGC_STATE_PASS
                                                    : letter == 'F' ? WGC_STATE_FAIL
                                                                    : WGC_STATE_CRASH};
    return letter == '!' ? wgc_err_set(err, WGC_ERR_RUN, "version %zu", version) : WGC_OK;
}

static enum wgc_status search(const char *letters, struct wgc_bisection *found)
{
    struct versions versions = {.letters = letters};
    const struct wgc_bisect_judge judges = {&versions, judge};
    struct wgc_err err = {0};
    const enum wgc_status status = wgc_bisect(strlen(letters), &judges, found, &err);
    size_t judged = 0;

    for (size_t i = 0; i < strlen(letters); i++) {
        assert_in_range(versions.judged[i], 0, 1);
        judged += versions.judged[i];
    }
    assert_int_equal(found->judged, judged);
    return status;
}

TEST(the_first_change_is_found)
{
    static const struct {
        const char *letters;
        size_t before, after;
    } rows[] = {
        {"PF", 0, 1},       {"PPF", 1, 2},      {"PFF", 0, 1},       {"FFFFP", 3, 4},
        {"PCCCCCCC", 0, 1}, {"PPPPPPPF", 6, 7}, {"SPSFS", 1, 3},     {"PSSSSSSF", 0, 7},
        {"PSPSSFSF", 2, 5}, {"SSSPFSSS", 3, 4}, {"PPSSSSSSF", 1, 8}, {"PSSSSSSFF", 0, 7},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wgc_bisection found;
        assert_int_equal(search(rows[i].letters, &found), WGC_OK);
        assert_true(found.changes);
        assert_int_equal(found.before, rows[i].before);
        assert_int_equal(found.after, rows[i].after);
        assert_int_not_equal(found.verdict_before.state, found.verdict_after.state);
    }
}

/* Of all places of the change among 30 versions, none needs more than 2 + 5 runs. */
TEST(few_versions_are_judged)
{
    enum { VERSIONS = 30, MOST = 7 };

    for (size_t first = 1; first < VERSIONS; first++) {
        char letters[VERSIONS + 1] = {0};
        struct wgc_bisection found;
        memset(letters, 'P', first);
        memset(letters + first, 'F', VERSIONS - first);
        assert_int_equal(search(letters, &found), WGC_OK);
        assert_int_equal(found.after, first);
        assert_int_equal(found.before, first - 1);
        assert_in_range(found.judged, 2, MOST);
    }
}

TEST(other_verdicts_are_changes_too)
{
    struct wgc_bisection found;

    assert_int_equal(search("PCF", &found), WGC_OK);
    assert_int_equal(found.after, 1);
    assert_int_equal(found.verdict_after.state, WGC_STATE_CRASH);
}

TEST(the_same_verdict_is_no_change)
{
    struct wgc_bisection found;

    assert_int_equal(search("SFPPFS", &found), WGC_OK);
    assert_false(found.changes);
    assert_int_equal(found.before, 1);
    assert_int_equal(found.after, 4);
}

TEST(two_verdicts_are_needed)
{
    struct wgc_bisection found;

    assert_int_equal(search("P", &found), WGC_ERR_INPUT);
    assert_int_equal(search("SSS", &found), WGC_ERR_DEVICE);
    assert_int_equal(search("SPS", &found), WGC_ERR_DEVICE);
    assert_int_equal(search("SSP", &found), WGC_ERR_DEVICE);
    assert_int_equal(search("PSS", &found), WGC_ERR_DEVICE);
    assert_int_equal(search("!P", &found), WGC_ERR_RUN);
    assert_int_equal(search("P!F", &found), WGC_ERR_RUN);
}

TEST(settings_are_split_before_names)
{
    struct wgc_settings settings;
    struct wgc_err err = {0};

    assert_int_equal(wgc_settings_parse(" A=1  B_2=x y=  z 3=4 C=", &settings, &err), WGC_OK);
    assert_int_equal(settings.count, 4);
    assert_string_equal(settings.item[0].name, "A");
    assert_string_equal(settings.item[0].value, "1");
    assert_string_equal(settings.item[1].value, "x");
    assert_string_equal(settings.item[2].name, "y");
    assert_string_equal(settings.item[2].value, "  z 3=4");
    assert_string_equal(settings.item[3].value, "");
    wgc_settings_free(&settings);
    assert_int_equal(wgc_settings_parse("x", &settings, &err), WGC_ERR_INPUT);
    wgc_settings_free(&settings);
    assert_int_equal(wgc_settings_parse("", &settings, &err), WGC_ERR_INPUT);
    wgc_settings_free(&settings);
}

TEST(the_environment_is_as_before)
{
    struct wgc_settings settings;
    struct wgc_err err = {0};

    (void)setenv("WGC_TEST_OLD", "old", 1);
    (void)unsetenv("WGC_TEST_NEW");
    assert_int_equal(
        wgc_settings_parse("WGC_TEST_OLD=1 WGC_TEST_NEW=2 WGC_TEST_OLD=3", &settings, &err),
        WGC_OK);
    assert_int_equal(wgc_settings_apply(&settings, &err), WGC_OK);
    assert_string_equal(getenv("WGC_TEST_OLD"), "3");
    assert_string_equal(getenv("WGC_TEST_NEW"), "2");
    wgc_settings_undo(&settings);
    assert_string_equal(getenv("WGC_TEST_OLD"), "old");
    assert_null(getenv("WGC_TEST_NEW"));
    wgc_settings_free(&settings);
}
