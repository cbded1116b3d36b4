#include "reports/detail.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <string.h>

#include "reports/report_text.h"
#include "reports/shell_word.h"

/* The defaults of --profile and --seed: what a command that says nothing means. */
static const char default_profile[] = "default";
enum { DEFAULT_SEED = 1, LINE_LIMIT = 1000 };

static const char *text_field(const cJSON *object, const char *field)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, field);

    return cJSON_IsString(item) ? item->valuestring : NULL;
}

/* The device by its names: its number depends on what else the machine shows. */
static void put_device(struct wgc_buf *out, const struct wgc_record *record)
{
    cJSON *device = record->device == NULL ? NULL : cJSON_Parse(record->device);
    const char *selector = text_field(device, "selector");
    const char *platform = text_field(device, "platform");
    const char *name = text_field(device, "name");
    struct wgc_buf text = {0};

    if (selector != NULL) { /* older reports have none */
        wgc_buf_text(&text, selector);
    } else if (platform != NULL && name != NULL) {
        wgc_buf_printf(&text, "%s/%s", platform, name);
    }
    if (text.size > 0) {
        wgc_buf_text(out, " --device ");
        wgc_shell_word(out, text.data);
    }
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
    cJSON_Delete(device);
}

/* What the run's own command line said, as the last of its kind counts. */
static void put_worker_command(struct wgc_buf *out, char *const *command)
{
    static const char option[] = "--worker-command";
    const char *value = NULL;

    for (; command != NULL && command[0] != NULL; command++) {
        if (strcmp(command[0], option) == 0 && command[1] != NULL) {
            value = command[1];
        } else if (strncmp(command[0], option, sizeof option - 1) == 0 &&
                   command[0][sizeof option - 1] == '=') {
            value = command[0] + sizeof option;
        }
    }
    if (value != NULL) {
        wgc_buf_printf(out, " %s ", option);
        wgc_shell_word(out, value);
    }
}

/* Environment and program. The report may be somebody else's, so every word is quoted. */
static void put_start(struct wgc_buf *out, const struct wgc_record *record)
{
    bool called = record->command != NULL && record->command[0] != NULL;
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

/* Whether only the whole run shows the case again: it is about what other cases show together. */
static bool is_of_the_run(const char *name)
{
    static const char shared[] = "query.shared_";

    return strncmp(name, shared, sizeof shared - 1) == 0;
}

/* How many words of a command line the option at word takes that says where, or what to write. */
static size_t count_left_out(char *const *word)
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

    put_start(out, record);
    put_device(out, record);
    word++;
    while (*word != NULL) {
        const size_t left_out = count_left_out(word);
        if (left_out == 0) {
            wgc_buf_char(out, ' ');
            wgc_shell_word(out, *word++);
        } else {
            word += left_out;
        }
    }
}

void wgc_detail_rerun(struct wgc_buf *out, const struct wgc_record *record, const char *name)
{
    if (record->command != NULL && record->command[0] != NULL && is_of_the_run(name)) {
        put_command(out, record);
        return;
    }
    put_start(out, record);
    put_worker_command(out, record->command);
    put_device(out, record);
    if (record->impl != NULL && strcmp(record->impl, "builtin") != 0) {
        wgc_buf_text(out, " --impl ");
        wgc_shell_word(out, record->impl);
    }
    if (record->profile != NULL && strcmp(record->profile, default_profile) != 0) {
        wgc_buf_text(out, " --profile ");
        wgc_shell_word(out, record->profile);
    }
    if (record->seed != DEFAULT_SEED) {
        wgc_buf_printf(out, " --seed %" PRIu64, record->seed);
    }
    wgc_buf_char(out, ' ');
    wgc_shell_word(out, name);
}

static void put_field(struct wgc_buf *out, const char *before, const cJSON *object,
                      const char *field)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, field);

    if (cJSON_IsString(item)) {
        wgc_buf_text(out, before);
        wgc_report_text(out, item->valuestring);
    }
}

void wgc_detail_origin(struct wgc_buf *out, const struct wgc_record *record)
{
    cJSON *device = record->device == NULL ? NULL : cJSON_Parse(record->device);

    put_field(out, "", device, "name");
    put_field(out, ", ", device, "platform");
    put_field(out, ", driver ", device, "driver_version");
    wgc_buf_printf(out, "%swgconform %s, profile %s, seed %" PRIu64 ", %s",
                   device == NULL ? "" : "; ",
                   record->tool_version == NULL ? "?" : record->tool_version,
                   record->profile == NULL ? "?" : record->profile, record->seed,
                   record->started == NULL ? "?" : record->started);
    cJSON_Delete(device);
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
    cJSON *mismatch = result->mismatch == NULL ? NULL : cJSON_Parse(result->mismatch);
    const char *what = text_field(mismatch, "what");

    if (result->waiver != NULL) {
        wgc_buf_text(out, "waiver ");
        wgc_report_text(out, result->waiver);
        wgc_buf_text(out, ": ");
    }
    if (result->reason != NULL && result->reason[0] != '\0') {
        put_first_line(out, result->reason);
    } else {
        put_first_line(out, what != NULL ? what : wgc_state_name(result->state));
    }
    cJSON_Delete(mismatch);
}

/* "NAME: TEXT", its further lines as they are; nothing when text is NULL. */
static void put_named(struct wgc_buf *out, const char *name, const char *text)
{
    if (text != NULL && text[0] != '\0') {
        wgc_buf_printf(out, "%s: ", name);
        wgc_report_text(out, text);
        wgc_buf_char(out, '\n');
    }
}

/* A field that holds numbers: "NAME: x y z". */
static void put_place(struct wgc_buf *out, const char *name, const cJSON *array)
{
    const cJSON *item;

    if (!cJSON_IsArray(array)) {
        return;
    }
    wgc_buf_printf(out, "%s:", name);
    cJSON_ArrayForEach(item, array)
    {
        wgc_buf_printf(out, " %.0f", cJSON_IsNumber(item) ? item->valuedouble : 0.0);
    }
    wgc_buf_char(out, '\n');
}

static void put_mismatch(struct wgc_buf *out, const char *json)
{
    static const char *const texts[] = {"what",     "pattern", "input",
                                        "expected", "actual",  "tolerance"};
    cJSON *object = cJSON_Parse(json);

    put_place(out, "work-group", cJSON_GetObjectItemCaseSensitive(object, "work_group"));
    put_place(out, "local id", cJSON_GetObjectItemCaseSensitive(object, "local_id"));
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        put_named(out, texts[i], text_field(object, texts[i]));
    }
    cJSON_Delete(object);
}

/* "attempts: 3 pass, 1 fail" */
static void put_attempts(struct wgc_buf *out, const char *json)
{
    cJSON *array = cJSON_Parse(json);
    const cJSON *item;
    const char *separator = "attempts: ";

    cJSON_ArrayForEach(item, array)
    {
        const cJSON *count = cJSON_GetObjectItemCaseSensitive(item, "count");
        const char *state = text_field(item, "state");
        if (cJSON_IsNumber(count) && state != NULL) {
            wgc_buf_printf(out, "%s%.0f ", separator, count->valuedouble);
            wgc_report_text(out, state);
            separator = ", ";
        }
    }
    wgc_buf_text(out, separator[0] == ',' ? "\n" : "");
    cJSON_Delete(array);
}

void wgc_detail_text(struct wgc_buf *out, const struct wgc_result *result)
{
    if (result->reason != NULL && result->reason[0] != '\0') {
        wgc_report_text(out, result->reason);
        wgc_buf_char(out, '\n');
    }
    put_named(out, "signal", result->signal);
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
