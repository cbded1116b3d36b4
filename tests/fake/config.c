/* What a test orders: the devices, and their faults. */
#include "tests/fake/fake.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REFUSED = 97, LINE = 1024 };

static const struct {
    const char *name, *extension;
    bool by_default;
} claims[FAKE_CLAIM_COUNT] = {
#define FAKE_CLAIM(id, by_default, extension) {#id, extension, by_default},
#include "tests/fake/claims.def"
#undef FAKE_CLAIM
};

static const char *const faults[FAKE_FAULT_COUNT] = {
    [FAKE_WRONG] = "wrong",
    [FAKE_FLAKY] = "flaky",
    [FAKE_BUILD_ERROR] = "build_error",
    [FAKE_BUILD_WARNS] = "build_warns",
    [FAKE_BUILD_CRASH] = "build_crash",
    [FAKE_BUILD_HANG] = "build_hang",
    [FAKE_ACCEPT] = "accept",
    [FAKE_CRASH] = "crash",
    [FAKE_HANG] = "hang",
    [FAKE_SPIN] = "spin",
    [FAKE_REFUSE] = "refuse",
    [FAKE_SLOW] = "slow",
    [FAKE_TURNS] = "turns",
    [FAKE_MASKED] = "masked",
    [FAKE_LACKING] = "lacking",
    [FAKE_NO_BIT] = "no_bit",
    [FAKE_BACKWARDS] = "backwards",
    [FAKE_RENUMBERED] = "renumbered",
    [FAKE_ALTERNATES] = "alternates",
};

/* The claim that a feature of the suite needs; the others come with every device. */
static const struct {
    enum wgc_feature feature;
    enum fake_claim claim;
} needs[] = {
    {WGC_FEATURE_collective_functions, FAKE_collectives},
    {WGC_FEATURE_uniform_arithmetic, FAKE_uniform_arithmetic},
    {WGC_FEATURE_subgroups, FAKE_subgroups},
    {WGC_FEATURE_subgroup_extended_types, FAKE_extended_types},
    {WGC_FEATURE_subgroup_non_uniform_arithmetic, FAKE_non_uniform_arithmetic},
    {WGC_FEATURE_subgroup_clustered_reduce, FAKE_clustered_reduce},
    {WGC_FEATURE_subgroup_non_uniform_vote, FAKE_non_uniform_vote},
    {WGC_FEATURE_subgroup_ballot, FAKE_ballot},
    {WGC_FEATURE_subgroup_shuffle, FAKE_shuffle},
    {WGC_FEATURE_subgroup_shuffle_relative, FAKE_shuffle_relative},
    {WGC_FEATURE_subgroup_rotate, FAKE_rotate},
    {WGC_FEATURE_fp16, FAKE_fp16},
    {WGC_FEATURE_fp64, FAKE_fp64},
    {WGC_FEATURE_spirv, FAKE_spirv},
    {WGC_FEATURE_spirv_subgroups, FAKE_subgroups},
    {WGC_FEATURE_spirv_uniform_arithmetic, FAKE_uniform_arithmetic},
    {WGC_FEATURE_spirv_non_uniform_arithmetic, FAKE_non_uniform_arithmetic},
    {WGC_FEATURE_spirv_clustered_reduce, FAKE_clustered_reduce},
    {WGC_FEATURE_spirv_non_uniform, FAKE_non_uniform_vote},
    {WGC_FEATURE_spirv_non_uniform_vote, FAKE_non_uniform_vote},
    {WGC_FEATURE_spirv_non_uniform_ballot, FAKE_ballot},
    {WGC_FEATURE_spirv_non_uniform_shuffle, FAKE_shuffle},
    {WGC_FEATURE_spirv_shuffle_relative, FAKE_shuffle_relative},
    {WGC_FEATURE_spirv_rotate, FAKE_rotate},
};

const char *fake_extension(enum fake_claim claim)
{
    return claims[claim].extension;
}

bool fake_claims(const struct _cl_device_id *device, const struct wgc_signature *signature)
{
    for (size_t i = 0; i < signature->requires_count; i++) {
        for (size_t k = 0; k < sizeof needs / sizeof needs[0]; k++) {
            if (needs[k].feature == signature->requires[i] && !device->claim[needs[k].claim]) {
                return false;
            }
        }
    }
    return true;
}

__attribute__((format(printf, 1, 2))) static _Noreturn void refuse(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    (void)fputs("fake OpenCL driver: ", stderr);
    (void)vfprintf(stderr, format, arguments);
    (void)fputc('\n', stderr);
    va_end(arguments);
    _Exit(REFUSED);
}

static void copy(char to[static FAKE_TEXT], const char *text)
{
    if (strlen(text) >= FAKE_TEXT) {
        refuse("\"%s\" is too long", text);
    }
    memcpy(to, text, strlen(text) + 1);
}

static void set_claims(struct _cl_device_id *device, char *words, bool value)
{
    char *rest = NULL;

    for (char *word = strtok_r(words, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        size_t i = 0;
        while (i < FAKE_CLAIM_COUNT && strcmp(claims[i].name, word) != 0) {
            i++;
        }
        if (i == FAKE_CLAIM_COUNT) {
            refuse("WGC_FAKE_DEVICES: no claim is called \"%s\"", word);
        }
        device->claim[i] = value;
    }
}

static size_t number_of(const char *key, const char *text)
{
    char *end;
    const unsigned long value = strtoul(text, &end, 10);

    if (*end != '\0' || value == 0 || value > 65536) {
        refuse("WGC_FAKE_DEVICES: %s=%s is no number from 1 to 65536", key, text);
    }
    return value;
}

static void set_version(struct _cl_device_id *device, const char *text)
{
    if (strlen(text) != 3 || text[0] < '1' || text[0] > '3' || text[1] != '.' || text[2] < '0' ||
        text[2] > '2') {
        refuse("WGC_FAKE_DEVICES: version=%s is none of OpenCL", text);
    }
    device->version = (unsigned)(text[0] - '0') * 100 + (unsigned)(text[2] - '0') * 10;
}

static void set_platform(struct fake_config *config, struct _cl_device_id *device, const char *name)
{
    size_t i = 0;

    while (i < config->platforms && strcmp(config->platform[i].name, name) != 0) {
        i++;
    }
    if (i == config->platforms) {
        config->platform[i].dispatch = &fake_dispatch;
        copy(config->platform[i].name, name);
        config->platforms++;
    }
    device->platform = &config->platform[i];
}

static void set(struct fake_config *config, struct _cl_device_id *device, char *field)
{
    char *value = strchr(field, '=');

    if (value == NULL) {
        refuse("WGC_FAKE_DEVICES: \"%s\" is not KEY=VALUE", field);
    }
    *value++ = '\0';
    if (strcmp(field, "platform") == 0) {
        set_platform(config, device, value);
    } else if (strcmp(field, "name") == 0) {
        copy(device->name, value);
    } else if (strcmp(field, "driver") == 0) {
        copy(device->driver, value);
    } else if (strcmp(field, "version") == 0) {
        set_version(device, value);
    } else if (strcmp(field, "items") == 0) {
        device->items = number_of(field, value);
    } else if (strcmp(field, "sub_group") == 0) {
        device->sub_group = number_of(field, value);
    } else if (strcmp(field, "with") == 0 || strcmp(field, "without") == 0) {
        set_claims(device, value, strcmp(field, "with") == 0);
    } else {
        refuse("WGC_FAKE_DEVICES: no key is called \"%s\"", field);
    }
}

/* KEY=VALUE;KEY=VALUE of one device. */
static void add_device(struct fake_config *config, char *fields)
{
    struct _cl_device_id *device = &config->device[config->devices++];
    char *rest = NULL;

    *device = (struct _cl_device_id){.dispatch = &fake_dispatch, .version = 300};
    copy(device->name, "Fake device");
    copy(device->driver, "1.0");
    device->items = 1024;
    device->sub_group = 8;
    for (size_t i = 0; i < FAKE_CLAIM_COUNT; i++) {
        device->claim[i] = claims[i].by_default;
    }
    for (char *field = strtok_r(fields, ";", &rest); field != NULL;
         field = strtok_r(NULL, ";", &rest)) {
        set(config, device, field);
    }
    if (device->platform == NULL) {
        set_platform(config, device, "Fake OpenCL");
    }
}

/* FAULT[=AMOUNT][@DEVICE] CASES */
static void add_rule(struct fake_config *config, char *text)
{
    struct fake_rule *rule = &config->rule[config->rules++];
    char *rest = NULL;
    char *fault = strtok_r(text, " ", &rest), *cases = strtok_r(NULL, " ", &rest);

    if (cases == NULL || strtok_r(NULL, " ", &rest) != NULL) {
        refuse("WGC_FAKE_RULES: a rule is not FAULT CASES");
    }
    char *device = strchr(fault, '@');
    if (device != NULL) {
        *device++ = '\0';
    }
    char *amount = strchr(fault, '=');
    if (amount != NULL) {
        *amount++ = '\0';
        rule->amount = (unsigned)number_of(fault, amount);
    }
    size_t i = 0;
    while (i < FAKE_FAULT_COUNT && strcmp(faults[i], fault) != 0) {
        i++;
    }
    if (i == FAKE_FAULT_COUNT || (i == FAKE_SLOW) != (amount != NULL)) {
        refuse("WGC_FAKE_RULES: no fault is called \"%s\", or its amount is wrong", fault);
    }
    rule->fault = (enum fake_fault)i;
    copy(rule->device, device != NULL ? device : "*");
    copy(rule->cases, cases);
}

/* Calls add for each part of a variable. */
static size_t read_parts(struct fake_config *config, const char *variable, size_t most,
                         const char *separator, void (*add)(struct fake_config *, char *))
{
    const char *value = getenv(variable);
    char line[LINE];
    char *rest = NULL;
    size_t count = 0;

    if (value != NULL && strlen(value) >= sizeof line) {
        refuse("%s is too long", variable);
    }
    (void)snprintf(line, sizeof line, "%s", value != NULL ? value : "");
    for (char *part = strtok_r(line, separator, &rest); part != NULL;
         part = strtok_r(NULL, separator, &rest)) {
        if (count++ == most) {
            refuse("%s has more than %zu parts", variable, most);
        }
        add(config, part);
    }
    return count;
}

struct fake_config *fake_config(void)
{
    static struct fake_config config;
    static bool read;

    if (!read) {
        char plain[] = "";
        read = true;
        if (read_parts(&config, "WGC_FAKE_DEVICES", FAKE_DEVICES, "|", add_device) == 0) {
            add_device(&config, plain);
        }
        (void)read_parts(&config, "WGC_FAKE_RULES", FAKE_RULES, ",", add_rule);
    }
    return &config;
}

bool fake_is_first(const char *name)
{
    const char *folder = getenv("WGC_FAKE_STATE");
    char path[LINE];

    (void)snprintf(path, sizeof path, "%s/%s", folder != NULL ? folder : "", name);
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0) {
        (void)close(file);
    } else if (errno != EEXIST) {
        refuse("WGC_FAKE_STATE is no folder to write to, and a rule needs it");
    }
    return file >= 0;
}

const struct fake_rule *fake_rule(const struct _cl_device_id *device, enum fake_fault fault,
                                  const char *name)
{
    const struct fake_config *config = fake_config();

    for (size_t i = 0; i < config->rules; i++) {
        const struct fake_rule *rule = &config->rule[i];
        if (rule->fault == fault && fnmatch(rule->device, device->name, 0) == 0 &&
            fnmatch(rule->cases, name, 0) == 0) {
            return rule;
        }
    }
    return NULL;
}

cl_int fake_give(const void *value, size_t size, size_t room, void *out, size_t *needed)
{
    if (needed != NULL) {
        *needed = size;
    }
    if (out != NULL && room < size) {
        return CL_INVALID_VALUE;
    }
    if (out != NULL && size > 0) {
        memcpy(out, value, size);
    }
    return CL_SUCCESS;
}

cl_int fake_give_text(const char *text, size_t room, void *out, size_t *needed)
{
    return fake_give(text, strlen(text) + 1, room, out, needed);
}

void *fake_memory(size_t size)
{
    void *memory = calloc(1, size > 0 ? size : 1);

    if (memory == NULL) {
        abort();
    }
    return memory;
}
