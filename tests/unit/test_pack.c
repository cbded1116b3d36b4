/* harness/suite/pack.c: the packed files of kernels, and base/crc32.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/crc32.h"
#include "base/file.h"
#include "suite/pack.h"
#include "tests/unit/pack_fixture.h"
#include "tests/unit/test.h"

static const char digest[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
static const char other_digest[] =
    "fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210";
static const struct fixture_entry entries[] = {
    {"c/a.cl", "kernel a", 8, true},
    {"c/b.cl", "kernel b", 8, false},
    {"c/bc.cl", "kernel\0bc", 9, true},
    {"text.cl", "one\n\ntwo\none\n", 13, false},
};
enum { ENTRIES = sizeof entries / sizeof entries[0], BLOCKS = 2, PAGES = 2 };

/* A folder with a c.pack. */
struct place {
    char folder[64], file[80];
    struct wgc_buf bytes;
};

static void set_up(struct place *place)
{
    *place = (struct place){.folder = "/tmp/wgconform-test-XXXXXX"};
    assert_non_null(mkdtemp(place->folder));
    (void)snprintf(place->file, sizeof place->file, "%s/c.pack", place->folder);
    fixture_pack(entries, ENTRIES, digest, &place->bytes);
}

static void tear_down(struct place *place)
{
    assert_int_equal(unlink(place->file), 0);
    assert_int_equal(rmdir(place->folder), 0);
    wgc_buf_free(&place->bytes);
}

static enum wgc_status write_and_open(const struct place *place, struct wgc_pack *pack,
                                      struct wgc_err *err)
{
    assert_int_equal(wgc_file_write(place->file, place->bytes.data, place->bytes.size, err),
                     WGC_OK);
    return wgc_pack_open(place->folder, WGC_PACK_C, digest, pack, err);
}

TEST(reads_every_entry)
{
    struct place place;
    struct wgc_pack pack;
    struct wgc_buf out = {0};
    struct wgc_err err;

    set_up(&place);
    assert_int_equal(write_and_open(&place, &pack, &err), WGC_OK);
    wgc_buf_text(&out, "before");
    for (size_t i = 0; i < ENTRIES; i++) {
        out.size = strlen("before");
        assert_int_equal(wgc_pack_read(&pack, entries[i].name, &out, &err), WGC_OK);
        assert_int_equal(out.size, strlen("before") + entries[i].size);
        assert_memory_equal(out.data, "before", strlen("before"));
        assert_memory_equal(out.data + strlen("before"), entries[i].data, entries[i].size);
        assert_int_equal(out.data[out.size], '\0');
    }
    wgc_buf_free(&out);
    wgc_pack_close(&pack);
    wgc_pack_close(&pack); /* not open any more */
    tear_down(&place);
}

TEST(names_an_entry_that_is_not_there)
{
    static const char *const names[] = {"c/", "c/a", "c/a.cl2", "c/c.cl", "zero.cl", ""};
    struct place place;
    struct wgc_pack pack;
    struct wgc_buf out = {0};
    struct wgc_err err;

    set_up(&place);
    assert_int_equal(write_and_open(&place, &pack, &err), WGC_OK);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_int_equal(wgc_pack_read(&pack, names[i], &out, &err), WGC_ERR_INPUT);
        assert_non_null(strstr(err.text, "/c.pack: has no "));
        assert_non_null(strstr(err.text, names[i]));
    }
    wgc_buf_free(&out);
    wgc_pack_close(&pack);
    tear_down(&place);
}

/* Whether opening fails with a line that names the file and has this part. */
static void check_refused(const struct place *place, const char *part)
{
    struct wgc_pack pack;
    struct wgc_err err;

    assert_int_equal(write_and_open(place, &pack, &err), WGC_ERR_INPUT);
    assert_null(pack.path);
    assert_ptr_equal(strstr(err.text, place->file), err.text);
    assert_non_null(strstr(err.text, part));
}

TEST(refuses_a_file_of_any_other_length)
{
    struct place place;
    size_t size;

    set_up(&place);
    size = place.bytes.size;
    for (place.bytes.size = 0; place.bytes.size < size; place.bytes.size++) {
        check_refused(&place,
                      place.bytes.size < 108 ? "not a packed file of kernels" : " bytes, not ");
    }
    wgc_buf_char(&place.bytes, 'x');
    wgc_buf_char(&place.bytes, 'x');
    check_refused(&place, " bytes, not ");
    tear_down(&place);
}

TEST(refuses_a_header_with_any_bit_wrong)
{
    struct place place;

    set_up(&place);
    for (size_t bit = 0; bit < (size_t)108 * 8; bit++) {
        char *byte = &place.bytes.data[bit / 8];
        *byte = (char)(*byte ^ 1 << bit % 8);
        check_refused(&place, bit < 64 ? "not a packed file of kernels" : "damaged: its header");
        *byte = (char)(*byte ^ 1 << bit % 8);
    }
    tear_down(&place);
}

TEST(refuses_places_behind_the_end)
{
    static const size_t at[] = {16 + 3, 20 + 3, 24 + 7, 32 + 7}; /* pages, blocks, both places */
    struct place place;

    set_up(&place);
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) {
        place.bytes.data[at[i]] = (char)0xff;
        fixture_pack_seal(&place.bytes);
        check_refused(&place, "damaged: its header");
        place.bytes.data[at[i]] = 0;
    }
    tear_down(&place);
}

TEST(refuses_the_kernels_of_another_suite)
{
    struct place place;

    set_up(&place);
    wgc_buf_clear(&place.bytes);
    fixture_pack(entries, ENTRIES, other_digest, &place.bytes);
    check_refused(&place, "another suite");
    check_refused(&place, digest);
    check_refused(&place, other_digest);
    tear_down(&place);
}

TEST(refuses_what_is_no_file)
{
    char folder[] = "/tmp/wgconform-test-XXXXXX";
    struct wgc_buf path = {0};
    struct wgc_pack pack;
    struct wgc_err err;

    assert_non_null(mkdtemp(folder));
    assert_int_equal(wgc_pack_open(folder, WGC_PACK_SPIRV, digest, &pack, &err), WGC_ERR_INPUT);
    assert_non_null(strstr(err.text, "/spirv.pack: cannot open: "));
    wgc_buf_printf(&path, "%s/spirv.pack", folder);
    assert_int_equal(symlink(folder, path.data), 0);
    assert_int_equal(wgc_pack_open(folder, WGC_PACK_SPIRV, digest, &pack, &err), WGC_ERR_INPUT);
    assert_non_null(strstr(err.text, "/spirv.pack: not a file"));
    assert_int_equal(unlink(path.data), 0);
    assert_int_equal(rmdir(folder), 0);
    wgc_buf_free(&path);
}

/* Whether the byte is one of the name before a page, by which the page is found. */
static bool is_first_name(const struct place *place, const struct wgc_pack *pack, size_t byte)
{
    for (size_t i = 0; i < PAGES; i++) {
        const char *record = place->bytes.data + pack->page_table + i * 20;
        const size_t at = (unsigned char)record[0] + 256U * (unsigned char)record[1];
        if (byte >= at && byte - at < (unsigned char)record[8]) {
            return true;
        }
    }
    return false;
}

/* Wherever a bit is wrong after the header, an entry is read as it was or refused. Some entry is
 * refused, but for the bits between the last one of a compressed part and the byte's end, and some
 * of the names of pages, which still are between those of the entries. */
TEST(notices_every_wrong_bit)
{
    struct place place;
    struct wgc_pack pack;
    struct wgc_buf out = {0};
    struct wgc_err err;
    size_t unused = 0;

    set_up(&place);
    for (size_t bit = (size_t)108 * 8; bit < place.bytes.size * 8; bit++) {
        char *byte = &place.bytes.data[bit / 8];
        size_t refused = 0;
        *byte = (char)(*byte ^ 1 << bit % 8);
        assert_int_equal(write_and_open(&place, &pack, &err), WGC_OK);
        for (size_t i = 0; i < ENTRIES; i++) {
            wgc_buf_clear(&out);
            if (wgc_pack_read(&pack, entries[i].name, &out, &err) != WGC_OK) {
                assert_int_equal(err.status, WGC_ERR_INPUT);
                assert_ptr_equal(strstr(err.text, place.file), err.text);
                refused++;
            } else {
                assert_int_equal(out.size, entries[i].size);
                assert_memory_equal(out.data, entries[i].data, out.size);
            }
        }
        unused += refused == 0 && !is_first_name(&place, &pack, bit / 8);
        assert_true(refused > 0 || bit / 8 < pack.page_table);
        wgc_pack_close(&pack);
        *byte = (char)(*byte ^ 1 << bit % 8);
    }
    assert_true(unused <= (size_t)(PAGES + BLOCKS) * 7);
    wgc_buf_free(&out);
    tear_down(&place);
}

static void put_number(char *to, uint64_t value, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        to[i] = (char)(unsigned char)(value >> 8 * i & 0xff);
    }
}

/* Neither the first entry is read, nor memory of the size taken that is claimed. */
TEST(refuses_a_record_that_claims_what_is_not_there)
{
    static const struct {
        bool page;          /* a record of the table of pages, not of blocks */
        size_t field, size; /* of the first record */
        uint64_t value;
    } claim[] = {
        {true, 0, 8, UINT64_MAX},   {true, 0, 8, 0},           {true, 8, 4, 256},
        {true, 8, 4, UINT32_MAX},   {true, 12, 4, UINT32_MAX}, {true, 12, 4, 4},
        {true, 16, 4, 51},          {true, 16, 4, 53},         {true, 16, 4, 4194304},
        {true, 16, 4, UINT32_MAX},  {false, 0, 8, UINT64_MAX}, {false, 0, 8, 0},
        {false, 8, 4, UINT32_MAX},  {false, 8, 4, 4},          {false, 8, 4, 0},
        {false, 12, 4, UINT32_MAX}, {false, 12, 4, 15},        {false, 12, 4, 17},
        {false, 12, 4, 0},          {false, 12, 4, 4194304},   {false, 12, 4, 4194305},
    };
    struct place place;
    struct wgc_pack pack;
    struct wgc_buf out = {0};
    struct wgc_err err;

    for (size_t i = 0; i < sizeof claim / sizeof claim[0]; i++) {
        set_up(&place);
        const size_t table = place.bytes.size - (size_t)BLOCKS * 16 - (size_t)PAGES * 20;
        put_number(place.bytes.data + table + (claim[i].page ? 0 : (size_t)PAGES * 20) +
                       claim[i].field,
                   claim[i].value, claim[i].size);
        assert_int_equal(write_and_open(&place, &pack, &err), WGC_OK);
        assert_int_equal(pack.page_table, table);
        assert_int_equal(wgc_pack_read(&pack, "c/a.cl", &out, &err), WGC_ERR_INPUT);
        assert_non_null(strstr(err.text, claim[i].page ? "c.pack: " : "c.pack: damaged: c/a.cl"));
        assert_int_equal(out.size, 0);
        /* an entry of another page and block is read all the same */
        assert_int_equal(wgc_pack_read(&pack, "text.cl", &out, &err), WGC_OK);
        assert_string_equal(out.data, entries[ENTRIES - 1].data);
        wgc_buf_free(&out);
        wgc_pack_close(&pack);
        tear_down(&place);
    }
}

/* The compressed part is small whatever it holds: what is made of it is bounded by the record. */
TEST(refuses_a_block_with_more_than_its_record_has)
{
    static char zeros[64 * 1024];
    const struct fixture_entry big = {"c/a.cl", zeros, sizeof zeros, true};
    struct place place;
    struct wgc_pack pack;
    struct wgc_buf out = {0};
    struct wgc_err err;

    set_up(&place);
    wgc_buf_clear(&place.bytes);
    fixture_pack(&big, 1, digest, &place.bytes);
    assert_true(place.bytes.size < 512);
    assert_int_equal(write_and_open(&place, &pack, &err), WGC_OK);
    assert_int_equal(wgc_pack_read(&pack, "c/a.cl", &out, &err), WGC_OK);
    assert_int_equal(out.size, sizeof zeros);
    wgc_pack_close(&pack);
    put_number(place.bytes.data + place.bytes.size - 4, 100, 4);
    assert_int_equal(write_and_open(&place, &pack, &err), WGC_OK);
    assert_int_equal(wgc_pack_read(&pack, "c/a.cl", &out, &err), WGC_ERR_INPUT);
    assert_non_null(strstr(err.text, "c.pack: damaged: c/a.cl"));
    wgc_buf_free(&out);
    wgc_pack_close(&pack);
    tear_down(&place);
}

TEST(notices_a_file_that_is_cut_short_while_it_is_open)
{
    struct place place;
    struct wgc_pack pack;
    struct wgc_buf out = {0};
    struct wgc_err err;

    set_up(&place);
    assert_int_equal(write_and_open(&place, &pack, &err), WGC_OK);
    assert_int_equal(truncate(place.file, 120), 0);
    assert_int_equal(wgc_pack_read(&pack, "c/a.cl", &out, &err), WGC_ERR_INPUT);
    assert_non_null(strstr(err.text, "c.pack: cut short"));
    wgc_buf_free(&out);
    wgc_pack_close(&pack);
    tear_down(&place);
}

TEST(finds_the_packed_file_of_a_name)
{
    assert_int_equal(wgc_pack_of("c/a.int.cl"), WGC_PACK_C);
    assert_int_equal(wgc_pack_of("emulated/prelude.cl"), WGC_PACK_C);
    assert_int_equal(wgc_pack_of("spirv/a.int.plain.spv"), WGC_PACK_SPIRV);
    assert_int_equal(wgc_pack_of("spirv32/a.int.plain.spvasm"), WGC_PACK_SPIRV);
    assert_int_equal(wgc_pack_of("a"), WGC_PACK_SPIRV);
}

/* The check value that catalogues of checksums give for CRC-32. */
TEST(knows_the_checksum_of_nine_digits)
{
    assert_int_equal(wgc_crc32(0, "123456789", 9), 0xcbf43926);
    assert_int_equal(wgc_crc32(wgc_crc32(0, "1234", 4), "56789", 5), 0xcbf43926);
    assert_int_equal(wgc_crc32(0, "", 0), 0);
}
