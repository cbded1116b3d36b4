/*
 * explore-seeds [-p] [-f MASK] [-a NAME]... [-n COUNT] [FIRST]: generates programs and interprets
 * them under several partitions, without a device. -p prints the program of FIRST as text and as
 * OpenCL C. -f and -a are those of explore-device.
 */
#include "explore/generate.h"
#include "explore/interpret.h"
#include "explore/print.h"
#include "explore_run/parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void show(const struct wgc_program *program)
{
    const struct wgc_print_options options = {.kernel = "explore"};
    struct wgc_buf text = {0};
    wgc_program_write(program, &text);
    wgc_buf_text(&text, "----\n");
    wgc_program_print(program, &options, &text);
    (void)fwrite(text.data, 1, text.size, stdout);
    wgc_buf_free(&text);
}

static int interpret(const struct wgc_program *program, uint64_t seed)
{
    static const uint32_t sizes[] = {1, 4, 8, 16, 32, 0};
    struct wgc_program_layout layout;
    struct wgc_err err;
    int bad = 0;
    wgc_program_layout(program, &layout);
    uint32_t *in = calloc(layout.in_words + 1, 4), *ids = calloc(layout.ids_words + 1, 4);
    uint32_t *out = calloc(layout.out_words + 1, 4), *mem = calloc(layout.mem_words + 1, 4);
    wgc_program_inputs(program, in);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        if (layout.ids_words > 0) {
            wgc_program_partition(program, sizes[i], ids);
        } else if (i > 0) {
            break;
        }
        const enum wgc_interpreted state = wgc_program_predict(
            program, in, ids, i % 2 == 0 ? WGC_PARTS_TOGETHER : WGC_PARTS_SPLIT, out, mem, &err);
        if (state != WGC_INTERPRETED && state != WGC_UNSUITED) {
            printf("%" PRIu64 " size %u: %s\n", seed, sizes[i], err.text);
            bad = 1;
        }
    }
    free(in);
    free(ids);
    free(out);
    free(mem);
    return bad;
}

enum { MAX_WITHOUT = 50 };

int main(int argc, char **argv)
{
    const char *without[MAX_WITHOUT];
    size_t without_count = 0;
    struct wgc_err err;
    struct wgc_generate_options options;
    uint64_t count = 1000;
    int option, print = 0, bad = 0;
    size_t lines = 0;
    wgc_generate_defaults(&options);
    while ((option = getopt(argc, argv, "pn:f:a:")) != -1) {
        if (option == 'p') {
            print = 1;
            count = 1;
        } else if (option == 'n') {
            count = strtoull(optarg, NULL, 0);
        } else if (option == 'a') {
            if (without_count == MAX_WITHOUT) {
                printf("-a: at most %d\n", (int)MAX_WITHOUT);
                return 2;
            }
            without[without_count++] = optarg;
        } else if (option == 'f') {
            options.families = (uint32_t)strtoul(optarg, NULL, 0);
        } else {
            (void)fputs("explore-seeds [-p] [-f MASK] [-a NAME]... [-n COUNT] [FIRST]\n", stderr);
            return 2;
        }
    }
    if (wgc_without_read(without, without_count, &options, &err) != WGC_OK) {
        printf("%s\n", err.text);
        return 2;
    }
    const uint64_t first = optind < argc ? strtoull(argv[optind], NULL, 0) : 0;
    for (uint64_t seed = first; seed < first + count; seed++) {
        struct wgc_program program;
        if (wgc_program_generate(&options, seed, &program, &err) != WGC_OK) {
            printf("%s\n", err.text);
            bad++;
            continue;
        }
        lines += wgc_program_lines(&program);
        if (print) {
            show(&program);
        }
        bad += interpret(&program, seed);
        wgc_program_free(&program);
    }
    printf("%" PRIu64 " programs, %d bad, %zu lines each\n", count, bad,
           count > 0 ? lines / count : 0);
    return bad > 0;
}
