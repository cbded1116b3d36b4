#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "causes/cause_parts.h"
#include "record/case_name.h"

bool wgc_cause_is_known(const struct wgc_cause_entry *entry)
{
    return entry->result->state == WGC_STATE_WAIVED &&
           !wgc_case_name_is_explored(entry->result->name);
}

const char *wgc_cause_waiver(const struct wgc_result *result)
{
    return result->state == WGC_STATE_WAIVED && result->waiver != NULL ? result->waiver : "";
}

/* FNV-1a, 32 bits. */
static uint32_t hash(const char *text)
{
    uint32_t value = UINT32_C(2166136261);

    for (; *text != '\0'; text++) {
        value = (value ^ (unsigned char)*text) * UINT32_C(16777619);
    }
    return value;
}

/* The start of an id: what the cases of the cause have in common. */
static void put_subject(struct wgc_buf *id, const struct wgc_signature *signature)
{
    switch (signature->scope) {
    case WGC_SCOPE_KEY:
        wgc_buf_text(id, signature->words ? "words" : signature->family.name);
        break;
    case WGC_SCOPE_FORM:
        wgc_buf_printf(id, "form_%s", signature->group.id);
        break;
    case WGC_SCOPE_FAMILY:
        wgc_buf_text(id, signature->family.built_in != NULL ? signature->family.built_in
                                                            : signature->family.name);
        break;
    case WGC_SCOPE_KIND:
        wgc_buf_text(id, wgc_wrong_name(signature->wrong.kind));
        break;
    case WGC_SCOPE_DAMAGE:
        wgc_buf_text(id, wgc_damage_name(signature->wrong.damage));
        break;
    case WGC_SCOPE_PLACE:
        wgc_buf_text(id, "place");
        break;
    case WGC_SCOPE_FEATURE:
        wgc_buf_text(id, signature->family.feature);
        break;
    case WGC_SCOPE_OPEN:
    case WGC_SCOPES:
        break;
    }
}

char *wgc_cause_id(const struct wgc_cause_entry *entry, size_t number)
{
    const struct wgc_signature *signature = &entry->signature;
    struct wgc_buf id = {0};

    if (wgc_cause_is_known(entry)) {
        wgc_buf_printf(&id, "waiver-%s-%08" PRIx32, wgc_state_name(WGC_STATE_WAIVED),
                       hash(wgc_cause_waiver(entry->result)));
    } else {
        put_subject(&id, signature);
        wgc_buf_printf(&id, "-%s-%08" PRIx32, wgc_state_name(signature->failure),
                       hash(signature->key.data));
    }
    if (number > 0) {
        wgc_buf_printf(&id, "-%zu", number + 1);
    }
    if (id.failed) {
        wgc_buf_free(&id);
    }
    return id.data;
}
