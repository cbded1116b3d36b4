/* Causes that may be one defect: they share a form, or a symbol that the driver names. */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "causes/cause_parts.h"
#include "causes/form_group.h"

enum { SYMBOL_LENGTH = 6 }; /* the least of a name that is of a symbol */

/* Whether the cause's title has the form, or its only one. */
static bool is_about_forms(const struct wgc_report_cause *cause)
{
    return cause->names_forms ||
           (cause->forms.count == 1 && strcmp(cause->forms.name[0], "plain") != 0);
}

/* Whether two forms are one, built in any way. */
static bool same_base(const char *a, const char *b)
{
    const size_t base_a = wgc_form_base(a), base_b = wgc_form_base(b);
    const size_t length_a = base_a > 0 ? base_a : strlen(a);
    const size_t length_b = base_b > 0 ? base_b : strlen(b);

    return length_a == length_b && memcmp(a, b, length_a) == 0;
}

/* What the forms have in common, where that is what is wrong; "": nothing. */
static const char *where_of(const struct wgc_report_cause *cause)
{
    return cause->where + strspn(cause->where, ", ");
}

/* Whether the form is what is wrong: of several that have more in common, only one that is not
 * built in a way of its own. */
static bool is_about_form(const struct wgc_report_cause *cause, const char *form)
{
    return cause->forms.count == 1 || cause->where[0] == '\0' || wgc_form_base(form) == 0;
}

static bool has_form(const struct wgc_report_cause *cause, const char *form)
{
    bool has = false;

    for (size_t i = 0; !has && i < cause->forms.count; i++) {
        has = is_about_form(cause, cause->forms.name[i]) && same_base(cause->forms.name[i], form);
    }
    return has;
}

/* Whether two causes share what their forms have in common, or a form. */
static bool share_form(const struct wgc_report_cause *a, const struct wgc_report_cause *b)
{
    if (!is_about_forms(a) || !is_about_forms(b)) {
        return false;
    }
    bool share = a->where[0] != '\0' && strcmp(where_of(a), where_of(b)) == 0;
    for (size_t i = 0; !share && i < a->forms.count; i++) {
        share = is_about_form(a, a->forms.name[i]) && has_form(b, a->forms.name[i]);
    }
    return share;
}

/* The next name with "_" in it, as the compiler's symbols and passes have; NULL: there is none. */
static const char *next_symbol(const char *text, size_t *length)
{
    while (*text != '\0') {
        size_t size = 0;
        while (wgc_is_of_name(text[size])) {
            size++;
        }
        if (size >= SYMBOL_LENGTH && memchr(text + 1, '_', size - 1) != NULL &&
            strncmp(text, "CL_", 3) != 0) {
            *length = size;
            return text;
        }
        text += size > 0 ? size : 1;
    }
    return NULL;
}

struct symbol {
    const char *at;
    size_t length;
};

/* Those in the words of each cause, which are many pairs to compare: cause i has them from
 * item[first[i]] to item[first[i + 1]]. */
struct symbols {
    struct symbol *item;
    size_t *first;
};

/* Puts the symbols of a text, if there is room for them; returns their number. */
static size_t list_symbols(const char *text, struct symbol *item)
{
    size_t size = 0;
    size_t count = 0;

    for (const char *at = next_symbol(text, &size); at != NULL;
         at = next_symbol(at + size, &size)) {
        if (item != NULL) {
            item[count] = (struct symbol){.at = at, .length = size};
        }
        count++;
    }
    return count;
}

static void free_symbols(struct symbols *symbols)
{
    free(symbols->item);
    free(symbols->first);
}

/* False without memory; freed with free_symbols in any case. */
static bool make_symbols(const struct wgc_causes *causes, struct symbols *symbols)
{
    symbols->item = NULL;
    symbols->first = calloc(causes->bad + 1, sizeof *symbols->first);
    if (symbols->first == NULL) {
        return false;
    }
    for (size_t i = 0; i < causes->bad; i++) {
        symbols->first[i + 1] = symbols->first[i] + list_symbols(causes->cause[i].words, NULL);
    }
    symbols->item = calloc(symbols->first[causes->bad] + 1, sizeof *symbols->item);
    for (size_t i = 0; symbols->item != NULL && i < causes->bad; i++) {
        (void)list_symbols(causes->cause[i].words, symbols->item + symbols->first[i]);
    }
    return symbols->item != NULL;
}

static bool share_symbol(const struct symbols *symbols, size_t a, size_t b)
{
    bool share = false;

    for (size_t i = symbols->first[a]; !share && i < symbols->first[a + 1]; i++) {
        for (size_t k = symbols->first[b]; !share && k < symbols->first[b + 1]; k++) {
            const struct symbol *one = &symbols->item[i];
            const struct symbol *other = &symbols->item[k];
            share = one->length == other->length && memcmp(one->at, other->at, one->length) == 0;
        }
    }
    return share;
}

/* What two causes share; NULL: nothing that is known. */
static const char *relation_of(const struct wgc_causes *causes, const struct symbols *symbols,
                               size_t a, size_t b)
{
    const struct wgc_report_cause *one = &causes->cause[a];
    const struct wgc_report_cause *other = &causes->cause[b];

    if (one->words[0] != '\0' && strcmp(one->words, other->words) == 0) {
        return "words";
    }
    if (share_symbol(symbols, a, b)) {
        return "symbol";
    }
    return share_form(one, other) ? "form" : NULL;
}

/* The number of the causes that are related, directly or by others, to the one with that number. */
static size_t root_of(const size_t *root, size_t i)
{
    while (root[i] != i) {
        i = root[i];
    }
    return i;
}

/* Relates each cause with those in front of it, and counts the sets that no relation joins. root
 * has as many elements as there are causes that are bad. */
static void relate(struct wgc_causes *causes, const struct symbols *symbols, size_t *root)
{
    for (size_t i = 0; i < causes->bad; i++) {
        struct wgc_report_cause *cause = &causes->cause[i];
        root[i] = i;
        for (size_t k = 0; k < i; k++) {
            const char *relation = relation_of(causes, symbols, k, i);
            if (relation != NULL && cause->relation == NULL) {
                cause->relation = relation;
                cause->related = k;
            }
            if (relation != NULL) {
                root[root_of(root, k)] = root_of(root, i);
            }
        }
    }
    for (size_t i = 0; i < causes->bad; i++) {
        causes->unrelated += root[i] == i;
    }
}

bool wgc_causes_relate(struct wgc_causes *causes)
{
    size_t *root = calloc(causes->bad + 1, sizeof *root);
    struct symbols symbols;

    if (root == NULL) {
        return false;
    }
    const bool ok = make_symbols(causes, &symbols);
    if (ok) {
        relate(causes, &symbols, root);
    }
    free(root);
    free_symbols(&symbols);
    return ok;
}
