/* harness/worker: what it makes of requests that are no requests. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/test.h"
#include "wire/protocol.h"
#include "worker/worker.h"

/* What the worker answers to these bytes and then the end; the text of its FAILED message, or "".
 */
static int answer(const void *bytes, size_t size, char text[256])
{
    struct wgc_wire_reader reader = {0};
    struct wgc_wire_view view;
    int request[2], reply[2], status;
    uint32_t status_sent;
    char *why;

    text[0] = '\0';
    assert_int_equal(pipe(request), 0);
    assert_int_equal(pipe(reply), 0);
    assert_int_equal(write(request[1], bytes, size), size);
    (void)close(request[1]);
    status = wgc_worker_main(request[0], reply[1]);
    (void)close(reply[1]);
    while (wgc_wire_fill(&reader, reply[0]) > 0) {
    }
    if (wgc_wire_next(&reader, &view) == WGC_WIRE_MESSAGE) {
        assert_int_equal(view.type, WGC_MSG_FAILED);
        assert_true(wgc_wire_get_u32(&view, &status_sent));
        assert_true(wgc_wire_get_str(&view, &why));
        (void)snprintf(text, 256, "%s", why);
        free(why);
    }
    wgc_wire_reader_free(&reader);
    (void)close(request[0]);
    (void)close(reply[0]);
    return status;
}

TEST(test_bad_requests)
{
    static const unsigned char quit[] = {WGC_MSG_QUIT, 0, 0, 0, 0, 0, 0, 0};
    static const unsigned char batch[] = {WGC_MSG_BATCH, 0, 0, 0, 0, 0, 0, 0};
    static const unsigned char config[] = {WGC_MSG_CONFIG, 0, 0, 0, 2, 0, 0, 0, 'x', 'y'};
    static const unsigned char unknown[] = {200, 0, 0, 0, 0, 0, 0, 0};
    static const unsigned char huge[] = {WGC_MSG_BATCH, 0, 0, 0, 255, 255, 255, 255};
    char text[256];

    assert_int_equal(answer("", 0, text), 0);
    assert_int_equal(answer(quit, sizeof quit, text), 0);
    assert_string_equal(text, "");
    assert_int_equal(answer(batch, sizeof batch, text), 3);
    assert_string_equal(text, "a batch before the configuration");
    assert_int_equal(answer(config, sizeof config, text), 3);
    assert_string_equal(text, "a configuration that cannot be read");
    assert_int_equal(answer(unknown, sizeof unknown, text), 3);
    assert_string_not_equal(text, "");
    assert_int_equal(answer(huge, sizeof huge, text), 3);
    assert_string_equal(text, "a request that is no message");
}

/* A program that was replaced during the run has other numbers for its cases. */
TEST(test_another_suite)
{
    static const char other[] = "0123";
    struct wgc_worker_config config = {
        .device = -1, .suite_folder = "/nowhere", .suite_digest = other};
    struct wgc_buf payload = {0}, message = {0};
    char text[256];

    assert_string_not_equal(wgc_built_suite.suite_digest, other);
    for (int i = 0; i < 2; i++) {
        wgc_buf_clear(&payload);
        wgc_buf_clear(&message);
        wgc_worker_config_put(&payload, &config);
        wgc_wire_put_u32(&message, WGC_MSG_CONFIG);
        wgc_wire_put_u32(&message, (uint32_t)payload.size);
        wgc_buf_add(&message, payload.data, payload.size);
        assert_int_not_equal(answer(message.data, message.size, text), 0);
        assert_int_equal(strncmp(text, "the program was replaced", 24) == 0, i == 0);
        config.suite_digest = wgc_built_suite.suite_digest;
    }
    wgc_buf_free(&payload);
    wgc_buf_free(&message);
}
