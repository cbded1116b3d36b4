/* gzip: packed and unpacked, cut off, damaged, in members, and larger than the limit. */
#include <stdlib.h>
#include <string.h>

#include "report_file/parts.h"
#include "tests/unit/test.h"

enum { LARGE = 3 * 1024 * 1024, NO_LIMIT = 1 << 30 };

/* Text that does not compress to nothing. */
static struct wgc_buf text_of(size_t size)
{
    struct wgc_buf text = {0};
    uint32_t seed = 1;

    for (size_t i = 0; i < size; i++) {
        seed = seed * 1664525 + 1013904223;
        wgc_buf_char(&text, (char)('a' + (seed >> 24) % 16));
    }
    assert_false(text.failed);
    return text;
}

static struct wgc_buf packed(const struct wgc_buf *text)
{
    struct wgc_buf out = {0};
    struct wgc_err err;

    assert_int_equal(wgc_gzip_pack(text->size == 0 ? "" : text->data, text->size, &out, &err),
                     WGC_OK);
    assert_true(wgc_gzip_is(out.data, out.size));
    return out;
}

TEST(what_is_packed_is_unpacked)
{
    static const size_t sizes[] = {0, 1, 1000, LARGE};

    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct wgc_buf text = text_of(sizes[i]);
        struct wgc_buf file = packed(&text);
        struct wgc_buf again = packed(&text);
        struct wgc_buf back = {0};
        struct wgc_err err;
        assert_int_equal(file.size, again.size);
        assert_memory_equal(file.data, again.data, file.size);
        wgc_buf_text(&back, "before ");
        assert_int_equal(wgc_gzip_unpack("f", file.data, file.size, NO_LIMIT, &back, &err), WGC_OK);
        assert_int_equal(back.size, text.size + 7);
        assert_memory_equal(back.data, "before ", 7);
        assert_true(text.size == 0 || memcmp(back.data + 7, text.data, text.size) == 0);
        wgc_buf_free(&back);
        wgc_buf_free(&again);
        wgc_buf_free(&file);
        wgc_buf_free(&text);
    }
}

TEST(members_follow_each_other)
{
    struct wgc_buf text = text_of(1000);
    struct wgc_buf file = packed(&text);
    struct wgc_buf two = {0};
    struct wgc_buf back = {0};
    struct wgc_err err;

    wgc_buf_add(&two, file.data, file.size);
    wgc_buf_add(&two, file.data, file.size);
    assert_int_equal(wgc_gzip_unpack("f", two.data, two.size, NO_LIMIT, &back, &err), WGC_OK);
    assert_int_equal(back.size, 2 * text.size);
    wgc_buf_char(&two, 'x'); /* no member */
    wgc_buf_clear(&back);
    assert_int_equal(wgc_gzip_unpack("f", two.data, two.size, NO_LIMIT, &back, &err),
                     WGC_ERR_INPUT);
    wgc_buf_free(&back);
    wgc_buf_free(&two);
    wgc_buf_free(&file);
    wgc_buf_free(&text);
}

TEST(every_prefix_is_cut_off)
{
    struct wgc_buf text = text_of(500);
    struct wgc_buf file = packed(&text);
    struct wgc_buf back = {0};
    struct wgc_err err;

    for (size_t size = 0; size < file.size; size++) {
        wgc_buf_clear(&back);
        assert_int_equal(wgc_gzip_unpack("f.gz", file.data, size, NO_LIMIT, &back, &err),
                         WGC_ERR_INPUT);
        assert_string_equal(err.text, "f.gz: the gzip file is cut off");
    }
    wgc_buf_free(&back);
    wgc_buf_free(&file);
    wgc_buf_free(&text);
}

/* But in the bits between the data and the trailer, which mean nothing. */
TEST(a_changed_byte_is_seen)
{
    size_t unseen = 0;
    enum { HEADER = 10 }; /* bytes, in which the time and the system may be anything */
    struct wgc_buf text = text_of(500);
    struct wgc_buf file = packed(&text);
    struct wgc_buf back = {0};
    struct wgc_err err;

    for (size_t i = HEADER; i < file.size; i++) {
        file.data[i] = (char)(file.data[i] ^ 0x10);
        wgc_buf_clear(&back);
        if (wgc_gzip_unpack("f.gz", file.data, file.size, NO_LIMIT, &back, &err) == WGC_OK) {
            unseen++;
            assert_int_equal(back.size, text.size);
            assert_memory_equal(back.data, text.data, text.size);
        }
        file.data[i] = (char)(file.data[i] ^ 0x10);
    }
    assert_true(unseen <= 1);
    wgc_buf_free(&back);
    wgc_buf_free(&file);
    wgc_buf_free(&text);
}

TEST(the_limit_is_of_what_comes_out)
{
    struct wgc_buf text = text_of(LARGE);
    struct wgc_buf file = packed(&text);
    struct wgc_buf back = {0};
    struct wgc_err err;

    assert_int_equal(wgc_gzip_unpack("f", file.data, file.size, LARGE, &back, &err), WGC_OK);
    wgc_buf_clear(&back);
    assert_int_equal(wgc_gzip_unpack("f", file.data, file.size, LARGE - 1, &back, &err),
                     WGC_ERR_INPUT);
    assert_string_equal(err.text, "f: unpacked, larger than the limit of 3145727 bytes");
    wgc_buf_free(&back);
    wgc_buf_free(&file);
    wgc_buf_free(&text);
}

TEST(names_and_first_bytes)
{
    assert_true(wgc_gzip_is_path("a.json.gz"));
    assert_false(wgc_gzip_is_path("a.json") || wgc_gzip_is_path(".gz") || wgc_gzip_is_path("gz"));
    assert_false(wgc_gzip_is("{", 1) || wgc_gzip_is("\x1f", 1) || wgc_gzip_is("\x1f{", 2));
    assert_true(wgc_gzip_is("\x1f\x8b", 2));
}
