#include "explore/parts.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"

bool wgc_text_error(struct wgc_text *text, const char *format, ...)
{
    if (!text->failed) {
        char message[400];
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(message, sizeof message, format, arguments);
        va_end(arguments);
        wgc_err_set(text->err, WGC_ERR_INPUT, "%s:%u: %s", text->name, text->line, message);
        text->failed = true;
    }
    return false;
}

static bool no_memory(struct wgc_text *text)
{
    if (!text->failed) {
        wgc_err_memory(text->err, "a program");
        text->failed = true;
    }
    return false;
}

static void skip_blanks(struct wgc_text *text)
{
    while (text->at < text->end && (*text->at == ' ' || *text->at == '\t')) {
        text->at++;
    }
}

bool wgc_text_accept(struct wgc_text *text, const char *word)
{
    const size_t length = strlen(word);
    skip_blanks(text);
    const size_t left = (size_t)(text->end - text->at);
    if (text->failed || left < length || memcmp(text->at, word, length) != 0 ||
        (wgc_is_of_name(word[length - 1]) && left > length && wgc_is_of_name(text->at[length]))) {
        return false;
    }
    text->at += length;
    return true;
}

bool wgc_text_expect(struct wgc_text *text, const char *word)
{
    return wgc_text_accept(text, word) || wgc_text_error(text, "'%s' is missing", word);
}

bool wgc_text_line_end(struct wgc_text *text)
{
    skip_blanks(text);
    if (text->at < text->end && *text->at != '\n') {
        int length = 0;
        while (length < 20 && text->at + length < text->end && text->at[length] != '\n') {
            length++;
        }
        return wgc_text_error(text, "the line does not end here: '%.*s'", length, text->at);
    }
    while (text->at < text->end && *text->at == '\n') {
        text->at++;
        text->line++;
        skip_blanks(text);
    }
    return !text->failed;
}

bool wgc_text_number(struct wgc_text *text, uint64_t low, uint64_t high, uint64_t *number)
{
    skip_blanks(text);
    uint64_t value = 0;
    const char *first = text->at;
    while (text->at < text->end && isdigit((unsigned char)*text->at)) {
        const unsigned digit = (unsigned)(*text->at - '0');
        if (value > (UINT64_MAX - digit) / 10) {
            return wgc_text_error(text, "the number is too large");
        }
        value = value * 10 + digit;
        text->at++;
    }
    if (text->at == first) {
        return wgc_text_error(text, "a number is missing");
    }
    if (value < low || value > high) {
        return wgc_text_error(text, "%llu is not from %llu to %llu", (unsigned long long)value,
                              (unsigned long long)low, (unsigned long long)high);
    }
    *number = value;
    return !text->failed;
}

bool wgc_text_name(struct wgc_text *text, const char *(*name)(unsigned index), const char *what,
                   unsigned *found)
{
    const char *word;
    for (unsigned i = 0; (word = name(i)) != NULL; i++) {
        if (wgc_text_accept(text, word)) {
            *found = i;
            return true;
        }
    }
    return wgc_text_error(text, "%s is missing", what);
}

static const char *type_name(unsigned type)
{
    return type < WGC_TYPE_COUNT ? wgc_type_info((enum wgc_type)type)->name : NULL;
}

bool wgc_text_type(struct wgc_text *text, unsigned *type)
{
    return wgc_text_name(text, type_name, "a type", type);
}

static bool var_follows(struct wgc_text *text)
{
    skip_blanks(text);
    return text->at < text->end && *text->at == 'v';
}

static bool read_var(struct wgc_text *text, uint16_t *var)
{
    uint64_t number = 0;
    if (!var_follows(text)) {
        return wgc_text_error(text, "a variable is missing");
    }
    text->at++;
    if (!wgc_text_number(text, 0, UINT16_MAX, &number)) {
        return false;
    }
    if (number >= text->program->var_count) {
        return wgc_text_error(text, "there is no variable v%llu", (unsigned long long)number);
    }
    *var = (uint16_t)number;
    return true;
}

static const char *op_name(unsigned op)
{
    return op < WGC_OP_COUNT ? wgc_op_info((enum wgc_op)op)->name : NULL;
}

void wgc_text_operator(struct wgc_text *text, struct wgc_node *node)
{
    unsigned op = WGC_OP_NONE;
    wgc_text_name(text, op_name, "an operator", &op);
    node->operation = (uint8_t)op;
}

static const char *collective_name(unsigned collective)
{
    return collective < WGC_COLLECTIVE_COUNT ? wgc_collective_info(collective)->id : NULL;
}

static int32_t finish(struct wgc_text *text, struct wgc_node *node)
{
    if (text->failed) {
        return WGC_NONE;
    }
    if (wgc_names_var(node->kind)) {
        const struct wgc_var *var = &text->program->var[node->var];
        const bool array = var->kind == WGC_VAR_ARRAY || wgc_is_shared(var);
        if (node->kind == WGC_NODE_OWN   ? !wgc_is_shared(var)
            : node->kind == WGC_NODE_VAR ? array
                                         : !array) {
            wgc_text_error(text, "v%u is a %s", node->var, wgc_var_kind_name(var->kind));
            return WGC_NONE;
        }
    }
    const int type = wgc_node_type(text->program, node);
    if (type < 0) {
        wgc_text_error(text, "the operands' types do not fit");
        return WGC_NONE;
    }
    if (text->program->node_count >= WGC_PROGRAM_MAX_NODES) {
        wgc_text_error(text, "the program is too large");
        return WGC_NONE;
    }
    node->type = (uint8_t)type;
    const int32_t made = wgc_add_node(text->program, node->kind, node->type);
    if (made == WGC_NONE) {
        no_memory(text);
        return WGC_NONE;
    }
    text->program->node[made] = *node;
    return made;
}

static bool number_follows(struct wgc_text *text)
{
    skip_blanks(text);
    return text->at < text->end && (isdigit((unsigned char)*text->at) || *text->at == '-');
}

static void read_constant(struct wgc_text *text, struct wgc_node *node)
{
    unsigned type = 0;
    const bool negative = wgc_text_accept(text, "-");
    node->kind = WGC_NODE_CONST;
    if (!wgc_text_number(text, 0, UINT64_MAX, &node->value) || !wgc_text_expect(text, ":") ||
        !wgc_text_type(text, &type)) {
        return;
    }
    node->type = (uint8_t)type;
    const uint64_t magnitude = node->value;
    node->value = negative ? 0 - magnitude : magnitude;
    const bool sign_fits =
        wgc_is_unsigned(type) ? !negative : magnitude <= (uint64_t)INT64_MAX + (negative ? 1 : 0);
    if (!sign_fits || wgc_wrap(type, node->value) != node->value ||
        (wgc_is_float(type) && magnitude > wgc_exact_limit(type))) {
        wgc_text_error(text, "the constant is no %s", wgc_type_info((enum wgc_type)type)->name);
    }
}

static bool find(struct wgc_text *text, const char *(*name)(unsigned index), uint8_t *found)
{
    const char *word;

    for (unsigned i = 0; (word = name(i)) != NULL; i++) {
        if (wgc_text_accept(text, word)) {
            *found = (uint8_t)i;
            return true;
        }
    }
    return false;
}

static void read_operator(struct wgc_text *text, struct wgc_node *node)
{
    if (find(text, wgc_unary_name, &node->op)) {
        node->kind = WGC_NODE_UNARY;
    } else if (find(text, wgc_binary_name, &node->op)) {
        node->kind = WGC_NODE_BINARY;
    } else if (wgc_text_accept(text, "select")) {
        node->kind = WGC_NODE_SELECT;
    } else if (find(text, type_name, &node->type)) {
        node->kind = WGC_NODE_CONVERT;
    } else if (find(text, collective_name, &node->op)) {
        node->kind = WGC_NODE_COLLECTIVE;
        if (wgc_text_accept(text, ":")) {
            wgc_text_operator(text, node);
        }
        if (wgc_text_accept(text, "#")) {
            wgc_text_number(text, 1, UINT32_MAX, &node->value);
        }
    } else {
        wgc_text_error(text, "an operator or a function is missing");
    }
}

static void read_parenthesis(struct wgc_text *text, struct wgc_node *node)
{
    size_t count = 0;
    read_operator(text, node);
    while (!text->failed && !wgc_text_accept(text, ")")) {
        if (count == WGC_OPERANDS) {
            wgc_text_error(text, "too many operands");
            return;
        }
        node->operand[count++] = wgc_text_expression(text);
    }
    const size_t sought = node->kind == WGC_NODE_UNARY || node->kind == WGC_NODE_CONVERT ? 1
                          : node->kind == WGC_NODE_BINARY                                ? 2
                          : node->kind == WGC_NODE_SELECT                                ? 3
                                                                                         : count;
    if (count != sought) {
        wgc_text_error(text, "%zu operands where %zu are needed", count, sought);
    }
}

/* A part of a node's text; false: it is not there. nodes.def has the letters. */
static bool read_part(struct wgc_text *text, struct wgc_node *node, char part, wgc_text_part *more)
{
    switch (part) {
    case 'A':
        node->a = wgc_text_expression(text);
        return true;
    case 'B':
        node->b = wgc_text_expression(text);
        return true;
    case 'V':
        return read_var(text, &node->var);
    case 'N':
        wgc_text_number(text, 0, UINT16_MAX, &node->value);
        return true;
    case 'I':
        return find(text, wgc_id_name, &node->op);
    default:
        return more != NULL && more(text, node, part);
    }
}

/* Reads what one row has; false, with nothing read, when something else is there: it is decided by
 * the first word, or by what follows a variable. */
static bool read_row(struct wgc_text *text, struct wgc_node *node, const char *row, bool decided,
                     wgc_text_part *more)
{
    const char *const start = text->at;
    while (*row != '\0' && !text->failed) {
        char word[24] = "";
        size_t length = 0;
        bool found = true;
        if (isupper((unsigned char)*row)) {
            found =
                (decided || *row != 'V' || var_follows(text)) && read_part(text, node, *row, more);
            decided |= *row++ != 'V';
        } else {
            while (*row != '\0' && *row != ' ' && !isupper((unsigned char)*row)) {
                word[length++] = *row++;
            }
            found = length == 0 ||
                    (decided ? wgc_text_expect(text, word) : wgc_text_accept(text, word));
            decided |= length > 1;
            row += *row == ' ';
        }
        if (!found && !text->failed) {
            text->at = start;
            return false;
        }
    }
    return true;
}

void wgc_text_node(struct wgc_text *text, struct wgc_node *node, unsigned first, unsigned end,
                   wgc_text_part *more)
{
    for (node->kind = (uint8_t)(end - 1); node->kind > first; node->kind--) {
        if (read_row(text, node, wgc_node_info(node->kind)->text, false, more)) {
            return;
        }
    }
    read_row(text, node, wgc_node_info(first)->text, true, more);
}

int32_t wgc_text_expression(struct wgc_text *text)
{
    struct wgc_node node = wgc_empty_node(WGC_NODE_CONST, 0);
    if (++text->depth > WGC_PROGRAM_MAX_DEPTH) {
        wgc_text_error(text, "too deep");
        return WGC_NONE;
    }
    if (number_follows(text)) {
        read_constant(text, &node);
    } else if (wgc_text_accept(text, "(")) {
        read_parenthesis(text, &node);
    } else {
        wgc_text_node(text, &node, WGC_NODE_VAR, WGC_NODE_EXPRESSIONS, NULL);
    }
    text->depth--;
    return finish(text, &node);
}
