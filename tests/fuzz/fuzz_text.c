/* Texts of drivers: names, versions, build logs; any bytes. */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/utf8.h"
#include "base/json_text.h"
#include "record/case_name.h"
#include "base/report_text.h"
#include "suite/kernel_text.h"
#include "tests/fuzz/fuzz.h"
#include "waivers/waivers.h"
#include "wire/crash_line.h"
#include "device/text.h"

enum { LOG_LIMIT = 300 };

static bool is_utf8(const char *text)
{
    while (*text != '\0') {
        size_t length = wgc_utf8_length((const unsigned char *)text);
        if (length == 0) {
            return false;
        }
        text += length;
    }
    return true;
}

static void clean(const char *bytes, size_t size)
{
    char *line = wgc_text_clean(bytes, size, WGC_TEXT_ONE_LINE);
    char *log = wgc_text_log(bytes, size, LOG_LIMIT);

    fuzz_require(line != NULL && log != NULL, "memory for texts");
    fuzz_require(is_utf8(line) && strpbrk(line, "\n\t\x1b") == NULL, "a clean line is clean");
    fuzz_require(is_utf8(log) && strchr(log, '\x1b') == NULL, "a clean log is clean");
    free(line);
    free(log);
}

static void put(const char *text)
{
    struct wgc_buf json = {0};
    struct wgc_buf report = {0};

    wgc_json_put_string(&json, text);
    fuzz_require_json(&json, "a text in JSON");
    wgc_report_text(&report, text);
    fuzz_require(!report.failed && (report.data == NULL || is_utf8(report.data)),
                 "a text for reports is valid UTF-8");
    wgc_buf_free(&json);
    wgc_buf_free(&report);
}

static void tidy(const char *text)
{
    char *once = wgc_json_tidy_object(text);

    if (once != NULL) {
        char *twice = wgc_json_tidy_object(once);
        fuzz_require(twice != NULL && strcmp(once, twice) == 0, "what is tidy stays as it is");
        free(twice);
    }
    free(once);
}

/* The output of a driver, alone and behind the beginning of a line of frames. */
static void take_frames(const char *text)
{
    struct wgc_buf output = {0}, rest = {0}, frames = {0};

    wgc_buf_text(&output, text);
    wgc_buf_text(&output, "\n" WGC_CRASH_LINE);
    wgc_buf_text(&output, text);
    wgc_crash_line_take(output.data, &rest, &frames);
    fuzz_require(rest.size <= output.size, "no output is added");
    for (const char *at = frames.data; at != NULL && *at != '\0';) {
        const size_t length = strcspn(at, "\n");
        fuzz_require(wgc_frame_is_valid(at, length), "what is taken is frames");
        at += length + (at[length] == '\n');
    }
    wgc_buf_free(&output);
    wgc_buf_free(&rest);
    wgc_buf_free(&frames);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *piece[3] = {NULL, NULL, NULL};
    size_t count = fuzz_pieces(data, size, piece, 3);
    const char *section;
    size_t length;

    clean((const char *)data, size);
    for (size_t i = 0; i < count; i++) {
        put(piece[i]);
        tidy(piece[i]);
        take_frames(piece[i]);
        (void)wgc_case_name_split(piece[i]);
        (void)wgc_text_version(piece[i], "OpenCL ");
    }
    if (count > 1) {
        (void)wgc_text_has_word(piece[0], piece[1]);
        if (wgc_kernel_section(piece[0], piece[1], &section, &length)) {
            fuzz_require(section >= piece[0] && section + length <= piece[0] + strlen(piece[0]),
                         "a kernel's text is a part of its file");
        }
    }
    if (count == 3) {
        (void)wgc_version_within(piece[0], piece[1], piece[2]);
    }
    for (size_t i = 0; i < count; i++) {
        free(piece[i]);
    }
    return 0;
}
