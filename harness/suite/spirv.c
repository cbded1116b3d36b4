#include "suite/spirv.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAGIC = 0x07230203,
    HEADER_WORDS = 5,
    OP_ENTRY_POINT = 15,
    OP_VARIABLE = 59,
    STORAGE_INPUT = 1,
    STORAGE_OUTPUT = 3,
    STORAGE_FUNCTION = 7,
    ALL_STORAGE_FROM = 140 /* the version whose entry points name every variable */
};

void wgc_spirv_file(const char *file, unsigned address_bits, char path[WGC_SPIRV_FILE_MAX])
{
    static const char folder[] = "spirv/";
    const size_t length = sizeof folder - 1;

    if (address_bits == 32 && strncmp(file, folder, length) == 0) {
        (void)snprintf(path, WGC_SPIRV_FILE_MAX, "spirv32/%s", file + length);
    } else {
        (void)snprintf(path, WGC_SPIRV_FILE_MAX, "%s", file);
    }
}

static uint32_t word_at(const void *module, size_t index)
{
    uint32_t word;

    memcpy(&word, (const char *)module + index * sizeof word, sizeof word);
    return word;
}

unsigned wgc_spirv_version(const void *module, size_t size)
{
    if (size < HEADER_WORDS * sizeof(uint32_t) || word_at(module, 0) != MAGIC) {
        return 0;
    }
    const uint32_t word = word_at(module, 1);
    return (unsigned)(word >> 16 & 0xff) * 100 + (unsigned)(word >> 8 & 0xff) * 10;
}

/* Whether the list has the word SPIR-V_MAJOR.MINOR. */
static bool lists(const char *il_version, unsigned version)
{
    char name[32];
    const char *at = il_version;

    (void)snprintf(name, sizeof name, "SPIR-V_%u.%u", WGC_VERSION_PARTS(version));
    while ((at = strstr(at, name)) != NULL) {
        const char end = at[strlen(name)];
        if ((at == il_version || at[-1] == ' ') && (end == ' ' || end == '\0')) {
            return true;
        }
        at++;
    }
    return false;
}

/* FNV-1a: functions begin their turns at different versions. */
static uint32_t hash(const char *text)
{
    uint32_t value = 2166136261U;

    for (; *text != '\0'; text++) {
        value = (value ^ (unsigned char)*text) * 16777619U;
    }
    return value;
}

unsigned wgc_spirv_choose(const char *il_version, unsigned least,
                          const struct wgc_signature *signature, size_t kernel)
{
    unsigned candidate[(WGC_SPIRV_LAST - WGC_SPIRV_FIRST) / 10 + 1];
    size_t count = 0;

    for (unsigned version = WGC_SPIRV_FIRST; version <= WGC_SPIRV_LAST; version += 10) {
        if (version >= least && lists(il_version, version)) {
            candidate[count++] = version;
        }
    }
    if (count == 0) {
        return 0;
    }
    return candidate[(hash(signature->function) % count + signature->type + kernel) % count];
}

/* The number of words of the instruction at that word, or 0 when it does not fit into the module.
 */
static size_t length_at(const void *module, size_t index, size_t words)
{
    size_t length = word_at(module, index) >> 16;

    return length > 0 && length <= words - index ? length : 0;
}

static void put_word(struct wgc_buf *out, uint32_t word)
{
    wgc_buf_add(out, (const char *)&word, sizeof word);
}

/* Appends the ids of the module's variables that are neither Input nor Output nor a function's. */
static void put_variables(const void *module, size_t words, struct wgc_buf *out)
{
    for (size_t i = HEADER_WORDS; i < words; i += word_at(module, i) >> 16) {
        const uint32_t word = word_at(module, i);
        if ((word & 0xffff) == OP_VARIABLE && word >> 16 >= 4 &&
            word_at(module, i + 3) != STORAGE_INPUT && word_at(module, i + 3) != STORAGE_OUTPUT &&
            word_at(module, i + 3) != STORAGE_FUNCTION) {
            put_word(out, word_at(module, i + 2));
        }
    }
}

bool wgc_spirv_set_version(const void *module, size_t size, unsigned version, struct wgc_buf *out)
{
    const size_t words = size / sizeof(uint32_t);
    struct wgc_buf variables = {0};

    if (wgc_spirv_version(module, size) == 0 || size % sizeof(uint32_t) != 0) {
        return false;
    }
    for (size_t i = HEADER_WORDS; i < words; i += length_at(module, i, words)) {
        if (length_at(module, i, words) == 0) {
            return false;
        }
    }
    if (version >= ALL_STORAGE_FROM) {
        put_variables(module, words, &variables);
    }
    put_word(out, word_at(module, 0));
    put_word(out, (uint32_t)(version / 100) << 16 | (uint32_t)(version / 10 % 10) << 8);
    for (size_t i = 2; i < HEADER_WORDS; i++) {
        put_word(out, word_at(module, i));
    }
    for (size_t i = HEADER_WORDS, length; i < words; i += length) {
        const uint32_t word = word_at(module, i);
        const size_t added =
            (word & 0xffff) == OP_ENTRY_POINT ? variables.size / sizeof(uint32_t) : 0;
        length = word >> 16;
        put_word(out, (uint32_t)(length + added) << 16 | (word & 0xffff));
        wgc_buf_add(out, (const char *)module + (i + 1) * sizeof word, (length - 1) * sizeof word);
        if (added > 0) {
            wgc_buf_add(out, variables.data, variables.size);
        }
    }
    out->failed = out->failed || variables.failed;
    wgc_buf_free(&variables);
    return true;
}

static bool begins(const char *line, const char *end, const char *word)
{
    const size_t length = strlen(word);

    return (size_t)(end - line) >= length && strncmp(line, word, length) == 0;
}

/* Appends " NAME" for each line "NAME = OpVariable TYPE STORAGE" whose storage is neither Input nor
 * Output. */
static void put_variable_names(const char *text, struct wgc_buf *out)
{
    static const char variable[] = " = OpVariable ";

    for (const char *line = text, *end; *line != '\0'; line = *end == '\0' ? end : end + 1) {
        end = line + strcspn(line, "\n");
        const size_t name = strcspn(line, " \n");
        if (line[0] != '%' || !begins(line + name, end, variable)) {
            continue;
        }
        const char *type = line + name + sizeof variable - 1;
        const char *storage = type + strcspn(type, " \n");
        storage += *storage == ' ';
        if (!begins(storage, end, "Input") && !begins(storage, end, "Output")) {
            wgc_buf_char(out, ' ');
            wgc_buf_add(out, line, name);
        }
    }
}

void wgc_spirv_put_text(const char *text, unsigned version, struct wgc_buf *out)
{
    for (const char *line = text, *end; *line != '\0'; line = *end == '\0' ? end : end + 1) {
        end = line + strcspn(line, "\n");
        wgc_buf_add(out, line, (size_t)(end - line));
        if (version >= ALL_STORAGE_FROM && begins(line, end, "OpEntryPoint ")) {
            put_variable_names(text, out);
        }
        wgc_buf_text(out, *end == '\0' ? "" : "\n");
    }
}
