#include "reports/detail.h"

#include <inttypes.h>
#include <string.h>

#include "base/report_text.h"
#include "base/shell_word.h"
#include "record/case_name.h"
#include "record/frames.h"

/* The defaults of --profile and --seed: of a command without these options. */
static const char default_profile[] = "default";
enum { DEFAULT_SEED = 1, LINE_LIMIT = 1000 };

/* The device by its names: its number depends on the other devices of the machine. */
static void put_device(struct wgc_buf *out, const struct wgc_record_device *device)
{
    struct wgc_buf text = {0};

    if (device->selector != NULL) { /* older reports have none */
        wgc_buf_text(&text, device->selector);
    } else if (device->platform != NULL && device->name != NULL) {
        wgc_buf_printf(&text, "%s/%s", device->platform, device->name);
    }
    if (text.size > 0) {
        wgc_buf_text(out, " --device ");
        wgc_shell_word(out, text.data);
    }
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}

/* The value of a long option, where *word is one; *word moves to its last word. NULL: another word.
 */
static const char *value_of(char *const **word, const char *option)
{
    const size_t length = strlen(option);

    if (strcmp(**word, option) == 0 && (*word)[1] != NULL) {
        return *++*word;
    }
    return strncmp(**word, option, length) == 0 && (**word)[length] == '=' ? **word + length + 1
                                                                           : NULL;
}

static void put_option(struct wgc_buf *out, const char *option, const char *value)
{
    wgc_buf_printf(out, " %s ", option);
    wgc_shell_word(out, value);
}

/* The --worker-command of the run, of which the last one counts, every --env and --build-option. */
static void put_worker_options(struct wgc_buf *out, char *const *command)
{
    static const char worker_command[] = "--worker-command";
    static const char *const every[] = {"--env", "--build-option"};
    const char *last = NULL;

    for (; command != NULL && *command != NULL; command++) {
        const char *value = value_of(&command, worker_command);
        last = value != NULL ? value : last;
        for (size_t i = 0; value == NULL && i < sizeof every / sizeof every[0]; i++) {
            value = value_of(&command, every[i]);
            if (value != NULL) {
                put_option(out, every[i], value);
            }
        }
    }
    if (last != NULL) {
        put_option(out, worker_command, last);
    }
}

/* Environment and program. A report is untrusted, so every word is quoted. */
static void put_program(struct wgc_buf *out, const struct wgc_record *record)
{
    bool called = record->explore == NULL && record->command != NULL && record->command[0] != NULL;
    bool in_front = true;

    if (record->rerun == NULL || record->rerun[0] == NULL) { /* an older report */
        wgc_shell_word(out, called ? record->command[0] : "wgconform");
        return;
    }
    for (char *const *word = record->rerun; *word != NULL; word++) {
        if (word != record->rerun) {
            wgc_buf_char(out, ' ');
        }
        in_front = wgc_shell_command_word(out, *word, in_front);
    }
}

/* Whether the word is an assignment in front of a command. */
static bool is_assignment(const char *word)
{
    struct wgc_buf ignored = {0};
    const bool is = wgc_shell_command_word(&ignored, word, true);

    wgc_buf_free(&ignored);
    return is;
}

/* The words without assignments; NULL: the record has none. */
static char *const *without_environment(const struct wgc_record *record)
{
    char *const *word = record->rerun;

    while (word != NULL && *word != NULL && is_assignment(*word)) {
        word++;
    }
    return word != NULL && *word != NULL ? word : NULL;
}

void wgc_detail_start(struct wgc_buf *out, const struct wgc_record *record)
{
    bool in_front = true;

    for (char *const *word = record->rerun; word != NULL && word[0] != NULL; word++) {
        if (word[1] != NULL) {
            in_front = wgc_shell_command_word(out, *word, in_front);
            wgc_buf_char(out, ' ');
        }
    }
}

void wgc_detail_debugger(struct wgc_buf *out, const char *folder, const char *libraries,
                         const char *start)
{
    static const char *const words[][2] = {{"", "/repro"}, {"", "/repro.c"}, {"--cd=", ""}};
    struct wgc_buf word[3] = {{0}}, quoted[3] = {{0}};

    for (int i = 0; i < 3; i++) {
        wgc_buf_printf(&word[i], "%s%s%s", words[i][0], folder, words[i][1]);
        wgc_shell_word(&quoted[i], wgc_buf_str(&word[i]));
    }
    wgc_buf_printf(out, "cc -g -o %s %s -lOpenCL -lm%s && %sgdb -batch %s -ex run -ex bt repro",
                   wgc_buf_str(&quoted[0]), wgc_buf_str(&quoted[1]), libraries, start,
                   wgc_buf_str(&quoted[2]));
    for (int i = 0; i < 3; i++) {
        out->failed = out->failed || word[i].failed || quoted[i].failed;
        wgc_buf_free(&word[i]);
        wgc_buf_free(&quoted[i]);
    }
}

void wgc_detail_program(struct wgc_buf *out, const struct wgc_record *record)
{
    char *const *word = without_environment(record);

    if (word == NULL) {
        put_program(out, record);
        return;
    }
    for (char *const *first = word; *word != NULL; word++) {
        wgc_buf_text(out, word == first ? "" : " ");
        wgc_shell_word(out, *word);
    }
}

/* Appends each option of the run's command that decides which program a seed of explore has. */
static void put_generator_options(struct wgc_buf *out, char *const *command)
{
    static const char *const options[] = {"--size", "--without"};

    for (; command != NULL && *command != NULL; command++) {
        for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
            const char *value = value_of(&command, options[i]);
            if (value != NULL) {
                put_option(out, options[i], value);
                break;
            }
        }
    }
}

/* Whether only the whole run reproduces the case: a finding about several cases. */
static bool is_of_the_run(const char *name)
{
    static const char shared[] = "query.shared_";

    return strncmp(name, shared, sizeof shared - 1) == 0;
}

/* The number of words of the option at word, if it names the device or an output file; else 0. */
static size_t count_omitted(char *const *word)
{
    static const char *const options[] = {"-d",     "--device", "-o",         "--json",  "--junit",
                                          "--html", "--ctrf",   "--cts-json", "--resume"};

    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        const size_t length = strlen(options[i]);
        if (strcmp(*word, options[i]) == 0) {
            return word[1] == NULL ? 1 : 2;
        }
        if (strncmp(*word, options[i], length) == 0 &&
            (options[i][1] != '-' || (*word)[length] == '=')) {
            return 1;
        }
    }
    return 0;
}

/* The run's own command, on the device by its names. */
static void put_command(struct wgc_buf *out, const struct wgc_record *record)
{
    char *const *word = record->command;

    put_program(out, record);
    if (record->explore == NULL) {
        word++;
    } else { /* "explore" is in the program's place, and has to come before all options */
        wgc_buf_char(out, ' ');
        wgc_shell_word(out, *word++);
    }
    put_device(out, &record->device);
    while (*word != NULL) {
        const size_t omitted = count_omitted(word);
        if (omitted == 0) {
            wgc_buf_char(out, ' ');
            wgc_shell_word(out, *word++);
        } else {
            word += omitted;
        }
    }
}

static void put_impl(struct wgc_buf *out, const struct wgc_record *record)
{
    if (record->impl != NULL && strcmp(record->impl, "builtin") != 0) {
        put_option(out, "--impl", record->impl);
    }
}

/* What decides the data of a case. */
static void put_data(struct wgc_buf *out, const struct wgc_record *record)
{
    if (record->profile != NULL && strcmp(record->profile, default_profile) != 0) {
        put_option(out, "--profile", record->profile);
    }
    if (record->seed != DEFAULT_SEED) {
        wgc_buf_printf(out, " --seed %" PRIu64, record->seed);
    }
}

void wgc_detail_run_again(struct wgc_buf *out, const struct wgc_record *record)
{
    if (record->command != NULL && record->command[0] != NULL) {
        put_command(out, record);
    } else {
        put_program(out, record);
    }
}

void wgc_detail_rerun(struct wgc_buf *out, const struct wgc_record *record, const char *name)
{
    if (record->command != NULL && record->command[0] != NULL && is_of_the_run(name)) {
        put_command(out, record);
        return;
    }
    const char *seed = wgc_case_name_seed(name);

    put_program(out, record);
    wgc_buf_text(out, seed == NULL ? "" : " explore");
    put_worker_options(out, record->command);
    put_device(out, &record->device);
    put_impl(out, record);
    if (seed != NULL) {
        put_generator_options(out, record->command);
        wgc_buf_text(out, " --programs 1 --seed ");
        wgc_shell_word(out, seed);
        return;
    }
    put_data(out, record);
    wgc_buf_char(out, ' ');
    wgc_shell_word(out, name);
}

static void put_field(struct wgc_buf *out, const char *before, const char *text)
{
    if (text != NULL) {
        wgc_buf_text(out, before);
        wgc_report_text(out, text);
    }
}

void wgc_detail_origin(struct wgc_buf *out, const struct wgc_record *record)
{
    const struct wgc_record_device *device = &record->device;

    put_field(out, "", device->name);
    put_field(out, ", ", device->platform);
    put_field(out, ", driver ", device->driver_version);
    wgc_buf_printf(out, "%swgconform %s, profile %s, seed %" PRIu64 ", %s",
                   device->json == NULL ? "" : "; ",
                   record->tool_version == NULL ? "?" : record->tool_version,
                   record->profile == NULL ? "?" : record->profile, record->seed,
                   record->started == NULL ? "?" : record->started);
}

static void put_first_line(struct wgc_buf *out, const char *text)
{
    struct wgc_buf line = {0};
    size_t length = strcspn(text, "\r\n");
    bool cut = length > LINE_LIMIT;

    while (cut && length > 0 && (length > LINE_LIMIT || (text[length] & 0xC0) == 0x80)) {
        length--; /* not within a character */
    }
    wgc_buf_add(&line, text, length);
    wgc_buf_text(&line, cut ? "..." : "");
    if (line.failed) {
        out->failed = true;
    } else if (line.data != NULL) {
        wgc_report_text(out, line.data);
    }
    wgc_buf_free(&line);
}

void wgc_detail_line(struct wgc_buf *out, const struct wgc_result *result)
{
    const char *what = result->mismatch == NULL ? NULL : result->mismatch->what;
    struct wgc_buf reason = {0};

    if (result->waiver != NULL) {
        wgc_buf_text(out, "waiver ");
        wgc_report_text(out, result->waiver);
        wgc_buf_text(out, ": ");
    }
    wgc_result_put_reason(&reason, result);
    put_first_line(out, reason.size > 0 ? reason.data
                        : what != NULL  ? what
                                        : wgc_state_name(result->state));
    out->failed = out->failed || reason.failed;
    wgc_buf_free(&reason);
}

/* "NAME: TEXT"; further lines of text follow unchanged. Nothing for NULL. */
static void put_named(struct wgc_buf *out, const char *name, const char *text)
{
    if (text != NULL && text[0] != '\0') {
        wgc_buf_printf(out, "%s: ", name);
        wgc_report_text(out, text);
        wgc_buf_char(out, '\n');
    }
}

void wgc_detail_place(struct wgc_buf *out, const char *before, const struct wgc_record_place *place,
                      const char *separator, const char *after)
{
    if (place->known) {
        wgc_buf_text(out, before);
        for (int i = 0; i < 3; i++) {
            wgc_buf_printf(out, "%s%" PRIu64, i == 0 ? "" : separator, place->id[i]);
        }
        wgc_buf_text(out, after);
    }
}

static void put_mismatch(struct wgc_buf *out, const struct wgc_record_mismatch *mismatch)
{
    wgc_detail_place(out, "work-group: ", &mismatch->work_group, " ", "\n");
    wgc_detail_place(out, "local id: ", &mismatch->local_id, " ", "\n");
    put_named(out, "what", mismatch->what);
    put_named(out, "pattern", mismatch->pattern);
    put_named(out, "input", mismatch->input);
    put_named(out, "expected", mismatch->expected);
    put_named(out, "actual", mismatch->actual);
    put_named(out, "tolerance", mismatch->tolerance);
}

/* "attempts: 3 pass, 1 fail" */
static void put_attempts(struct wgc_buf *out, const struct wgc_record_attempts *attempts)
{
    for (size_t i = 0; i < attempts->count; i++) {
        wgc_buf_printf(out, "%s%" PRIu64 " %s", i == 0 ? "attempts: " : ", ",
                       attempts->item[i].count, wgc_state_name(attempts->item[i].state));
    }
    wgc_buf_text(out, attempts->count > 0 ? "\n" : "");
}

bool wgc_detail_crash(struct wgc_buf *out, const struct wgc_result *result)
{
    if (result->frames == NULL) {
        return false;
    }
    wgc_buf_text(out, "crashed in ");
    wgc_frames_put_text(out, result->frames);
    return true;
}

void wgc_detail_text(struct wgc_buf *out, const struct wgc_result *result)
{
    struct wgc_buf reason = {0};

    wgc_result_put_reason(&reason, result);
    if (reason.size > 0) {
        wgc_report_text(out, reason.data);
        wgc_buf_char(out, '\n');
    }
    out->failed = out->failed || reason.failed;
    wgc_buf_free(&reason);
    put_named(out, "signal", result->signal);
    if (wgc_detail_crash(out, result)) {
        wgc_buf_char(out, '\n');
    }
    put_named(out, "waiver", result->waiver);
    if (result->attempts != NULL) {
        put_attempts(out, result->attempts);
    }
    if (result->mismatch != NULL) {
        put_mismatch(out, result->mismatch);
    }
    if (result->build_log != NULL && result->build_log[0] != '\0') {
        wgc_buf_text(out, "log:\n");
        wgc_report_text(out, result->build_log);
        wgc_buf_char(out, '\n');
    }
}
