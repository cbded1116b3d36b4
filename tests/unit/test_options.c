/* The command line: what is understood, and that what is not gets one clear line. */
#include <stdlib.h>
#include <string.h>

#include "options/option_table.h"
#include "options/options.h"
#include "tests/unit/test.h"

enum { ARGS_MAX = 12 };

/* Parses a command line given as words; the words live as long as the caller's array. */
static enum wgc_status parse(const char *const *words, struct wgc_options *options,
                             struct wgc_err *err)
{
    char *argv[ARGS_MAX + 2] = {(char *)(uintptr_t) "wgconform"};
    int argc = 1;

    for (; words[argc - 1] != NULL; argc++) {
        assert_in_range(argc, 1, ARGS_MAX);
        argv[argc] = (char *)(uintptr_t)words[argc - 1];
    }
    return wgc_options_parse(WGC_COMMAND_RUN, argc, argv, options, err);
}

TEST(defaults_are_those_of_the_contract)
{
    const char *const words[] = {NULL};
    struct wgc_options options;
    struct wgc_err err = {0};

    assert_int_equal(parse(words, &options, &err), WGC_OK);
    assert_int_equal(options.action, WGC_ACTION_RUN);
    assert_int_equal(options.selection.profile, WGC_PROFILE_DEFAULT);
    assert_int_equal(options.selection.impl, WGC_IMPL_BUILTIN);
    assert_true(options.selection.language[WGC_LANGUAGE_C] &&
                options.selection.language[WGC_LANGUAGE_SPIRV]);
    assert_true(options.timeout > 59.9 && options.timeout < 60.1);
    assert_int_equal(options.selection.filter_count, 0);
    assert_null(options.json);
    wgc_options_free(&options);
}

TEST(takes_all_of_them)
{
    const char *const words[] = {
        "-d",     "pocl", "--profile=quick", "-j",           "3",     "-t", "2.5",
        "--seed", "0x10", "--language=c",    "--device=all", "c.*.q", NULL};
    struct wgc_options options;
    struct wgc_err err = {0};

    assert_int_equal(parse(words, &options, &err), WGC_OK);
    assert_int_equal(options.device_count, 2);
    assert_string_equal(options.device[0], "pocl");
    assert_string_equal(options.device[1], "all");
    assert_int_equal(options.jobs, 3);
    assert_true(options.timeout > 2.4 && options.timeout < 2.6);
    assert_int_equal(options.seed, 16);
    assert_false(options.selection.language[WGC_LANGUAGE_SPIRV]);
    assert_int_equal(options.selection.filter_count, 1);
    assert_string_equal(options.selection.filter[0], "c.*.q");
    wgc_options_free(&options);
}

static const struct {
    const char *variable[8]; /* name, value, ... */
    unsigned shard, shards;  /* 0: an error */
    const char *error;
} schedulers[] = {
    {{"SLURM_ARRAY_TASK_ID", "1", "SLURM_ARRAY_TASK_COUNT", "4", "SLURM_ARRAY_TASK_MIN", "1"},
     1,
     4,
     NULL},
    {{"SLURM_ARRAY_TASK_ID", "3", "SLURM_ARRAY_TASK_COUNT", "4"}, 4, 4, NULL},
    {{"SLURM_ARRAY_TASK_ID", "15", "SLURM_ARRAY_TASK_COUNT", "4", "SLURM_ARRAY_TASK_MIN", "10",
      "SLURM_ARRAY_TASK_STEP", "5"},
     2,
     4,
     NULL},
    {{"SLURM_ARRAY_TASK_ID", "7", "SLURM_ARRAY_TASK_COUNT", "3", "SLURM_ARRAY_TASK_MIN", "1"},
     0,
     0,
     "shard 7 of 3 is not possible"},
    {{"SLURM_ARRAY_TASK_ID", "16", "SLURM_ARRAY_TASK_COUNT", "4", "SLURM_ARRAY_TASK_MIN", "10",
      "SLURM_ARRAY_TASK_STEP", "5"},
     0,
     0,
     "not one of the numbers of the array"},
    {{"SLURM_ARRAY_TASK_ID", "1"}, 0, 0, "SLURM_ARRAY_TASK_COUNT is not set"},
    {{"SLURM_ARRAY_TASK_ID", "x", "SLURM_ARRAY_TASK_COUNT", "4"},
     0,
     0,
     "SLURM_ARRAY_TASK_ID: \"x\""},
    {{"JOB_COMPLETION_INDEX", "0", "WGCONFORM_SHARDS", "3"}, 1, 3, NULL},
    {{"JOB_COMPLETION_INDEX", "3", "WGCONFORM_SHARDS", "3"}, 0, 0, "shard 4 of 3 is not possible"},
    {{"JOB_COMPLETION_INDEX", "0"}, 0, 0, "WGCONFORM_SHARDS is not set"},
    {{"SLURM_ARRAY_TASK_ID", "", "JOB_COMPLETION_INDEX", "", "WGCONFORM_SHARDS", "3"}, 1, 1, NULL},
};

/* The environment of a scheduler gives the shard if --shard does not. */
TEST(a_scheduler_gives_the_shard)
{
    static const char *const none[] = {NULL};
    static const char *const by_hand[] = {"--shard", "2/2", NULL};
    static const char *const list[] = {"--list-devices", NULL};
    struct wgc_options options;

    for (size_t i = 0; i < sizeof schedulers / sizeof schedulers[0]; i++) {
        const char *const *variable = schedulers[i].variable;
        struct wgc_err err = {0};
        for (size_t k = 0; k < 8 && variable[k] != NULL; k += 2) {
            assert_int_equal(setenv(variable[k], variable[k + 1], 1), 0);
        }
        enum wgc_status status = parse(none, &options, &err);
        if (schedulers[i].error == NULL) {
            assert_int_equal(status, WGC_OK);
            assert_int_equal(options.selection.shard, schedulers[i].shard);
            assert_int_equal(options.selection.shards, schedulers[i].shards);
            wgc_options_free(&options);
        } else {
            assert_int_equal(status, WGC_ERR_INPUT);
            assert_non_null(strstr(err.text, schedulers[i].error));
        }
        assert_int_equal(parse(list, &options, &err), WGC_OK);
        assert_int_equal(parse(by_hand, &options, &err), WGC_OK);
        assert_int_equal(options.selection.shard, 2);
        assert_int_equal(options.selection.shards, 2);
        assert_null(options.shard_from);
        wgc_options_free(&options);
        for (size_t k = 0; k < 8 && variable[k] != NULL; k += 2) {
            assert_int_equal(unsetenv(variable[k]), 0);
        }
    }
}

TEST(lists_devices_as_json_with_or_without_a_file)
{
    const char *const plain[] = {"--json", "--list-devices", NULL};
    const char *const file[] = {"-l", "--json=out", NULL};
    struct wgc_options options;
    struct wgc_err err = {0};

    assert_int_equal(parse(plain, &options, &err), WGC_OK);
    assert_int_equal(options.action, WGC_ACTION_LIST_DEVICES);
    assert_true(options.list_json);
    assert_null(options.json);
    wgc_options_free(&options);
    assert_int_equal(parse(file, &options, &err), WGC_OK);
    assert_true(options.list_json);
    assert_string_equal(options.json, "out");
    wgc_options_free(&options);
}

static const struct {
    const char *words[4];
    const char *error;
} wrong[] = {
    {{"--nonsense"}, "--nonsense: unknown option"},
    {{"-Z"}, "-Z: unknown option"},
    {{"--seed"}, "--seed: a value is missing"},
    {{"-j", "0"}, "--jobs: \"0\" is not a whole number"},
    {{"-j", "-1"}, "--jobs: \"-1\" is not a whole number"},
    {{"-j", "2x"}, "--jobs: \"2x\""},
    {{"-j", ""}, "--jobs: \"\""},
    {{"--seed", "99999999999999999999"}, "--seed: \"99999999999999999999\""},
    {{"-t", "0"}, "--timeout: \"0\""},
    {{"-t", "nan"}, "--timeout: \"nan\""},
    {{"-t", "-5"}, "--timeout: \"-5\""},
    {{"-t", "inf"}, "--timeout: \"inf\""},
    {{"-p", "huge"}, "--profile: \"huge\""},
    {{"--impl", "both"}, "--impl: \"both\""},
    {{"--language", "cuda"}, "--language: \"cuda\""},
    {{"--limit", "memory=0"}, "--limit: memory: \"0\""},
    {{"--limit", "memory=-1"}, "--limit: memory: \"-1\""},
    {{"--limit", "memory=4GB"}, "--limit: memory: \"4GB\""},
    {{"--limit", "output=9999999T"}, "--limit: output: \"9999999T\""},
    {{"--limit", "file="}, "--limit: file: \"\""},
    {{"--limit", "cpu=0"}, "--limit: cpu: \"0\""},
    {{"--limit", "threads=3"}, "--limit: \"threads=3\" is not one of memory=BYTES"},
    {{"--env", "NAME"}, "--env: NAME=VALUE is required"},
    {{"--env", "=value"}, "--env: NAME=VALUE is required"},
    {{"--env", "1NAME=value"}, "--env: NAME=VALUE is required"},
    {{"--env", "A=1", "--worker-command", "ssh x"}, "--env cannot be used with --worker-command"},
    {{"--shard", "0/2"}, "--shard: \"0/2\""},
    {{"--shard", "3/2"}, "--shard: \"3/2\""},
    {{"--shard", "1"}, "--shard: \"1\""},
    {{"--shard", "1/"}, "--shard: \"1/\""},
    {{"--shard", "1/2/3"}, "--shard: \"1/2/3\""},
    {{"--list", "--list-devices"}, "only one of"},
    {{"--html", "a", "--html", "b"}, "--html: given more than once"},
    {{"--tap", "--tap"}, "--tap: given more than once"},
    {{"--resume", "-"}, "--resume: the name of a file"},
    {{"--worker-command", ""}, "--worker-command: the command is empty"},
    {{"--output", "x"}, "--output: unknown option"},
    {{"--describe", "a", "b"}, "unexpected argument \"b\""},
    {{"-l", "x"}, "unexpected argument \"x\""},
    {{""}, "an empty query"},
    {{"!"}, "an empty query"},
    {{"@/nowhere/queries"}, "/nowhere/queries: cannot open"},
};

TEST(refuses_what_it_does_not_understand)
{
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct wgc_options options;
        struct wgc_err err = {0};
        assert_int_equal(parse(wrong[i].words, &options, &err), WGC_ERR_INPUT);
        if (strstr(err.text, wrong[i].error) == NULL) {
            fail_msg("\"%s\" does not hold \"%s\"", err.text, wrong[i].error);
        }
    }
}

/* Parses the arguments of a command other than the run; the first word is its name. */
/* The operands of the options lie in argv, which is good until the next call. */
static enum wgc_status parse_command(const char *const *words, struct wgc_options *options,
                                     struct wgc_err *err)
{
    static char *argv[ARGS_MAX + 1];
    int argc = 0;

    for (; words[argc] != NULL; argc++) {
        assert_in_range(argc, 0, ARGS_MAX - 1);
        argv[argc] = (char *)(uintptr_t)words[argc];
    }
    argv[argc] = NULL;
    return wgc_options_parse(wgc_command_by_name(words[0]), argc, argv, options, err);
}

TEST(a_command_has_its_own_options)
{
    const char *const words[] = {"repro", "--max-items=64", "c.a", "-p", "full", "-o", "out", NULL};
    const char *const verify[] = {"verify", "--signers", "s", "file", "--submission", NULL};
    struct wgc_options options;
    struct wgc_err err = {0};

    assert_int_equal(wgc_command_by_name("c.work_group_all.*"), WGC_COMMAND_RUN);
    assert_int_equal(wgc_command_by_name("run"), WGC_COMMAND_RUN);
    assert_int_equal(parse_command(words, &options, &err), WGC_OK);
    assert_int_equal(options.command, WGC_COMMAND_REPRO);
    assert_int_equal(options.repro.max_items, 64);
    assert_int_equal(options.selection.profile, WGC_PROFILE_FULL);
    assert_string_equal(options.output, "out");
    assert_int_equal(options.operand_count, 1);
    assert_string_equal(options.operand[0], "c.a");
    wgc_options_free(&options);
    assert_int_equal(parse_command(verify, &options, &err), WGC_OK);
    assert_true(options.package.submission && !options.package.unofficial);
    assert_string_equal(options.package.signers, "s");
    assert_string_equal(options.operand[0], "file");
    wgc_options_free(&options);
}

static const struct {
    const char *words[6];
    const char *error;
} wrong_commands[] = {
    {{"diff", "a"}, "an argument is missing; usage: wgconform diff OLD NEW"},
    {{"diff", "a", "b", "c"}, "unexpected argument \"c\""},
    {{"junit", "a"}, "-o FILE is missing"},
    {{"junit", "a", "-o", "x", "-ox"}, "--output: given more than once"},
    {{"verify", "a", "--sign", "x"}, "--sign: "},
    {{"repro", "--max-items", "0", "a"}, "--max-items: \"0\" is not a whole number"},
    {{"repro", "--jobs", "1", "a"}, "--jobs: unknown option"},
};

/* The profile of bisect has every case; a command's option repeats, in the order given. */
TEST(commands_have_defaults_of_their_own)
{
    const char *const bisect[] = {"bisect", "c.f", "--", "A=1", "B=2", NULL};
    const char *const quick[] = {"bisect", "-p", "quick", "c.f", "--", "A=1", "B=2", NULL};
    const char *const history[] = {"history", "--label", "x", "a", "--label=y", "b", NULL};
    struct wgc_options options;
    struct wgc_err err = {0};

    assert_int_equal(parse_command(bisect, &options, &err), WGC_OK);
    assert_int_equal(options.selection.profile, WGC_PROFILE_FULL);
    assert_int_equal(options.operand_count, 3);
    assert_string_equal(options.operand[2], "B=2");
    wgc_options_free(&options);
    assert_int_equal(parse_command(quick, &options, &err), WGC_OK);
    assert_int_equal(options.selection.profile, WGC_PROFILE_QUICK);
    wgc_options_free(&options);
    assert_int_equal(parse_command(history, &options, &err), WGC_OK);
    assert_int_equal(options.label_count, 2);
    assert_string_equal(options.label[1], "y");
    assert_int_equal(options.operand_count, 2);
    wgc_options_free(&options);
}

TEST(a_command_refuses_what_it_does_not_take)
{
    for (size_t i = 0; i < sizeof wrong_commands / sizeof wrong_commands[0]; i++) {
        struct wgc_options options;
        struct wgc_err err = {0};
        assert_int_equal(parse_command(wrong_commands[i].words, &options, &err), WGC_ERR_INPUT);
        if (strstr(err.text, wrong_commands[i].error) == NULL) {
            fail_msg("\"%s\" does not hold \"%s\"", err.text, wrong_commands[i].error);
        }
    }
}

/* The words of a row are those that its parse function knows, and there are no others. */
TEST(every_word_of_the_table_is_understood)
{
    bool profiles[WGC_PROFILE_COUNT] = {false};
    size_t parsed = 0;

    for (size_t i = 0; i < WGC_OPTION_COUNT; i++) {
        const struct wgc_option *row = &wgc_option_table[i];
        const char *words = wgc_option_has_words(row) ? row->completion : "";
        while (*words != '\0') {
            struct wgc_options options = {0};
            struct wgc_err err = {0};
            char word[20] = "";
            size_t length = strcspn(words, " ");
            assert_in_range(length, 1, sizeof word - 1);
            memcpy(word, words, length);
            assert_true(wgc_word_is_in(row->completion, word));
            assert_int_equal(row->parse(&options, word, &err), WGC_OK);
            if (strcmp(row->name, "profile") == 0) {
                profiles[options.selection.profile] = true;
            }
            words += length + (words[length] == ' ');
            parsed++;
        }
    }
    /* profile 3 times, impl 4 times, language, lines, gtest_color */
    assert_int_equal(parsed, 3 * 3 + 4 * 2 + 3 + 3 + 3);
    for (size_t i = 0; i < WGC_PROFILE_COUNT; i++) {
        assert_true(profiles[i]);
    }
    assert_false(wgc_word_is_in("quick default", "quic"));
    assert_false(wgc_word_is_in("quick default", "quick default"));
    assert_false(wgc_word_is_in("quick default", ""));
}
