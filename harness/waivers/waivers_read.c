#include <cjson/cJSON.h>
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "waivers/date.h"
#include "waivers/waivers.h"

enum { ID_MAX = 80, PATTERN_MAX = 200, TEXT_MAX = 2000 };

static const char a_pattern[] = "a pattern of 1 to 200 bytes, or an array of some";

/* What a field of a JSON object holds, and where it goes. */
struct field {
    const char *name;
    bool required;
    enum wgc_status (*take)(const cJSON *item, void *target, struct wgc_err *err);
    size_t offset; /* of the target in struct wgc_waiver */
};

static enum wgc_status wrong(struct wgc_err *err, const char *must)
{
    return wgc_err_set(err, WGC_ERR_INPUT, "must be %s", must);
}

static enum wgc_status take_text(const cJSON *item, void *target, struct wgc_err *err)
{
    char **text = target;

    if (!cJSON_IsString(item) || item->valuestring[0] == '\0' ||
        strlen(item->valuestring) > TEXT_MAX) {
        return wrong(err, "a string of 1 to 2000 bytes");
    }
    *text = strdup(item->valuestring);
    return *text == NULL ? wgc_err_memory(err, "a waiver") : WGC_OK;
}

static enum wgc_status take_id(const cJSON *item, void *target, struct wgc_err *err)
{
    const char *text = cJSON_IsString(item) ? item->valuestring : "";
    size_t length = strlen(text);
    size_t good = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-");

    return length == 0 || length > ID_MAX || good < length
               ? wrong(err, "1 to 80 letters, digits, dots, dashes and underscores")
               : take_text(item, target, err);
}

static enum wgc_status take_version(const cJSON *item, void *target, struct wgc_err *err)
{
    const char *text = cJSON_IsString(item) ? item->valuestring : "";
    bool good = isdigit((unsigned char)text[0]) && strlen(text) <= ID_MAX;

    for (size_t i = 0; good && text[i] != '\0'; i++) {
        good = isdigit((unsigned char)text[i]) ||
               (text[i] == '.' && isdigit((unsigned char)text[i + 1]));
    }
    return good ? take_text(item, target, err) : wrong(err, "numbers with dots between, as 6.0.1");
}

static enum wgc_status take_date(const cJSON *item, void *target, struct wgc_err *err)
{
    const char *text = cJSON_IsString(item) ? item->valuestring : "";
    static const char form[] = "0000-00-00";
    bool good = strlen(text) == sizeof form - 1;

    for (size_t i = 0; good && form[i] != '\0'; i++) {
        good = form[i] == '0' ? isdigit((unsigned char)text[i]) != 0 : text[i] == form[i];
    }
    return good && wgc_date_is_valid(text) ? take_text(item, target, err)
                                           : wrong(err, "a date, YYYY-MM-DD");
}

static enum wgc_status take_truth(const cJSON *item, void *target, struct wgc_err *err)
{
    bool *truth = target;

    *truth = cJSON_IsTrue(item) != 0;
    return cJSON_IsBool(item) ? WGC_OK : wrong(err, "true or false");
}

static enum wgc_status take_impl(const cJSON *item, void *target, struct wgc_err *err)
{
    int *impl = target;
    const char *text = cJSON_IsString(item) ? item->valuestring : "";

    *impl = strcmp(text, "builtin") == 0    ? (int)WGC_IMPL_BUILTIN
            : strcmp(text, "emulated") == 0 ? (int)WGC_IMPL_EMULATED
                                            : -1;
    return *impl < 0 ? wrong(err, "builtin or emulated") : WGC_OK;
}

static enum wgc_status take_states(const cJSON *item, void *target, struct wgc_err *err)
{
    static const enum wgc_state allowed[] = {WGC_STATE_FAIL, WGC_STATE_CRASH, WGC_STATE_TIMEOUT,
                                             WGC_STATE_BUILD_ERROR, WGC_STATE_ERROR};
    static const char must[] =
        "an array of one or more of fail, crash, timeout, build_error and error, none twice";
    unsigned *states = target;
    const cJSON *element;

    if (!cJSON_IsArray(item) || cJSON_GetArraySize(item) == 0) {
        return wrong(err, must);
    }
    cJSON_ArrayForEach(element, item)
    {
        unsigned bit = 0;
        for (size_t i = 0; cJSON_IsString(element) && i < sizeof allowed / sizeof allowed[0]; i++) {
            bool same = strcmp(element->valuestring, wgc_state_name(allowed[i])) == 0;
            bit = same ? 1U << allowed[i] : bit;
        }
        if (bit == 0 || (*states & bit) != 0) {
            return wrong(err, must);
        }
        *states |= bit;
    }
    return WGC_OK;
}

static enum wgc_status add_pattern(char **pattern, size_t *count, const cJSON *item,
                                   struct wgc_err *err)
{
    const char *text = cJSON_IsString(item) ? item->valuestring : "";
    size_t length = strlen(text);

    if (length == 0 || length > PATTERN_MAX || strcmp(text, "!") == 0) {
        return wrong(err, a_pattern);
    }
    pattern[*count] = strdup(text);
    if (pattern[*count] == NULL) {
        return wgc_err_memory(err, "a waiver");
    }
    ++*count;
    return WGC_OK;
}

/* One, or an array of some. */
static enum wgc_status take_patterns(const cJSON *item, char ***pattern, size_t *count,
                                     struct wgc_err *err)
{
    int most = cJSON_IsArray(item) ? cJSON_GetArraySize(item) : 1;
    enum wgc_status status = WGC_OK;
    const cJSON *element;

    if (most == 0) {
        return wrong(err, a_pattern);
    }
    *pattern = calloc((size_t)most, sizeof **pattern);
    if (*pattern == NULL) {
        return wgc_err_memory(err, "a waiver");
    }
    if (!cJSON_IsArray(item)) {
        return add_pattern(*pattern, count, item, err);
    }
    cJSON_ArrayForEach(element, item)
    {
        status = status == WGC_OK ? add_pattern(*pattern, count, element, err) : status;
    }
    return status;
}

static enum wgc_status take_query(const cJSON *item, void *target, struct wgc_err *err)
{
    struct wgc_waiver *waiver = target;

    return take_patterns(item, &waiver->query, &waiver->query_count, err);
}

static enum wgc_status take_shape(const cJSON *item, void *target, struct wgc_err *err)
{
    struct wgc_waiver *waiver = target;

    return take_patterns(item, &waiver->shape, &waiver->shape_count, err);
}

/* Reads an object's fields; one that is unknown, missing or there twice is an error. */
static enum wgc_status take_fields(const cJSON *object, const struct field *field, size_t count,
                                   void *target, struct wgc_err *err)
{
    unsigned seen = 0;
    const cJSON *item;

    if (!cJSON_IsObject(object)) {
        return wrong(err, "an object");
    }
    cJSON_ArrayForEach(item, object)
    {
        size_t i = 0;
        while (i < count && strcmp(field[i].name, item->string) != 0) {
            i++;
        }
        if (i == count || (seen & 1U << i) != 0) {
            return wgc_err_set(err, WGC_ERR_INPUT, "field \"%.80s\" is %s", item->string,
                               i == count ? "unknown" : "there twice");
        }
        seen |= 1U << i;
        if (field[i].take(item, (char *)target + field[i].offset, err) != WGC_OK) {
            return wgc_err_wrap(err, "field \"%s\"", field[i].name);
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (field[i].required && (seen & 1U << i) == 0) {
            return wgc_err_set(err, WGC_ERR_INPUT, "field \"%s\" is missing", field[i].name);
        }
    }
    return WGC_OK;
}

#define COUNT_OF(table)  (sizeof(table) / sizeof((table)[0]))
#define PLACE_OF(member) offsetof(struct wgc_waiver, member)

static enum wgc_status take_device(const cJSON *item, void *target, struct wgc_err *err)
{
    static const struct field fields[] = {
        {"name", false, take_text, PLACE_OF(name)},
        {"platform", false, take_text, PLACE_OF(platform)},
        {"platform_version", false, take_text, PLACE_OF(platform_version)},
        {"vendor", false, take_text, PLACE_OF(vendor)},
        {"device_version", false, take_text, PLACE_OF(device_version)},
        {"system", false, take_text, PLACE_OF(system)},
    };

    return take_fields(item, fields, COUNT_OF(fields), target, err);
}

static enum wgc_status take_versions(const cJSON *item, struct wgc_waiver_versions *versions,
                                     struct wgc_err *err)
{
    static const struct field fields[] = {
        {"min", false, take_version, offsetof(struct wgc_waiver_versions, min)},
        {"max", false, take_version, offsetof(struct wgc_waiver_versions, max)},
    };

    return take_fields(item, fields, COUNT_OF(fields), versions, err);
}

/* Bounds, or a list of them. */
static enum wgc_status take_driver(const cJSON *item, void *target, struct wgc_err *err)
{
    struct wgc_waiver *waiver = target;
    const int count = cJSON_IsArray(item) ? cJSON_GetArraySize(item) : 1;
    const cJSON *element = cJSON_IsArray(item) ? item->child : item;

    if (count == 0) {
        return wrong(err, "at least one version");
    }
    waiver->driver = calloc((size_t)count, sizeof *waiver->driver);
    if (waiver->driver == NULL) {
        return wgc_err_memory(err, "a waiver");
    }
    enum wgc_status status = WGC_OK;
    while (status == WGC_OK && waiver->driver_count < (size_t)count) {
        status = take_versions(element, &waiver->driver[waiver->driver_count++], err);
        element = element->next;
    }
    return status;
}

static enum wgc_status read_waiver(const cJSON *object, struct wgc_waiver *waiver,
                                   struct wgc_err *err)
{
    static const struct field fields[] = {
        {"id", true, take_id, PLACE_OF(id)},
        {"query", true, take_query, 0},
        {"shape", false, take_shape, 0},
        {"device", false, take_device, 0},
        {"driver", false, take_driver, 0},
        {"impl", false, take_impl, PLACE_OF(impl)},
        {"states", true, take_states, PLACE_OF(states)},
        {"reason", true, take_text, PLACE_OF(reason)},
        {"link", false, take_text, PLACE_OF(link)},
        {"owner", false, take_text, PLACE_OF(owner)},
        {"expires", false, take_date, PLACE_OF(expires)},
        {"flaky", false, take_truth, PLACE_OF(flaky)},
    };

    return take_fields(object, fields, COUNT_OF(fields), waiver, err);
}

static enum wgc_status add_waiver(struct wgc_waivers *waivers, const char *path,
                                  const cJSON *object, struct wgc_err *err)
{
    struct wgc_waiver *waiver = &waivers->item[waivers->count++];

    *waiver = (struct wgc_waiver){.impl = -1, .file = strdup(path)};
    enum wgc_status status =
        waiver->file == NULL ? wgc_err_memory(err, "a waiver") : read_waiver(object, waiver, err);
    for (size_t i = 0; status == WGC_OK && i + 1 < waivers->count; i++) {
        const char *other = waivers->item[i].id;
        if (other != NULL && waiver->id != NULL && strcmp(other, waiver->id) == 0) {
            status = wgc_err_set(err, WGC_ERR_INPUT, "id \"%s\" is there already, in %s",
                                 waiver->id, waivers->item[i].file);
        }
    }
    return status;
}

static bool is_version(const cJSON *number)
{
    return cJSON_IsNumber(number) && number->valueint == WGC_WAIVERS_VERSION &&
           number->valuedouble <= WGC_WAIVERS_VERSION;
}

static enum wgc_status read_root(struct wgc_waivers *waivers, const char *path, const cJSON *root,
                                 struct wgc_err *err)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(root, "waivers");
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(root, "schema_version");
    const cJSON *item;
    size_t number = 0;

    cJSON_ArrayForEach(item, root)
    {
        if (item != list && item != version) {
            return wgc_err_set(err, WGC_ERR_INPUT, "field \"%.80s\" is unknown or there twice",
                               wgc_or_empty(item->string));
        }
    }
    if (!cJSON_IsObject(root) || !is_version(version) || !cJSON_IsArray(list)) {
        return wgc_err_set(err, WGC_ERR_INPUT,
                           "it is no waiver file: an object with schema_version 1 and an array "
                           "waivers is needed");
    }
    size_t count = waivers->count + (size_t)cJSON_GetArraySize(list);
    if (count > WGC_WAIVERS_MOST) {
        return wgc_err_set(err, WGC_ERR_INPUT, "%zu waivers, more than %d", count,
                           (int)WGC_WAIVERS_MOST);
    }
    struct wgc_waiver *grown = realloc(waivers->item, (count + 1) * sizeof *grown);
    if (grown == NULL) {
        return wgc_err_memory(err, "the waivers");
    }
    waivers->item = grown;
    cJSON_ArrayForEach(item, list)
    {
        if (add_waiver(waivers, path, item, err) != WGC_OK) {
            return wgc_err_wrap(err, "waivers[%zu]", number);
        }
        number++;
    }
    return WGC_OK;
}

enum wgc_status wgc_waivers_parse(struct wgc_waivers *waivers, const char *path, const char *text,
                                  size_t size, struct wgc_err *err)
{
    cJSON *root = NULL;
    enum wgc_status status = wgc_json_parse(path, text, size, &root, err);

    if (status != WGC_OK) {
        return status;
    }
    status = read_root(waivers, path, root, err);
    cJSON_Delete(root);
    return status == WGC_OK ? WGC_OK : wgc_err_wrap(err, "%s", path);
}

enum wgc_status wgc_waivers_load(struct wgc_waivers *waivers, const char *path, struct wgc_err *err)
{
    struct wgc_buf text = {0};
    enum wgc_status status = wgc_file_read(path, WGC_WAIVERS_LIMIT, WGC_ERR_INPUT, &text, err);

    if (status == WGC_OK) {
        status = wgc_waivers_parse(waivers, path, text.data, text.size, err);
    }
    wgc_buf_free(&text);
    return status;
}
