#include "explore/parts.h"

static int32_t read_list(struct wgc_text *text);

static int32_t add(struct wgc_text *text, unsigned kind)
{
    if (text->program->node_count >= WGC_PROGRAM_MAX_NODES) {
        wgc_text_error(text, "the program is too large");
        return WGC_NONE;
    }
    const int32_t made = wgc_add_node(text->program, kind, 0);
    if (made == WGC_NONE && !text->failed) {
        wgc_err_memory(text->err, "a program");
        text->failed = true;
    }
    return made;
}

/* The bodies of a statement up to its "end": of a switch, of an if, or one. */
static void read_bodies(struct wgc_text *text, struct wgc_node *node, char part)
{
    const uint64_t most = part == 'W' ? node->value : part == 'E' ? 2 : 1;
    wgc_text_line_end(text);
    for (uint64_t i = 0; i < most && !text->failed; i++) {
        if (part == 'W') {
            wgc_text_expect(text, "case");
            wgc_text_line_end(text);
        } else if (i > 0) {
            if (!wgc_text_accept(text, "else")) {
                break;
            }
            wgc_text_line_end(text);
        }
        node->operand[1 + i] = read_list(text);
    }
    wgc_text_expect(text, "end");
}

static void read_fences(struct wgc_text *text, struct wgc_node *node)
{
    node->op = wgc_text_accept(text, "local") ? WGC_FENCE_LOCAL : 0;
    node->op |= wgc_text_accept(text, "global") ? WGC_FENCE_GLOBAL : 0;
}

static bool line_ends(const struct wgc_text *text)
{
    const char *at = text->at;
    while (at < text->end && (*at == ' ' || *at == '\t')) {
        at++;
    }
    return at == text->end || *at == '\n';
}

static bool read_function_number(struct wgc_text *text, uint64_t *number)
{
    wgc_text_accept(text, " ");
    if (text->at >= text->end || *text->at != 'f') {
        return wgc_text_error(text, "a function is missing");
    }
    text->at++;
    return wgc_text_number(text, 0, text->program->function_count - 1, number);
}

static int32_t read_arguments(struct wgc_text *text)
{
    int32_t head = WGC_NONE, last = WGC_NONE;
    while (!text->failed && !line_ends(text)) {
        const int32_t argument = wgc_text_expression(text);
        if (argument == WGC_NONE) {
            break;
        }
        *(last == WGC_NONE ? &head : &text->program->node[last].next) = argument;
        last = argument;
    }
    return head;
}

/* A part of a statement that expressions have not; false: it is not there. */
static bool read_part(struct wgc_text *text, struct wgc_node *node, char part)
{
    switch (part) {
    case 'Y':
        node->value = wgc_text_accept(text, "barrier");
        return node->value != 0 || wgc_text_accept(text, "work_group_barrier");
    case 'F':
        read_fences(text, node);
        break;
    case 'O':
        wgc_text_operator(text, node);
        break;
    case 'R':
        node->a = line_ends(text) ? WGC_NONE : wgc_text_expression(text);
        break;
    case 'G':
        read_function_number(text, &node->value);
        break;
    case 'L':
        node->b = read_arguments(text);
        break;
    case 'M':
        wgc_text_number(text, 1, WGC_PROGRAM_MAX_ROUNDS, &node->value);
        read_bodies(text, node, part);
        break;
    case 'W':
        wgc_text_number(text, 2, 3, &node->value);
        read_bodies(text, node, part);
        break;
    default:
        read_bodies(text, node, part);
    }
    return true;
}

static bool list_ends(struct wgc_text *text)
{
    static const char *const ends[] = {"end", "else", "case"};
    const char *const at = text->at;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        if (wgc_text_accept(text, ends[i])) {
            text->at = at;
            return true;
        }
    }
    return text->failed || text->at >= text->end;
}

/* Statements up to the line that ends the list, which stays unread. */
static int32_t read_list(struct wgc_text *text)
{
    int32_t head = WGC_NONE, last = WGC_NONE;
    if (++text->depth > WGC_PROGRAM_MAX_DEPTH) {
        wgc_text_error(text, "too deep");
        return WGC_NONE;
    }
    while (!list_ends(text)) {
        const int32_t made = add(text, WGC_NODE_ASSIGN);
        if (made == WGC_NONE) {
            break;
        }
        struct wgc_node node = text->program->node[made];
        wgc_text_node(text, &node, WGC_NODE_ASSIGN, WGC_NODE_KIND_COUNT, read_part);
        wgc_text_line_end(text);
        text->program->node[made] = node;
        *(last == WGC_NONE ? &head : &text->program->node[last].next) = made;
        last = made;
    }
    text->depth--;
    return head;
}

static bool read_field(struct wgc_text *text, const char *field, uint64_t high, uint64_t *value)
{
    return wgc_text_expect(text, field) && wgc_text_number(text, 0, high, value) &&
           wgc_text_line_end(text);
}

static void read_size(struct wgc_text *text)
{
    struct wgc_program *program = text->program;
    uint64_t groups = 0, inputs = 0, outputs = 0;
    read_field(text, "data", UINT64_MAX, &program->data);
    wgc_text_expect(text, "local");
    for (int i = 0; i < 3; i++) {
        uint64_t size = 1;
        if (!text->failed && (i == 0 || !line_ends(text))) {
            wgc_text_number(text, 1, WGC_PROGRAM_MAX_ITEMS, &size);
            program->dimensions++;
        }
        program->local[i] = (uint32_t)size;
    }
    wgc_text_line_end(text);
    if (!text->failed && wgc_items(program) > WGC_PROGRAM_MAX_ITEMS) {
        wgc_text_error(text, "the work-group is too large");
    }
    read_field(text, "groups", WGC_PROGRAM_MAX_GROUPS, &groups);
    read_field(text, "inputs", WGC_PROGRAM_MAX_SLOTS, &inputs);
    read_field(text, "outputs", WGC_PROGRAM_MAX_SLOTS, &outputs);
    program->groups = (uint32_t)groups;
    program->inputs = (uint32_t)inputs;
    program->outputs = (uint32_t)outputs;
}

static void read_function(struct wgc_text *text)
{
    unsigned type = 0, level = 0, flow = 0;
    uint64_t parameters = 0;
    if (wgc_text_type(text, &type) && wgc_text_name(text, wgc_level_name, "a level", &level) &&
        wgc_text_name(text, wgc_level_name, "a level", &flow) &&
        wgc_text_number(text, 0, 16, &parameters) && wgc_text_line_end(text)) {
        const struct wgc_function function = {.type = (uint8_t)type,
                                              .level = (uint8_t)level,
                                              .flow = (uint8_t)flow,
                                              .parameters = (uint8_t)parameters,
                                              .body = WGC_NONE};
        if (text->program->function_count >= WGC_PROGRAM_MAX_FUNCTIONS) {
            wgc_text_error(text, "too many functions");
        } else if (wgc_add_function(text->program, &function) == WGC_NONE) {
            wgc_err_memory(text->err, "a program");
            text->failed = true;
        }
    }
}

static void read_variable(struct wgc_text *text)
{
    unsigned kind = 0, type = 0, level = 0;
    uint64_t function = 0, length = 0;
    if (wgc_text_name(text, wgc_var_kind_name, "a kind of variable", &kind) &&
        wgc_text_type(text, &type) && wgc_text_name(text, wgc_level_name, "a level", &level) &&
        read_function_number(text, &function) &&
        wgc_text_number(text, 1, WGC_PROGRAM_MAX_SHARED, &length) && wgc_text_line_end(text)) {
        const struct wgc_var var = {.kind = (uint8_t)kind,
                                    .type = (uint8_t)type,
                                    .level = (uint8_t)level,
                                    .function = (uint16_t)function,
                                    .length = (uint32_t)length};
        if (text->program->var_count >= WGC_PROGRAM_MAX_VARS) {
            wgc_text_error(text, "too many variables");
        } else if (wgc_add_var(text->program, &var) == WGC_NONE) {
            wgc_err_memory(text->err, "a program");
            text->failed = true;
        }
    }
}

static void read_program(struct wgc_text *text)
{
    const struct wgc_function kernel = {.flow = WGC_LEVEL_WORK_GROUP, .body = WGC_NONE};
    uint64_t format = 0, generator = 0, number = 0;
    if (!wgc_text_expect(text, "wgconform") || !read_field(text, "program", UINT64_MAX, &format)) {
        return;
    }
    if (format != WGC_PROGRAM_FORMAT) {
        text->line = 1;
        wgc_text_error(text, "format %llu is not %d", (unsigned long long)format,
                       WGC_PROGRAM_FORMAT);
        return;
    }
    read_field(text, "generator", UINT32_MAX, &generator);
    text->program->generator = (uint32_t)generator;
    read_field(text, "seed", UINT64_MAX, &text->program->seed);
    read_size(text);
    if (wgc_add_function(text->program, &kernel) == WGC_NONE) {
        wgc_text_error(text, "out of memory");
    }
    while (wgc_text_accept(text, "function")) {
        read_function(text);
    }
    while (wgc_text_accept(text, "var")) {
        read_variable(text);
    }
    for (size_t i = 0; i < text->program->function_count && !text->failed; i++) {
        wgc_text_expect(text, "body");
        if (read_function_number(text, &number) && number != i) {
            wgc_text_error(text, "the body of f%zu is missing", i);
        }
        wgc_text_line_end(text);
        text->program->function[i].body = read_list(text);
        wgc_text_expect(text, "end");
        wgc_text_line_end(text);
    }
    if (!text->failed && text->at < text->end) {
        wgc_text_error(text, "text after the program");
    }
}

enum wgc_status wgc_program_read(const char *name, const char *text, size_t size,
                                 struct wgc_program *program, struct wgc_err *err)
{
    *program = (struct wgc_program){0};
    struct wgc_text reader = {
        .name = name, .at = text, .end = text + size, .line = 1, .program = program, .err = err};
    read_program(&reader);
    if (reader.failed) {
        wgc_program_free(program);
        return err->status;
    }
    return WGC_OK;
}
