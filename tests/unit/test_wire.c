/* Messages: fields that were put are read again, in any pieces; malformed messages are detected. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "random.h"
#include "tests/unit/test.h"
#include "wire/protocol.h"
#include "wire/wire.h"

static struct wgc_wire_view view_of(const struct wgc_buf *payload)
{
    return (struct wgc_wire_view){.data = (const unsigned char *)payload->data,
                                  .size = payload->size};
}

TEST(fields_come_back)
{
    struct wgc_buf payload = {0};
    uint32_t small;
    uint64_t large;
    double real;
    char *text;

    wgc_wire_put_u32(&payload, 0x12345678);
    wgc_wire_put_u64(&payload, UINT64_C(0xfedcba9876543210));
    wgc_wire_put_f64(&payload, -0.1);
    wgc_wire_put_str(&payload, "text with \n and \xFF");
    wgc_wire_put_str(&payload, NULL);
    assert_memory_equal(payload.data, "\x78\x56\x34\x12\x10\x32\x54\x76\x98\xba\xdc\xfe", 12);
    struct wgc_wire_view view = view_of(&payload);
    assert_true(wgc_wire_get_u32(&view, &small) && small == 0x12345678);
    assert_true(wgc_wire_get_u64(&view, &large) && large == UINT64_C(0xfedcba9876543210));
    assert_true(wgc_wire_get_f64(&view, &real) && real == -0.1);
    assert_true(wgc_wire_get_str(&view, &text));
    assert_string_equal(text, "text with \n and \xFF");
    free(text);
    assert_false(wgc_wire_at_end(&view));
    assert_true(wgc_wire_get_str(&view, &text));
    assert_string_equal(text, "");
    free(text);
    assert_true(wgc_wire_at_end(&view));
    assert_false(wgc_wire_get_u32(&view, &small));
    assert_true(wgc_wire_at_end(&view));
    wgc_buf_free(&payload);
}

/* A field that the payload's end cuts is refused, and the view stays before it. */
TEST(cut_fields_are_refused)
{
    static const unsigned char length_too_large[] = {0xff, 0xff, 0xff, 0xff, 'a'};
    static const unsigned char nul_inside[] = {2, 0, 0, 0, 'a', '\0'};
    struct wgc_wire_view view = {.data = length_too_large, .size = sizeof length_too_large};
    char *text = NULL;
    uint64_t large;
    double real;

    assert_false(wgc_wire_get_str(&view, &text));
    assert_int_equal(view.at, 0);
    assert_false(wgc_wire_get_u64(&view, &large));
    assert_false(wgc_wire_get_f64(&view, &real));
    assert_int_equal(view.at, 0);
    view = (struct wgc_wire_view){.data = nul_inside, .size = sizeof nul_inside};
    assert_false(wgc_wire_get_str(&view, &text));
    assert_null(text);
    assert_int_equal(view.at, 0);
    for (size_t size = 0; size < 4; size++) {
        view = (struct wgc_wire_view){.data = nul_inside, .size = size};
        assert_false(wgc_wire_get_str(&view, &text));
        assert_int_equal(view.at, 0);
    }
}

static size_t put_messages(int fd, size_t count)
{
    struct wgc_buf payload = {0};
    struct wgc_err err;
    size_t bytes = 0;

    for (size_t i = 0; i < count; i++) {
        wgc_buf_clear(&payload);
        for (size_t k = 0; k < i % 7; k++) {
            wgc_wire_put_u32(&payload, (uint32_t)(i + k));
        }
        assert_int_equal(wgc_wire_send(fd, (enum wgc_msg)(1 + i % 10), &payload, &err), WGC_OK);
        bytes += 8 + payload.size;
    }
    wgc_buf_free(&payload);
    return bytes;
}

static void check_messages(struct wgc_wire_reader *reader, size_t *seen)
{
    struct wgc_wire_view view;

    while (wgc_wire_next(reader, &view) == WGC_WIRE_MESSAGE) {
        uint32_t value;
        assert_int_equal(view.type, 1 + *seen % 10);
        for (size_t k = 0; k < *seen % 7; k++) {
            assert_true(wgc_wire_get_u32(&view, &value));
            assert_int_equal(value, *seen + k);
        }
        assert_true(wgc_wire_at_end(&view));
        (*seen)++;
    }
}

/* A payload that could not be made is not sent. */
TEST(a_failed_payload_is_not_sent)
{
    const struct wgc_buf bad = {.failed = true};
    struct wgc_err err;
    char byte;
    int fds[2];

    assert_int_equal(pipe(fds), 0);
    assert_int_equal(wgc_wire_send(fds[1], WGC_MSG_RESULT, &bad, &err), WGC_ERR_MEMORY);
    (void)close(fds[1]);
    assert_int_equal(read(fds[0], &byte, 1), 0);
    (void)close(fds[0]);
}

/* However the bytes are cut into pieces, the same messages come out. */
TEST(pieces_of_any_size)
{
    enum { MESSAGES = 200 };
    int fds[2];

    assert_int_equal(pipe(fds), 0);
    size_t size = put_messages(fds[1], MESSAGES);
    char *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(read(fds[0], bytes, size), size);
    for (size_t piece = 1; piece < 40; piece++) {
        struct wgc_wire_reader reader = {0};
        size_t seen = 0;
        for (size_t at = 0; at < size; at += piece) {
            assert_true(wgc_wire_feed(&reader, bytes + at, size - at < piece ? size - at : piece));
            check_messages(&reader, &seen);
        }
        assert_int_equal(seen, MESSAGES);
        wgc_wire_reader_free(&reader);
    }
    free(bytes);
    (void)close(fds[0]);
    (void)close(fds[1]);
}

TEST(a_descriptor_is_read_to_its_end)
{
    struct wgc_wire_reader reader = {0};
    struct wgc_wire_view view;
    size_t seen = 0;
    int fds[2];

    assert_int_equal(pipe(fds), 0);
    (void)put_messages(fds[1], 50);
    assert_int_equal(write(fds[1], "\1\0\0", 3), 3); /* and the beginning of one more */
    (void)close(fds[1]);
    while (wgc_wire_fill(&reader, fds[0]) > 0) {
        check_messages(&reader, &seen);
    }
    assert_int_equal(seen, 50);
    assert_int_equal(wgc_wire_next(&reader, &view), WGC_WIRE_MORE);
    assert_int_equal(wgc_wire_fill(&reader, fds[0]), 0);
    (void)close(fds[0]);
    assert_int_equal(wgc_wire_fill(&reader, fds[0]), -1);
    wgc_wire_reader_free(&reader);
}

TEST(broken_headers_are_detected)
{
    static const struct {
        unsigned char header[8];
        enum wgc_wire_next next;
    } headers[] = {
        {{0, 0, 0, 0, 0, 0, 0, 0}, WGC_WIRE_BROKEN},
        {{WGC_MSG_END, 0, 0, 0, 0, 0, 0, 0}, WGC_WIRE_BROKEN},
        {{1, 1, 0, 0, 0, 0, 0, 0}, WGC_WIRE_BROKEN},
        {{1, 0, 0, 0, 1, 0, 0, 4}, WGC_WIRE_BROKEN}, /* one byte more than the limit */
        {{1, 0, 0, 0, 0, 0, 0, 4}, WGC_WIRE_MORE},
        {{1, 0, 0, 0, 0, 0, 0, 0}, WGC_WIRE_MESSAGE},
        {{'S', 'e', 'g', 'm', 'e', 'n', 't', 'a'}, WGC_WIRE_BROKEN},
    };

    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        struct wgc_wire_reader reader = {0};
        struct wgc_wire_view view;
        assert_true(wgc_wire_feed(&reader, headers[i].header, 7));
        assert_int_equal(wgc_wire_next(&reader, &view), WGC_WIRE_MORE);
        assert_true(wgc_wire_feed(&reader, headers[i].header + 7, 1));
        assert_int_equal(wgc_wire_next(&reader, &view), headers[i].next);
        wgc_wire_reader_free(&reader);
    }
}

/* Nobody reads any more: an error; where SIGPIPE is ignored, no signal ends the process. */
TEST(a_peer_that_is_gone)
{
    struct wgc_buf payload = {0};
    struct wgc_err err;
    int fds[2];

    assert_true(signal(SIGPIPE, SIG_IGN) != SIG_ERR);
    assert_int_equal(pipe(fds), 0);
    (void)close(fds[0]);
    assert_int_equal(wgc_wire_send(fds[1], WGC_MSG_QUIT, &payload, &err), WGC_ERR_RUN);
    assert_string_equal(err.text, "cannot send a message: Broken pipe");
    (void)close(fds[1]);
    payload.failed = true;
    assert_int_equal(wgc_wire_send(fds[1], WGC_MSG_QUIT, &payload, &err), WGC_ERR_MEMORY);
}

TEST(a_config_comes_back)
{
    char folder[] = "/usr/share/wgconform", options[] = "-cl-opt-disable", digest[] = "01ab";
    const struct wgc_worker_config config = {WGC_WORKER_RUN,
                                             -1,
                                             UINT32_C(1) << WGC_FEATURE_subgroups,
                                             WGC_IMPL_EMULATED,
                                             WGC_PROFILE_FULL,
                                             UINT64_MAX,
                                             true,
                                             options,
                                             folder,
                                             digest};
    struct wgc_worker_config back;
    struct wgc_buf payload = {0};

    wgc_worker_config_put(&payload, &config);
    struct wgc_wire_view view = view_of(&payload);
    assert_true(wgc_worker_config_get(&view, &back));
    assert_int_equal(back.device, -1);
    assert_int_equal(back.features, UINT32_C(1) << WGC_FEATURE_subgroups);
    assert_int_equal(back.impl, WGC_IMPL_EMULATED);
    assert_int_equal(back.profile, WGC_PROFILE_FULL);
    assert_true(back.seed == UINT64_MAX);
    assert_true(back.unadvertised);
    assert_string_equal(back.suite_folder, folder);
    assert_string_equal(back.suite_digest, digest);
    assert_string_equal(back.build_options, options);
    wgc_worker_config_free(&back);
    for (size_t size = 0; size < payload.size; size++) {
        view = view_of(&payload);
        view.size = size;
        assert_false(wgc_worker_config_get(&view, &back));
        wgc_worker_config_free(&back);
    }
    wgc_buf_free(&payload);
}

TEST(a_device_comes_back)
{
    char name[] = "null", json[] = "{}";
    const struct wgc_device_info info = {.index = 3,
                                         .name = name,
                                         .json = json,
                                         .features = UINT64_MAX,
                                         .is_cpu = true,
                                         .has_compiler = false,
                                         .compute_units = 128,
                                         .max_work_group_size = 4096,
                                         .max_work_item_size = {4096, 1024, 64},
                                         .driver_milliseconds = 250};
    struct wgc_device_info back;
    struct wgc_buf payload = {0};

    wgc_device_info_put(&payload, &info);
    struct wgc_wire_view view = view_of(&payload);
    assert_true(wgc_device_info_get(&view, &back));
    assert_int_equal(back.index, 3);
    assert_string_equal(back.name, "null");
    assert_string_equal(back.json, "{}");
    assert_true(back.features == UINT64_MAX && back.is_cpu && !back.has_compiler);
    assert_int_equal(back.compute_units, 128);
    assert_int_equal(back.max_work_group_size, 4096);
    assert_int_equal(back.max_work_item_size[2], 64);
    assert_int_equal(back.driver_milliseconds, 250);
    wgc_device_info_free(&back);
    for (size_t size = 0; size < payload.size; size++) {
        view = view_of(&payload);
        view.size = size;
        assert_false(wgc_device_info_get(&view, &back));
        assert_null(back.name);
    }
    wgc_buf_free(&payload);
}

/* Random bytes, and right messages with some bytes changed: no crash, no leak, nothing read past
 * the end. */
TEST(noise_does_no_harm)
{
    enum { ROUNDS = 20000 };
    char folder[] = "/x";
    const struct wgc_worker_config config = {.suite_folder = folder, .suite_digest = folder};
    uint64_t random = 42;

    for (int i = 0; i < ROUNDS; i++) {
        struct wgc_wire_reader reader = {0};
        struct wgc_worker_config back;
        struct wgc_device_info info;
        struct wgc_wire_view view;
        struct wgc_buf message = {0};
        wgc_wire_put_u32(&message, 1 + (uint32_t)random_below(&random, 12));
        wgc_wire_put_u32(&message, (uint32_t)random_below(&random, 80));
        wgc_worker_config_put(&message, &config);
        for (uint64_t k = random_below(&random, 6); k > 0; k--) {
            message.data[random_below(&random, message.size)] = (char)random_bits(&random);
        }
        assert_true(wgc_wire_feed(&reader, message.data, message.size));
        while (wgc_wire_next(&reader, &view) == WGC_WIRE_MESSAGE) {
            struct wgc_wire_view copy = view;
            (void)wgc_worker_config_get(&copy, &back);
            wgc_worker_config_free(&back);
            if (wgc_device_info_get(&view, &info)) {
                wgc_device_info_free(&info);
            }
        }
        wgc_wire_reader_free(&reader);
        wgc_buf_free(&message);
    }
}

TEST(bytes_are_found_where_they_are)
{
    static const char text[] = "abab\0abac";
    const size_t size = sizeof text - 1;

    assert_ptr_equal(wgc_bytes_find(text, size, "ab", 2), text);
    assert_ptr_equal(wgc_bytes_find(text, size, "abac", 4), text + 5);
    assert_ptr_equal(wgc_bytes_find(text, size, "b\0a", 3), text + 3);
    assert_ptr_equal(wgc_bytes_find(text, size, text, size), text);
    assert_null(wgc_bytes_find(text, size - 1, "abac", 4)); /* the end is the end */
    assert_null(wgc_bytes_find(text, size, "ac ", 3));
    assert_null(wgc_bytes_find(text, 1, "ab", 2));
    assert_null(wgc_bytes_find("", 0, "a", 1));
}
