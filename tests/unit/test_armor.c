/* Frames as lines of text: what is put is got through every channel that mangles text, and a line
 * that was damaged, lost or repeated is never taken for a good one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "random.h"
#include "tests/unit/test.h"
#include "wire/armor.h"
#include "wire/hello.h"
#include "wire/wire.h"

TEST(base64_round_trip)
{
    static const struct {
        const char *bytes, *text;
    } known[] = {{"", ""},        {"f", "Zg=="},        {"fo", "Zm8="},
                 {"foo", "Zm9v"}, {"foob", "Zm9vYg=="}, {"\xff\xfe\xfd", "//79"}};

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct wgc_buf text = {0}, bytes = {0};
        wgc_base64_put(&text, known[i].bytes, strlen(known[i].bytes));
        assert_int_equal(text.size, strlen(known[i].text));
        assert_memory_equal(text.size == 0 ? "" : text.data, known[i].text, text.size);
        assert_true(wgc_base64_get(known[i].text, strlen(known[i].text), &bytes));
        assert_int_equal(bytes.size, strlen(known[i].bytes));
        assert_memory_equal(bytes.size == 0 ? "" : bytes.data, known[i].bytes, bytes.size);
        wgc_buf_free(&text);
        wgc_buf_free(&bytes);
    }
}

TEST(base64_takes_nothing_else)
{
    static const char *const wrong[] = {
        "Z", "Zg", "Zg=", "Zh==", "Zm9=", "====", "Z===", "Zg==Zg==", "Zm-v", "Zm v", "=Zg="};

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct wgc_buf bytes = {0};
        wgc_buf_text(&bytes, "kept");
        if (wgc_base64_get(wrong[i], strlen(wrong[i]), &bytes)) {
            fail_msg("%s was taken", wrong[i]);
        }
        assert_int_equal(bytes.size, 4);
        wgc_buf_free(&bytes);
    }
}

/* A reader, and all that it gave. */
struct got {
    struct wgc_armor_reader reader;
    struct wgc_buf data, noise;
    size_t frames;
    bool broken;
};

static void take_all(struct got *got)
{
    struct wgc_frame frame;
    enum wgc_armor_next next;

    while (!got->broken && (next = wgc_armor_next(&got->reader, &frame)) != WGC_ARMOR_MORE) {
        if (next == WGC_ARMOR_FRAME) {
            assert_int_equal(frame.kind, WGC_FRAME_DATA);
            wgc_buf_add(&got->data, frame.data, frame.size);
            got->frames++;
        } else if (next == WGC_ARMOR_NOISE) {
            assert_true(frame.size > 0);
            wgc_buf_add(&got->noise, frame.data, frame.size);
        } else {
            got->broken = true;
        }
    }
}

static void feed(struct got *got, const void *bytes, size_t size)
{
    assert_true(wgc_armor_feed(&got->reader, bytes, size));
    take_all(got);
}

static void free_got(struct got *got)
{
    wgc_armor_reader_free(&got->reader);
    wgc_buf_free(&got->data);
    wgc_buf_free(&got->noise);
}

/* Lines of 5000 bytes that are all of the 256, and the bytes. */
static void make_lines(struct wgc_buf *bytes, struct wgc_buf *lines)
{
    struct wgc_armor_writer writer = {.side = WGC_ARMOR_FROM_WORKER};

    for (int i = 0; i < 5000; i++) {
        wgc_buf_char(bytes, (char)(i * 7 + i / 256));
    }
    wgc_armor_put(&writer, WGC_FRAME_DATA, bytes->data, bytes->size, lines);
    wgc_armor_put(&writer, WGC_FRAME_DATA, "", 0, lines);
    assert_int_equal(writer.next, 8);
}

TEST(lines_are_short_and_printable)
{
    struct wgc_buf bytes = {0}, lines = {0};
    size_t length = 0;

    make_lines(&bytes, &lines);
    for (size_t i = 0; i < lines.size; i++) {
        char c = lines.data[i];
        assert_true(c == '\n' || (c > ' ' && c <= '~'));
        length = c == '\n' ? 0 : length + 1;
        assert_true(length < WGC_ARMOR_LINE);
    }
    assert_true(lines.size < bytes.size * 7 / 5);
    wgc_buf_free(&bytes);
    wgc_buf_free(&lines);
}

TEST(they_come_in_any_pieces)
{
    static const size_t piece[] = {1, 3, 100, 1000, 100000};
    struct wgc_buf bytes = {0}, lines = {0};

    make_lines(&bytes, &lines);
    for (size_t p = 0; p < sizeof piece / sizeof piece[0]; p++) {
        struct got got = {.reader.side = WGC_ARMOR_FROM_WORKER};
        for (size_t at = 0; at < lines.size; at += piece[p]) {
            feed(&got, lines.data + at, lines.size - at < piece[p] ? lines.size - at : piece[p]);
        }
        assert_int_equal(got.frames, 8);
        assert_int_equal(got.data.size, bytes.size);
        assert_memory_equal(got.data.data, bytes.data, bytes.size);
        assert_int_equal(got.noise.size, 0);
        free_got(&got);
    }
    wgc_buf_free(&bytes);
    wgc_buf_free(&lines);
}

/* A banner, CR LF, an echo of the other side's lines, messages between the lines and in front of
 * one, a prompt without an end. */
TEST(foreign_text_is_recognized)
{
    struct wgc_armor_writer writer = {.side = WGC_ARMOR_FROM_WORKER};
    struct wgc_armor_writer other = {.side = WGC_ARMOR_TO_WORKER};
    struct got got = {.reader.side = WGC_ARMOR_FROM_WORKER};
    struct wgc_buf text = {0};
    struct wgc_frame rest;

    wgc_buf_text(&text, "* daemon started *\r\n\r\n$ ");
    wgc_armor_put(&other, WGC_FRAME_DATA, "echo", 4, &text);
    wgc_buf_text(&text, "shell@phone:/ $ ");
    wgc_armor_put(&writer, WGC_FRAME_DATA, "one ", 4, &text);
    text.data[text.size - 1] = '\r';
    wgc_buf_text(&text, "\r\nwarning: ~wgc is no mark\n");
    wgc_armor_put(&writer, WGC_FRAME_DATA, "two", 3, &text);
    wgc_buf_text(&text, "Killed");
    feed(&got, text.data, text.size);
    wgc_armor_rest(&got.reader, &rest);
    wgc_buf_add(&got.noise, rest.data, rest.size);
    assert_false(got.broken);
    assert_int_equal(got.frames, 2);
    assert_string_equal(got.data.data, "one two");
    assert_string_equal(got.noise.data, "* daemon started *\r\n\r\n$ shell@phone:/ $ "
                                        "warning: ~wgc is no mark\nKilled");
    wgc_buf_free(&text);
    free_got(&got);
}

TEST(text_without_an_end_is_not_kept)
{
    struct got got = {.reader.side = WGC_ARMOR_FROM_WORKER};
    char piece[1000];

    memset(piece, 'x', sizeof piece);
    for (int i = 0; i < 1000; i++) {
        feed(&got, piece, sizeof piece);
    }
    assert_true(got.noise.size > 900000);
    assert_true(got.reader.buf.size < 100000);
    free_got(&got);
}

/* Whether text, in which something was done to the lines, is taken for less than all and then
 * refused, or gives the bytes as they were. */
static void check_damaged(const struct wgc_buf *text, const struct wgc_buf *bytes, const char *what)
{
    struct got got = {.reader.side = WGC_ARMOR_FROM_WORKER};

    feed(&got, text->data, text->size);
    if (got.data.size > bytes->size ||
        (got.data.size > 0 && memcmp(got.data.data, bytes->data, got.data.size) != 0)) {
        fail_msg("%s gave other bytes", what);
    }
    free_got(&got);
}

TEST(damage_is_noticed)
{
    struct wgc_buf bytes = {0}, lines = {0};
    uint64_t seed = 26;

    make_lines(&bytes, &lines);
    for (int i = 0; i < 3000; i++) {
        struct wgc_buf text = {0};
        size_t at = random_bits(&seed) % lines.size;
        size_t count = 1 + random_bits(&seed) % 40;
        wgc_buf_add(&text, lines.data, lines.size);
        count = count > text.size - at ? text.size - at : count;
        switch (i % 3) {
        case 0: /* another character */
            text.data[at] = (char)(random_bits(&seed) & 0xff);
            break;
        case 1: /* some are lost */
            memmove(text.data + at, text.data + at + count, text.size - at - count);
            text.size -= count;
            break;
        default: /* another's text in between */
            memset(text.data + at, 'w', count);
            text.data[at + count - 1] = '\n';
            break;
        }
        check_damaged(&text, &bytes, "damage");
        wgc_buf_free(&text);
    }
    wgc_buf_free(&bytes);
    wgc_buf_free(&lines);
}

TEST(lines_lost_or_repeated_are_noticed)
{
    struct wgc_armor_writer writer = {.side = WGC_ARMOR_FROM_WORKER};
    struct wgc_buf line[3] = {{0}, {0}, {0}};
    static const int order[][3] = {{0, 2, 1}, {1, 2, 0}, {0, 0, 1}, {0, 1, 1}};

    for (int i = 0; i < 3; i++) {
        wgc_armor_put(&writer, WGC_FRAME_DATA, "x", 1, &line[i]);
    }
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        struct got got = {.reader.side = WGC_ARMOR_FROM_WORKER};
        for (int k = 0; k < 3; k++) {
            feed(&got, line[order[i][k]].data, line[order[i][k]].size);
        }
        assert_true(got.broken);
        free_got(&got);
    }
    for (int i = 0; i < 3; i++) {
        wgc_buf_free(&line[i]);
    }
}

TEST(a_worker_of_this_build_is_taken)
{
    struct wgc_buf payload = {0};
    struct wgc_err err;

    wgc_hello_put(&payload);
    assert_int_equal(wgc_hello_check(payload.data, payload.size, &err), WGC_OK);
    for (size_t size = 0; size < payload.size; size++) {
        assert_int_equal(wgc_hello_check(payload.data, size, &err), WGC_ERR_INPUT);
    }
    wgc_wire_put_str(&payload, "what a later version adds");
    assert_int_equal(wgc_hello_check(payload.data, payload.size, &err), WGC_OK);
    wgc_buf_free(&payload);
}

TEST(another_build_is_refused_by_name)
{
    static const char *const other[][3] = {{"0.0.9", "abcdef123456", "0123456789abcdef"},
                                           {NULL, "abcdef123456", "0123456789abcdef"},
                                           {"0.0.9", "abcdef123456", NULL}};

    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++) {
        struct wgc_buf same = {0}, payload = {0};
        struct wgc_wire_view view;
        struct wgc_err err;
        wgc_hello_put(&same);
        view = (struct wgc_wire_view){.data = (const unsigned char *)same.data, .size = same.size};
        for (int k = 0; k < 3; k++) {
            char *text;
            assert_true(wgc_wire_get_str(&view, &text));
            wgc_wire_put_str(&payload, other[i][k] == NULL ? text : other[i][k]);
            free(text);
        }
        assert_int_equal(wgc_hello_check(payload.data, payload.size, &err), WGC_ERR_INPUT);
        assert_non_null(strstr(err.text, "commit abcdef123456"));
        assert_non_null(strstr(err.text, "and this is wgconform 0."));
        wgc_buf_free(&same);
        wgc_buf_free(&payload);
    }
}

TEST(how_a_worker_ended_comes_back)
{
    const struct wgc_exit sent = {
        .by_signal = true, .by_cpu_limit = true, .code = -1073741819, .name = "SIGSOMETHING"};
    struct wgc_exit got;
    struct wgc_buf payload = {0};

    wgc_exit_put(&payload, &sent);
    assert_true(wgc_exit_get(payload.data, payload.size, &got));
    assert_true(got.by_signal && got.by_cpu_limit && !got.lost && got.code == sent.code);
    assert_string_equal(got.name, sent.name);
    for (size_t size = 0; size < payload.size; size++) {
        assert_false(wgc_exit_get(payload.data, size, &got));
    }
    wgc_buf_clear(&payload);
    wgc_wire_put_u32(&payload, 1);
    wgc_wire_put_u32(&payload, 0);
    wgc_wire_put_u32(&payload, 11);
    wgc_wire_put_str(&payload, "a name that is longer than there is room for");
    assert_false(wgc_exit_get(payload.data, payload.size, &got));
    wgc_buf_free(&payload);
}
