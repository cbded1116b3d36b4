/* source.c: puts the fault's header into the source of a program. */
#include "patch.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

const char wgf_marker[] = "/* wgconform: end of emulation */";

static const char begin_word[] = "WGF_KERNEL_BEGIN";
static const char local_word[] = "WGF_KERNEL_LOCAL";

static int is_word(char c)
{
    return c == '_' || isalnum((unsigned char)c);
}

/* The position behind a comment or a literal that starts at `at`, or `at` itself where none does.
 */
static size_t skip_inert(const char *s, size_t at, size_t end)
{
    size_t i = at;

    if (s[i] == '/' && i + 1 < end && s[i + 1] == '/') {
        while (i < end && s[i] != '\n')
            i += s[i] == '\\' && i + 1 < end ? 2 : 1;
        return i < end ? i : end;
    }
    if (s[i] == '/' && i + 1 < end && s[i + 1] == '*') {
        for (i += 2; i < end; ++i)
            if (s[i] == '/' && s[i - 1] == '*' && i > at + 2)
                return i + 1;
        return end;
    }
    if (s[i] == '"' || s[i] == '\'') {
        for (++i; i < end && s[i] != s[at] && s[i] != '\n'; ++i)
            i += s[i] == '\\';
        return i < end ? i + 1 : end;
    }
    return at;
}

/* The position behind the word that starts at `at`. */
static size_t word_end(const char *s, size_t at, size_t end)
{
    while (at < end && is_word(s[at]))
        ++at;
    return at;
}

static int same_word(const char *s, size_t from, size_t to, const char *word)
{
    return strlen(word) == to - from && memcmp(s + from, word, to - from) == 0;
}

/* Whether the header defines the word s[from, to) as a function-like macro. */
static int header_defines(const struct wgf_text *header, const char *s, size_t from, size_t to)
{
    static const char define[] = "#define ";
    const char *at = header->data;

    while ((at = strstr(at, define)) != NULL) {
        at += sizeof define - 1;
        if (strncmp(at, s + from, to - from) == 0 && at[to - from] == '(')
            return 1;
    }
    return 0;
}

/* The state of copying a program. */
struct scan {
    const struct wgf_text *header;
    struct wgf_text *result;
    struct wgf_usage *usage;
    int begins,
        locals;  /* whether the header has macros for kernels, and for their local variables */
    int pending; /* behind the word kernel, before the brace that opens its body */
    int parens, braces; /* how deep; braces in the body of a kernel only */
    char before;        /* the last character that is no space */
    enum { NO_LOCAL, LOCAL, LOCAL_NAMED, LOCAL_POINTER } local; /* in a declaration */
    size_t name, name_end;                                      /* what it declares */
};

static void insert(struct scan *scan, const char *word)
{
    wgf_text_add(scan->result, " ", 1);
    wgf_text_add(scan->result, word, strlen(word));
    wgf_text_add(scan->result, " ", 1);
}

static void take_word(struct scan *scan, const char *s, size_t at, size_t next)
{
    int local = same_word(s, at, next, "__local") || same_word(s, at, next, "local");

    if (same_word(s, at, next, "__kernel") || same_word(s, at, next, "kernel")) {
        scan->pending = 1;
        scan->parens = scan->braces = 0;
    } else if (local && scan->braces > 0 && strchr(";{}", scan->before)) {
        scan->local = LOCAL;
        scan->name = scan->name_end = 0;
    } else if (scan->local == LOCAL) {
        scan->name = at;
        scan->name_end = next;
    } else {
        scan->usage->calls += (size_t)header_defines(scan->header, s, at, next);
    }
}

/* Inserts the header's macro for the local variable whose declaration ends here. */
static void end_local(struct scan *scan, const char *s)
{
    size_t length = scan->name_end - scan->name;

    if (scan->local != LOCAL_POINTER && length > 0 && scan->locals) {
        insert(scan, local_word);
        wgf_text_add(scan->result, "(&", 2);
        wgf_text_add(scan->result, s + scan->name, length);
        wgf_text_add(scan->result, ", sizeof(", 9);
        wgf_text_add(scan->result, s + scan->name, length);
        wgf_text_add(scan->result, "));", 3);
    }
    scan->local = NO_LOCAL;
}

static void take_sign(struct scan *scan, const char *s, char c)
{
    scan->parens += (c == '(') - (c == ')');
    if (scan->braces > 0)
        scan->braces += (c == '{') - (c == '}');
    if (scan->local == LOCAL && c == '*')
        scan->local = LOCAL_POINTER;
    if (scan->local == LOCAL && (c == '[' || c == '='))
        scan->local = LOCAL_NAMED;
    if (c == ';' && scan->parens == 0) {
        scan->pending = 0; /* that was a declaration of a kernel */
        end_local(scan, s);
    }
    if (c == '{' && scan->pending && scan->parens == 0) {
        scan->pending = 0;
        scan->braces = 1;
        ++scan->usage->kernels;
        if (scan->begins)
            insert(scan, begin_word);
    }
}

/* Copies the program, and inserts the header's macros. */
static void copy_program(struct scan *scan, const char *s, size_t end)
{
    size_t at = 0, next;

    for (; at < end; at = next) {
        next = skip_inert(s, at, end);
        if (next != at) {
            wgf_text_add(scan->result, s + at, next - at);
            continue;
        }
        if (is_word(s[at])) {
            next = word_end(s, at, end);
            take_word(scan, s, at, next);
            wgf_text_add(scan->result, s + at, next - at);
        } else {
            next = at + 1;
            wgf_text_add(scan->result, s + at, 1);
            take_sign(scan, s, s[at]);
        }
        if (!isspace((unsigned char)s[next - 1]))
            scan->before = s[next - 1];
    }
}

static int mentions(const struct wgf_text *header, const char *word)
{
    return header->data && strstr(header->data, word) != NULL;
}

void wgf_patch_source(const struct wgf_text *source, const struct wgf_text *header,
                      struct wgf_text *result, struct wgf_usage *usage)
{
    const char *s = source->data ? source->data : "";
    const size_t end = source->data ? source->length : 0;
    const char *marker = strstr(s, wgf_marker);
    size_t split = 0, i;
    unsigned long line = 1;
    char directive[48];
    int length;
    struct scan scan = {.header = header,
                        .result = result,
                        .usage = usage,
                        .begins = mentions(header, begin_word),
                        .locals = mentions(header, local_word),
                        .before = ';'};

    if (marker)
        split = (size_t)(marker - s) + strlen(wgf_marker);
    for (i = 0; i < split; ++i)
        line += s[i] == '\n';

    usage->kernels = usage->calls = 0;
    wgf_text_add(result, s, split);
    wgf_text_add(result, "\n", 1);
    wgf_text_add(result, header->data ? header->data : "", header->length);
    length = snprintf(directive, sizeof directive, "\n#line %lu\n", line);
    wgf_text_add(result, directive, (size_t)length);
    copy_program(&scan, s + split, end - split);
}
