#include "worker/crash_modules.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    READ_BYTES = 4096,
    MAPS_BYTES_MOST = 64 * 1024 * 1024,
    WRITES_MOST = 16,
    HEX_DIGITS = 16,
    FRAME_MOST = WGC_FRAME_MODULE_MOST + HEX_DIGITS + 4,
    LINE_MOST = sizeof WGC_CRASH_LINE + 2 + (size_t)WGC_FRAMES_MOST * FRAME_MOST
};

void wgc_crash_modules_init(struct wgc_crash_modules *modules)
{
    static const char *const variables[WGC_CRASH_FOLDERS] = {"TMPDIR", "POCL_CACHE_DIR",
                                                             "XDG_CACHE_HOME"};

    memset(modules, 0, sizeof *modules);
    for (size_t i = 0; i < WGC_CRASH_FOLDERS; i++) {
        const char *value = getenv(variables[i]);
        if (value == NULL || realpath(value, modules->generated[i]) == NULL) {
            modules->generated[i][0] = '\0';
        }
    }
}

void wgc_crash_modules_add(struct wgc_crash_modules *modules, uintptr_t address)
{
    if (modules->count < WGC_CRASH_ADDRESSES) {
        modules->item[modules->count++].address = address;
    }
}

static uint64_t read_hex(const char **at)
{
    uint64_t value = 0;

    for (;; (*at)++) {
        const char c = **at;
        if (c >= '0' && c <= '9') {
            value = value << 4 | (uint64_t)(c - '0');
        } else if (c >= 'a' && c <= 'f') {
            value = value << 4 | (uint64_t)(c - 'a' + 10);
        } else {
            return value;
        }
    }
}

static void skip_word(const char **at)
{
    *at += strcspn(*at, " ");
    *at += strspn(*at, " ");
}

static bool begins(const char *path, const char *folder)
{
    const size_t length = strlen(folder);

    return length > 0 && strncmp(path, folder, length) == 0 && path[length] == '/';
}

/* Whether the file is none of the system: memory with a name, or a file that the driver wrote. */
static bool is_generated(const struct wgc_crash_modules *modules, const char *path)
{
    static const char deleted[] = " (deleted)";
    const size_t length = strlen(path);

    if (path[0] != '/' || begins(path, "/dev") ||
        (length >= sizeof deleted && strcmp(path + length - sizeof deleted + 1, deleted) == 0)) {
        return true;
    }
    for (size_t i = 0; i < WGC_CRASH_FOLDERS; i++) {
        if (begins(path, modules->generated[i])) {
            return true;
        }
    }
    return false;
}

static void set_name(char name[static WGC_FRAME_MODULE_MOST + 1], const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *file = slash == NULL ? path : slash + 1;
    size_t i = 0;

    for (; i < WGC_FRAME_MODULE_MOST && file[i] != '\0'; i++) {
        name[i] = (char)(file[i] > ' ' && file[i] <= '~' ? file[i] : '_');
    }
    name[i] = '\0';
}

/* "START-END PERMISSIONS OFFSET DEVICE INODE PATH" */
static void take_line(struct wgc_crash_modules *modules)
{
    const char *at = modules->line;
    const uint64_t start = read_hex(&at);

    at += *at == '-';
    const uint64_t end = read_hex(&at);
    at += *at == ' ';
    skip_word(&at);
    const uint64_t offset = read_hex(&at);
    at += *at == ' ';
    skip_word(&at);
    skip_word(&at);
    for (size_t i = 0; i < modules->count; i++) {
        struct wgc_crash_module *module = &modules->item[i];
        if (module->address >= start && module->address < end && !is_generated(modules, at)) {
            set_name(module->name, at);
            module->offset = module->address - start + offset;
        }
    }
}

/* The end of a line that is too long is ignored: no path is. */
static void find_modules(struct wgc_crash_modules *modules)
{
    char bytes[READ_BYTES];
    size_t length = 0;
    const int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);

    for (size_t all = 0; fd >= 0 && all < MAPS_BYTES_MOST;) {
        const ssize_t got = read(fd, bytes, sizeof bytes);
        if (got <= 0) {
            break;
        }
        all += (size_t)got;
        for (ssize_t i = 0; i < got; i++) {
            if (bytes[i] == '\n') {
                modules->line[length] = '\0';
                take_line(modules);
                length = 0;
            } else if (length + 1 < sizeof modules->line) {
                modules->line[length++] = bytes[i];
            }
        }
    }
    if (fd >= 0) {
        (void)close(fd);
    }
}

static char *put_text(char *to, const char *text)
{
    const size_t length = strlen(text);

    memcpy(to, text, length);
    return to + length;
}

static char *put_hex(char *to, uint64_t value)
{
    int shift = (HEX_DIGITS - 1) * 4;

    while (shift > 0 && value >> shift == 0) {
        shift -= 4;
    }
    for (; shift >= 0; shift -= 4) {
        *to++ = "0123456789abcdef"[value >> shift & 15U];
    }
    return to;
}

static char *put_frame(char *to, const struct wgc_crash_module *module)
{
    if (module->name[0] == '\0') {
        return put_text(to, WGC_FRAME_GENERATED);
    }
    to = put_text(to, module->name);
    to = put_text(to, "+0x");
    return put_hex(to, module->offset);
}

static void write_all(int fd, const char *text, size_t size)
{
    for (int i = 0; size > 0 && i < WRITES_MOST; i++) {
        const ssize_t put = write(fd, text, size);
        if (put < 0 && errno != EINTR) {
            return;
        }
        text += put < 0 ? 0 : put;
        size -= put < 0 ? 0 : (size_t)put;
    }
}

/* The first frame to write. */
static size_t first_frame(const struct wgc_crash_modules *modules, bool sent)
{
    size_t first = 0;

    while (sent && first < modules->count &&
           strcmp(modules->item[first].name, modules->item[0].name) == 0) {
        first++;
    }
    return first;
}

void wgc_crash_modules_write(struct wgc_crash_modules *modules, bool sent, int fd)
{
    char line[LINE_MOST];
    char *to = put_text(line, "\n" WGC_CRASH_LINE);

    find_modules(modules);
    const size_t first = first_frame(modules, sent);
    for (size_t i = first; i < modules->count && i < first + WGC_FRAMES_MOST; i++) {
        to = put_text(to, i == first ? "" : "\t");
        to = put_frame(to, &modules->item[i]);
    }
    if (first < modules->count) {
        *to++ = '\n';
        write_all(fd, line, (size_t)(to - line));
    }
}
