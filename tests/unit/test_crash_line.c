/* The line in which a worker reports where it crashes, and the texts that are made of it. */
#include <stdlib.h>
#include <string.h>

#include "record/frames.h"
#include "tests/unit/test.h"
#include "wire/crash_line.h"

#define LINE "\n" WGC_CRASH_LINE
#define NAME_OF_80                                                                                 \
    "0123456789012345678901234567890123456789012345678901234567890123456789012345678.so"

TEST(frames_have_a_module_and_a_place)
{
    static const struct {
        const char *frame;
        bool valid;
    } frames[] = {
        {"libgallium-26.1.6.so+0x1234", true},
        {"libstdc++.so.6+0x0", true},
        {"a+0xffffffffffffffff", true},
        {"generated code", true},
        {"", false},
        {"+0x1", false},
        {"lib.so", false},
        {"lib.so+0x", false},
        {"lib.so+1234", false},
        {"lib.so+0x12g", false},
        {"lib.so+0xABC", false},
        {"a+0x10000000000000000", false},
        {"lib .so+0x1", false},
        {"lib\x80.so+0x1", false},
        {"generated", false},
        {NAME_OF_80 "+0x1", false}, /* 82 bytes */
    };

    for (size_t i = 0; i < sizeof frames / sizeof frames[0]; i++) {
        if (wgc_frame_is_valid(frames[i].frame, strlen(frames[i].frame)) != frames[i].valid) {
            fail_msg("\"%s\"", frames[i].frame);
        }
    }
    assert_true(wgc_frame_is_valid("lib.so+0x12 and more", 11));
}

TEST(the_line_is_taken_out)
{
    static const struct {
        const char *output, *rest, *frames;
    } outputs[] = {
        {"", "", ""},
        {"a driver's text\n", "a driver's text\n", ""},
        {LINE "a.so+0x1\n", "", "a.so+0x1"},
        {"text\n" LINE "a.so+0x1\tgenerated code\n", "text\n", "a.so+0x1\ngenerated code"},
        {"no line end" LINE "a.so+0x1\n", "no line end", "a.so+0x1"},
        {"before" LINE "a.so+0x1\nafter\n", "beforeafter\n", "a.so+0x1"},
        {LINE "a.so+0x1\n" LINE "b.so+0x2\n", "", "b.so+0x2"},
        {LINE "1+0x1\t2+0x1\t3+0x1\t4+0x1\t5+0x1\n", "", "1+0x1\n2+0x1\n3+0x1\n4+0x1\n5+0x1"},
        /* what a driver printed */
        {WGC_CRASH_LINE "a.so+0x1\n", WGC_CRASH_LINE "a.so+0x1\n", ""},
        {LINE "a.so+0x1", LINE "a.so+0x1", ""},
        {LINE "\n", LINE "\n", ""},
        {LINE "a.so\n", LINE "a.so\n", ""},
        {LINE "a.so+0x1\t\n", LINE "a.so+0x1\t\n", ""},
        {LINE "a.so+0x1 b.so+0x2\n", LINE "a.so+0x1 b.so+0x2\n", ""},
        {LINE "1+0x1\t2+0x1\t3+0x1\t4+0x1\t5+0x1\t6+0x1\n",
         LINE "1+0x1\t2+0x1\t3+0x1\t4+0x1\t5+0x1\t6+0x1\n", ""},
        {LINE "bad\n" LINE "a.so+0x1\n", LINE "bad\n", "a.so+0x1"},
        {LINE "a.so+0x1\n" LINE "bad\n", LINE "bad\n", "a.so+0x1"},
    };

    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++) {
        struct wgc_buf rest = {0}, frames = {0};
        wgc_crash_line_take(outputs[i].output, &rest, &frames);
        assert_false(rest.failed || frames.failed);
        assert_string_equal(rest.data == NULL ? "" : rest.data, outputs[i].rest);
        assert_string_equal(frames.data == NULL ? "" : frames.data, outputs[i].frames);
        wgc_buf_free(&rest);
        wgc_buf_free(&frames);
    }
}

static void assert_text(void (*put)(struct wgc_buf *out, const char *frames), const char *frames,
                        const char *expected)
{
    struct wgc_buf out = {0};

    put(&out, frames);
    assert_false(out.failed);
    assert_string_equal(out.data, expected);
    wgc_buf_free(&out);
}

TEST(texts_of_frames)
{
    assert_text(wgc_frames_put_json, "a.so+0x1", "[\"a.so+0x1\"]");
    assert_text(wgc_frames_put_json, "a\"+0x1\ngenerated code",
                "[\"a\\\"+0x1\",\"generated code\"]");
    assert_text(wgc_frames_put_text, "a.so+0x1", "a.so+0x1");
    assert_text(wgc_frames_put_text, "a.so+0x1\nb.so+0x2\nc.so+0x3",
                "a.so+0x1, called from b.so+0x2, c.so+0x3");
}

/* A bad pointer crashes memcpy wherever it is called. */
TEST(the_place_is_not_in_the_libraries_of_the_language)
{
    assert_text(wgc_frames_put_place, "a.so+0x1\nb.so+0x2", "a.so+0x1");
    assert_text(wgc_frames_put_place, "libc.so.6+0x9\nb.so+0x2", "b.so+0x2");
    assert_text(wgc_frames_put_place, "libc-2.31.so+0x9\nlibstdc++.so.6.0.30+0x1\nlibclc.so+0x2",
                "libclc.so+0x2");
    assert_text(wgc_frames_put_place, "libc.so.6+0x9\ngenerated code", "generated code");
    assert_text(wgc_frames_put_place, "libc.so.6+0x9\nld-linux-x86-64.so.2+0x2", "libc.so.6+0x9");
}
