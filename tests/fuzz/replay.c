/*
 * Goes through files as libFuzzer would, without it: each input ends where a page begins that
 * cannot be read, so that reading past it is a crash in any build. Prints how many there were.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/file.h"
#include "tests/fuzz/fuzz.h"

enum { INPUT_LIMIT = 16 * 1024 * 1024 };

static void give(const struct wgc_buf *input)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t whole = (input->size + page - 1) / page * page;
    uint8_t *memory =
        mmap(NULL, whole + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    fuzz_require(memory != MAP_FAILED, "memory for an input");
    fuzz_require(mprotect(memory + whole, page, PROT_NONE) == 0, "a page that cannot be read");
    uint8_t *data = memory + whole - input->size;
    if (input->size > 0) {
        memcpy(data, input->data, input->size);
    }
    (void)LLVMFuzzerTestOneInput(data, input->size);
    (void)munmap(memory, whole + page);
}

int main(int argc, char **argv)
{
    struct wgc_err err = {0};

    for (int i = 1; i < argc; i++) {
        struct wgc_buf input = {0};
        if (wgc_file_read(argv[i], INPUT_LIMIT, WGC_ERR_INPUT, &input, &err) != WGC_OK) {
            (void)fprintf(stderr, "%s\n", err.text);
            return 2;
        }
        (void)fprintf(stderr, "%s\n", argv[i]);
        give(&input);
        wgc_buf_free(&input);
    }
    (void)printf("%d inputs\n", argc - 1);
    return 0;
}
