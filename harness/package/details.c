#include "package/details.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/report_text.h"
#include "reports/skips.h"

struct source {
    const struct wgc_record *record;
    struct wgc_skip_reasons skips;
};

/* Appends a text, or nothing for NULL, as one line without the blanks around it: the reader of a
 * form removes them. */
static void put_line(struct wgc_buf *out, const char *text)
{
    static const char blanks[] = " \t\r\n";
    struct wgc_buf line = {0};
    size_t start;
    size_t end;

    wgc_report_text(&line, wgc_or_empty(text));
    start = line.size == 0 ? 0 : strspn(line.data, blanks);
    for (end = line.size; end > start && strchr(blanks, line.data[end - 1]) != NULL; end--) {
    }
    for (size_t i = start; i < end; i++) {
        wgc_buf_char(out, line.data[i] == '\n' || line.data[i] == '\r' ? ' ' : line.data[i]);
    }
    out->failed = out->failed || line.failed;
    wgc_buf_free(&line);
}

/* "3.0" of "OpenCL 3.0 VENDOR'S TEXT". */
static void put_opencl_version(struct wgc_buf *out, const struct source *source)
{
    static const char before[] = "OpenCL ";
    const char *version = wgc_or_empty(source->record->device.device_version);

    if (strncmp(version, before, sizeof before - 1) == 0) {
        version += sizeof before - 1;
        wgc_buf_add(out, version, strspn(version, "0123456789."));
    }
}

/* The machine that has the device. */
static const struct wgc_record_machine *machine_of(const struct wgc_record *record)
{
    return record->device.target.json != NULL ? &record->device.target : &record->host;
}

static void put_cpu(struct wgc_buf *out, const struct source *source)
{
    put_line(out, machine_of(source->record)->machine);
}

static void put_system(struct wgc_buf *out, const struct source *source)
{
    const struct wgc_record_machine *machine = machine_of(source->record);

    put_line(out, machine->system);
    if (wgc_or_empty(machine->release)[0] != '\0') {
        wgc_buf_char(out, ' ');
        put_line(out, machine->release);
    }
}

static void put_tests(struct wgc_buf *out, const struct source *source)
{
    const struct wgc_record *record = source->record;
    const char *tag = wgc_or_empty(record->tool_git.tag);

    wgc_buf_text(out, "wgconform ");
    put_line(out, record->tool_version == NULL ? "of no version" : record->tool_version);
    if (tag[0] != '\0') {
        wgc_buf_text(out, ", tag ");
        put_line(out, tag);
    }
    wgc_buf_text(out, ", commit ");
    put_line(out, record->tool_commit == NULL ? "unknown" : record->tool_commit);
    wgc_buf_printf(out, ", suite %.12s",
                   record->tool_suite == NULL ? "unknown" : record->tool_suite);
}

/* The commits, and the number of modified files. */
static void put_patches(struct wgc_buf *out, const struct source *source)
{
    const struct wgc_record_git *git = &source->record->tool_git;

    if (git->json == NULL) {
        return;
    }
    if (wgc_or_empty(git->tag)[0] == '\0') {
        wgc_buf_text(out, "none (the sources have no tag)");
    } else if (git->patch_count == 0) {
        wgc_buf_text(out, "none");
    }
    for (size_t i = 0; i < git->patch_count; i++) {
        wgc_buf_text(out, i == 0 ? "" : " ");
        put_line(out, git->patch[i]);
    }
    if (git->modified_count > 0) {
        wgc_buf_printf(out, "; %zu files differ from the commit", git->modified_count);
    }
}

static void put_named(struct wgc_buf *out, const char *before, const char *text)
{
    if (wgc_or_empty(text)[0] != '\0') {
        wgc_buf_text(out, before);
        put_line(out, text);
    }
}

static void put_loader(struct wgc_buf *out, const struct source *source)
{
    const struct wgc_record_loader *loader = &source->record->device.loader;

    if (loader->json == NULL) {
        return;
    }
    put_line(out, wgc_or_empty(loader->name)[0] == '\0' ? "a library that does not describe itself"
                                                        : loader->name);
    put_named(out, ", ", loader->vendor);
    put_named(out, ", version ", loader->version);
    put_named(out, ", ", loader->library);
}

/* For each reason a line end and then a line, with the number of cases. */
static void put_skips(struct wgc_buf *out, const struct source *source)
{
    for (size_t i = 0; i < source->skips.count; i++) {
        const struct wgc_skip_reason *reason = &source->skips.item[i];
        wgc_buf_printf(out, "\n  %zu %s: ", reason->cases, reason->cases == 1 ? "case" : "cases");
        put_line(out, reason->text);
    }
}

enum kind {
    FILL,    /* a person writes it */
    SUGGEST, /* the report has a beginning, and a person may write more */
    FIXED,   /* the report's value, and no other */
};

struct field {
    const char *key;
    enum kind kind;
    bool may_be_empty;
    void (*put)(struct wgc_buf *out, const struct source *source);
    size_t text;      /* without put: the offset of a text of struct wgc_record_device */
    const char *help; /* lines of comments before it; NULL: it belongs to the field before it */
};

/* Where the value of a row comes from: a person, a function, a text of the device. */
#define PERSON       NULL, 0
#define BY(function) function, 0
#define TEXT(member) NULL, offsetof(struct wgc_record_device, member)

static const struct field fields[] = {
    {"Company", FILL, false, PERSON, "# Who submits, and who answers questions.\n"},
    {"Contact Name", FILL, false, PERSON, NULL},
    {"Contact Email", FILL, false, PERSON, NULL},
    {"Contact Telephone", FILL, false, PERSON, NULL},
    {"OpenCL Version", FIXED, false, BY(put_opencl_version),
     "# The version of the standard that the device implements.\n"},
    {"Conformant Product", FILL, false, PERSON,
     "# A line for each product, with its version; first the one of this run: machine, driver, "
     "device.\n"},
    {"CPU Type", SUGGEST, false, BY(put_cpu),
     "# The processor, with the instruction set that the driver needs.\n"},
    {"OS Name and Version Number", SUGGEST, false, BY(put_system), NULL},
    {"Compute Device Type", FIXED, false, TEXT(device_type),
     "# What the device and its platform answered in the run.\n"},
    {"Compute Device Name", FIXED, false, TEXT(name), NULL},
    {"Compute Device Version", FIXED, false, TEXT(device_version), NULL},
    {"Compute Device Driver Version", FIXED, false, TEXT(driver_version), NULL},
    {"Compute Device OpenCL C Version", FIXED, false, TEXT(opencl_c_version), NULL},
    {"Platform Profile", FIXED, false, TEXT(platform_profile), NULL},
    {"Platform Version", FIXED, false, TEXT(platform_version), NULL},
    {"Latest Conformance Version Passed", FIXED, true, TEXT(conformance_version),
     "# CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED; OpenCL 3.0 has it.\n"},
    {"Tests version", FIXED, false, BY(put_tests), "# The program of the run.\n"},
    {"Patches", FIXED, false, BY(put_patches), "# The commits after the tag, oldest first.\n"},
    {"Loader used", FIXED, false, BY(put_loader), NULL},
    {"Conformance Process Document date", FILL, false, PERSON,
     "# Which issue of the Khronos documents this submission follows, by their dates.\n"},
    {"OpenCL Conformance Process Attachment date", FILL, false, PERSON, NULL},
    {"List of skipped tests in accordance with conformance process", SUGGEST, true, BY(put_skips),
     "# Why cases were skipped. Add to each line which rule of the process allows it.\n"},
};

enum { FIELD_COUNT = sizeof fields / sizeof fields[0] };

static void put_value(struct wgc_buf *out, const struct field *field, const struct source *source)
{
    if (field->put != NULL) {
        field->put(out, source);
    } else if (field->kind != FILL) {
        const char *device = (const char *)&source->record->device;
        put_line(out, *(char *const *)(const void *)(device + field->text));
    }
}

enum wgc_status wgc_details_put(struct wgc_buf *out, const struct wgc_record *record,
                                struct wgc_err *err)
{
    struct source source = {.record = record};
    enum wgc_status status = wgc_skip_reasons_make(record, &source.skips, err);

    if (status != WGC_OK) {
        return status;
    }
    wgc_buf_text(out, "# Submission details. Write what is missing after the colons; lines that "
                      "begin with # are comments.\n"
                      "# wgconform filled in the values of the run's report: leave those values "
                      "as they are.\n");
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        struct wgc_buf value = {0};
        put_value(&value, &fields[i], &source);
        if (fields[i].help != NULL) {
            wgc_buf_printf(out, "\n%s", fields[i].help);
        }
        wgc_buf_printf(out, "%s:", fields[i].key);
        if (value.size > 0) {
            wgc_buf_printf(out, "%s%s", value.data[0] == '\n' ? "" : " ", value.data);
        }
        wgc_buf_char(out, '\n');
        out->failed = out->failed || value.failed;
        wgc_buf_free(&value);
    }
    wgc_skip_reasons_free(&source.skips);
    return out->failed ? wgc_err_memory(err, WGC_PACKAGE_DETAILS) : WGC_OK;
}

/* The field that a line begins, or FIELD_COUNT; *value is the text after the colon. */
static size_t field_of(const char *line, const char **value)
{
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        size_t length = strlen(fields[i].key);
        if (strncmp(line, fields[i].key, length) == 0 && line[length] == ':') {
            *value = line + length + 1;
            return i;
        }
    }
    return FIELD_COUNT;
}

/* Appends a line without the blanks around it, after a comma where there is text already. */
static void add_trimmed(struct wgc_buf *out, const char *line)
{
    static const char blanks[] = " \t\r";
    size_t length;

    line += strspn(line, blanks);
    length = strlen(line);
    while (length > 0 && strchr(blanks, line[length - 1]) != NULL) {
        length--;
    }
    if (length > 0) {
        wgc_buf_text(out, out->size > 0 ? ", " : "");
        wgc_buf_add(out, line, length);
    }
}

/* Reads the values; lines after a field that begin no other, and are no comments, belong to it. */
static void read_values(char *text, struct wgc_buf value[FIELD_COUNT])
{
    size_t current = FIELD_COUNT;

    for (char *line = text; line != NULL;) {
        char *end = strchr(line, '\n');
        const char *rest = line;
        if (end != NULL) {
            *end++ = '\0';
        }
        size_t found = field_of(line, &rest);
        current = found < FIELD_COUNT ? found : line[0] == '#' ? FIELD_COUNT : current;
        if (current < FIELD_COUNT) {
            add_trimmed(&value[current], rest);
        }
        line = end;
    }
}

static void compare(const struct field *field, const struct wgc_buf *value,
                    const struct source *source, struct wgc_buf *different, struct wgc_buf *missing)
{
    struct wgc_buf expected = {0};
    const char *filled_in = wgc_buf_str(value);

    put_value(&expected, field, source);
    bool reported = field->kind == FIXED && expected.size > 0;
    if (reported && strcmp(filled_in, expected.data) != 0) {
        wgc_buf_printf(different, "%s: %s is \"%.200s\", and the report has \"%.200s\"\n",
                       WGC_PACKAGE_DETAILS, field->key, filled_in, expected.data);
    } else if (filled_in[0] == '\0' && !(field->may_be_empty && expected.size == 0)) {
        wgc_buf_printf(missing, "%s%s", missing->size == 0 ? "not filled in: " : ", ", field->key);
    }
    missing->failed = missing->failed || expected.failed || value->failed;
    wgc_buf_free(&expected);
}

enum wgc_status wgc_details_check(const struct wgc_buf *form, const struct wgc_record *record,
                                  struct wgc_buf *different, struct wgc_buf *missing,
                                  struct wgc_err *err)
{
    struct wgc_buf value[FIELD_COUNT] = {{0}};
    struct source source = {.record = record};
    char *copy = strndup(wgc_buf_str(form), form->size);
    enum wgc_status status = copy == NULL ? wgc_err_memory(err, WGC_PACKAGE_DETAILS)
                                          : wgc_skip_reasons_make(record, &source.skips, err);

    if (status != WGC_OK) {
        free(copy);
        return status;
    }
    if (strlen(copy) != form->size) {
        wgc_buf_printf(different, "%s holds a byte that is 0\n", WGC_PACKAGE_DETAILS);
    }
    read_values(copy, value);
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        compare(&fields[i], &value[i], &source, different, missing);
        wgc_buf_free(&value[i]);
    }
    wgc_buf_text(missing, missing->size == 0 ? "" : "\n");
    wgc_skip_reasons_free(&source.skips);
    free(copy);
    return different->failed || missing->failed ? wgc_err_memory(err, WGC_PACKAGE_DETAILS) : WGC_OK;
}
