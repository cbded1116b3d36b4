#include "record/part.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/json_text.h"

static const double number_limit = 9007199254740992.0; /* 2^53 */

char *wgc_part_json(const cJSON *value)
{
    struct wgc_buf text = {0};

    wgc_json_put_value(&text, value);
    if (text.failed) {
        wgc_buf_free(&text);
    }
    return text.data;
}

static char **place_of(void *part, const struct wgc_part_text *text)
{
    return (char **)(void *)((char *)part + text->offset);
}

bool wgc_part_read_texts(const cJSON *object, struct wgc_part_texts texts, void *part)
{
    for (size_t i = 0; i < texts.count; i++) {
        const char *value = cJSON_GetStringValue(wgc_part_member(object, texts.text[i].key));
        char **place = place_of(part, &texts.text[i]);
        *place = value == NULL ? NULL : strdup(value);
        if (value != NULL && *place == NULL) {
            return false;
        }
    }
    return true;
}

void wgc_part_free_texts(struct wgc_part_texts texts, void *part)
{
    for (size_t i = 0; i < texts.count; i++) {
        free(*place_of(part, &texts.text[i]));
    }
}

const cJSON *wgc_part_member(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

uint64_t wgc_part_number(const cJSON *item)
{
    double value = cJSON_IsNumber(item) ? item->valuedouble : 0.0;

    return value >= 0.0 && value <= number_limit ? (uint64_t)value : 0;
}
