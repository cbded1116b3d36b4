#include "suite/fused_text.h"

#include <string.h>

static const char kernel_word[] = "\nkernel void ";
static const char attribute[] = "__attribute__((reqd_work_group_size(";
static const char body_start[] = "\n{\n";
static const char call_line[] = "\n    //@ call\n";
static const char loop_start[] = "    for (";
static const char condition[] = "    if (";
static const char end_line[] = "\n    //@ end\n";

/* Where a line of the section begins, from at on; NULL without one. */
static const char *find(const char *section, size_t size, const char *at, const char *what)
{
    return memmem(at, size - (size_t)(at - section), what, strlen(what));
}

/* Where the line begins that at stands behind, or at the end of; not before first. */
static const char *line_start(const char *first, const char *at)
{
    while (at > first && at[-1] != '\n') {
        at--;
    }
    return at;
}

/* The attribute's line, where the one before the kernel's is one; else the kernel's own. Both line
 * and kernel point to line ends. */
static const char *find_attribute(const char *line, const char *kernel)
{
    const char *start = line_start(line, kernel);

    return start > line && strncmp(start, attribute, strlen(attribute)) == 0 ? start : kernel + 1;
}

/* Where the head's last line begins, if it is a loop's; else its end. */
static const char *find_loop(const char *head, const char *end)
{
    const char *start = line_start(head, end - 1);

    return strncmp(start, loop_start, strlen(loop_start)) == 0 ? start : end;
}

bool wgc_call_text_find(const char *section, size_t size, struct wgc_call_text *out)
{
    const char *line = memchr(section, '\n', size);
    const char *kernel = line == NULL ? NULL : find(section, size, line, kernel_word);
    const char *body = kernel == NULL ? NULL : find(section, size, kernel, body_start);
    const char *call = body == NULL ? NULL : find(section, size, body, call_line);
    const char *end = call == NULL ? NULL : find(section, size, call, end_line);

    if (end == NULL) {
        return false;
    }
    *out = (struct wgc_call_text){.before = line + 1, .head = body + strlen(body_start)};
    out->attribute = find_attribute(line, kernel);
    out->attribute_size = (size_t)(kernel + 1 - out->attribute);
    out->before_size = (size_t)(out->attribute - out->before);
    out->loop = find_loop(out->head, call + 1);
    out->head_size = (size_t)(out->loop - out->head);
    out->loop_size = (size_t)(call + 1 - out->loop);
    out->call = call + strlen(call_line);
    out->call_size = (size_t)(end + 1 - out->call);
    out->conditional = find(call, out->call_size + strlen(call_line), call, condition) != NULL;
    return true;
}

static bool same(const char *a, size_t a_size, const char *b, size_t b_size)
{
    return a_size == b_size && memcmp(a, b, a_size) == 0;
}

const struct wgc_call_text *wgc_call_text_wider(const struct wgc_call_text *a,
                                                const struct wgc_call_text *b)
{
    const struct wgc_call_text *wide = a->head_size < b->head_size ? b : a;
    const size_t common = wide == a ? b->head_size : a->head_size;

    if (!same(a->attribute, a->attribute_size, b->attribute, b->attribute_size) ||
        !same(a->loop, a->loop_size, b->loop, b->loop_size) ||
        memcmp(a->head, b->head, common) != 0) {
        return NULL;
    }
    return wide;
}

static void put_call(const struct wgc_fused_call *call, size_t k, const char *type,
                     struct wgc_buf *out)
{
    const char *aux = call->aux_is_value ? type : "uint";

    wgc_buf_printf(out,
                   "    {\n    global const %s *in = next_in;\n    global %s *out = next_out;\n",
                   type, type);
    wgc_buf_printf(out,
                   "    global const %s *aux = (global const %s *)(all_aux + %zu * aux_part);\n",
                   aux, aux, k);
    wgc_buf_add(out, call->text.call, call->text.call_size);
    wgc_buf_text(out, "    next_in += in_part;\n    next_out += out_part;\n    }\n");
}

/* The parts of the buffers follow one another: to count on takes Intel's compiler less time than to
 * multiply, most of all in 32 bits. */
static void put_parts(const char *type, struct wgc_buf *out)
{
    wgc_buf_printf(out,
                   "    {\n"
                   "    const size_t in_part = (size_t)rounds * slot_items;\n"
                   "    const size_t out_part = in_part + 2 * (size_t)guard_items;\n"
                   "    global const %s *next_in = all_in;\n"
                   "    global %s *next_out = all_out;\n",
                   type, type);
}

void wgc_fused_text(const char *entry, enum wgc_type type, const struct wgc_fused_call *call,
                    size_t count, struct wgc_buf *out)
{
    const char *name = wgc_type_info(type)->name;
    const struct wgc_call_text *wide = &call[0].text;

    for (size_t k = 0; k < count; k++) {
        wide = call[k].text.head_size > wide->head_size ? &call[k].text : wide;
        wgc_buf_add(out, call[k].text.before, call[k].text.before_size);
    }
    wgc_buf_add(out, call[0].text.attribute, call[0].text.attribute_size);
    wgc_buf_printf(out,
                   "kernel void %s(\n"
                   "    global const %s *all_in, global %s *all_out, global const uint *all_aux,\n"
                   "    global uint *meta, uint group_items, uint slot_items, uint guard_items,\n"
                   "    uint rounds, uint aux_part)\n{\n",
                   entry, name, name);
    wgc_buf_add(out, wide->head, wide->head_size);
    wgc_buf_add(out, wide->loop, wide->loop_size);
    put_parts(name, out);
    for (size_t k = 0; k < count; k++) {
        put_call(&call[k], k, name, out);
    }
    wgc_buf_text(out, "    }\n}\n");
}
