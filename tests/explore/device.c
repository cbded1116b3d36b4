/*
 * explore-device [-n COUNT] [-f MASK] [-a NAME]... [-o OPTIONS] [-d DEVICE] [-l LAUNCHES] [FIRST]:
 * runs the programs of COUNT seeds on an OpenCL device and compares them with the interpreter,
 * without the harness. A child process runs them, so that a crash is a result as well. Families are
 * found by the device's extensions; -f MASK leaves some out, -a functions or a construct as
 * --without of explore does. Prints a line for each difference and a summary; exit status 1 after a
 * difference, and for a program in a text that has no verdict.
 *
 * -l launches each program several times. Before each launch another kernel fills private memory
 * with a pattern, so that a compiler's reads of memory that it did not write show.
 *
 * -t FILE runs the program in a text instead. -r SEED makes the program of a seed smaller as long
 * as it is wrong, or with -c, as long as it crashes; -r -t FILE does it with the program in a text.
 */
#include "base/file.h"
#include "explore/generate.h"
#include "explore/interpret.h"
#include "explore/print.h"
#include "explore/reduce.h"
#include "explore_run/parts.h"
#include "tests/explore/opened.h"
#include "tests/explore/private_memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { REDUCTION_SECONDS = 200, MAX_WITHOUT = 50 };

/* What the child is at, for the parent. */
struct progress {
    uint64_t seed;
    unsigned programs, wrong, unbuilt, bad, unsuited;
};

static cl_program build(struct run *run, const struct wgc_program *program, uint64_t seed)
{
    const struct wgc_print_options options = {.kernel = "explore"};
    struct wgc_buf text = {0};
    wgc_program_print(program, &options, &text);
    const char *source = text.data;
    cl_program made = clCreateProgramWithSource(run->context, 1, &source, &text.size, NULL);
    const cl_int code = clBuildProgram(made, 1, &run->device, run->options, NULL, NULL);
    if (code != CL_SUCCESS) {
        static char log[100000];
        clGetProgramBuildInfo(made, run->device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        const char *error = strstr(log, "error");
        printf("%" PRIu64 ": build error %d: %.300s\n", seed, code, error != NULL ? error : log);
        clReleaseProgram(made);
        made = NULL;
    }
    wgc_buf_free(&text);
    return made;
}

static int launch(struct run *run, const struct wgc_program *program, cl_kernel kernel,
                  const size_t words[4], uint32_t *const data[4])
{
    const size_t local[3] = {program->local[0], program->local[1], program->local[2]};
    const size_t global[3] = {local[0] * program->groups, local[1], local[2]};
    cl_mem buffer[4];
    cl_int code = CL_SUCCESS;
    for (cl_uint i = 0; i < 4; i++) {
        const size_t size = (words[i] + 1) * 4;
        buffer[i] = clCreateBuffer(run->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size,
                                   data[i], NULL);
        clSetKernelArg(kernel, i, sizeof buffer[i], &buffer[i]);
    }
    code = clEnqueueNDRangeKernel(run->queue, kernel, program->dimensions, NULL, global, local, 0,
                                  NULL, NULL);
    for (cl_uint i = 1; i < 4; i++) {
        const cl_int read = clEnqueueReadBuffer(run->queue, buffer[i], CL_TRUE, 0,
                                                (words[i] + 1) * 4, data[i], 0, NULL, NULL);
        code = code == CL_SUCCESS ? read : code;
    }
    for (cl_uint i = 0; i < 4; i++) {
        clReleaseMemObject(buffer[i]);
    }
    return code;
}

static void compare(const struct wgc_program *program, const struct wgc_program_layout *layout,
                    const uint32_t *in, uint32_t *const data[4], uint64_t seed,
                    struct progress *progress)
{
    uint32_t *out = calloc(layout->out_words + 1, 4), *mem = calloc(layout->mem_words + 1, 4);
    struct wgc_err err;
    const enum wgc_interpreted state =
        wgc_program_interpret(program, in, data[2], 0, out, mem, &err);
    if (state == WGC_UNSUITED) {
        progress->unsuited++;
        printf("%" PRIu64 ": no verdict: %s\n", seed, err.text);
    } else if (state == WGC_WRONG_RESULT) {
        progress->wrong++;
        printf("%" PRIu64 ": %s\n", seed, err.text);
    } else if (state != WGC_INTERPRETED) {
        progress->bad++;
        printf("%" PRIu64 ": %s\n", seed, err.text);
    } else {
        size_t wrong = 0, first = 0;
        for (size_t i = layout->out_words; i-- > 0;) {
            if (out[i] != data[1][i]) {
                wrong++;
                first = i;
            }
        }
        if (wrong > 0) {
            const size_t item = first / 2 / program->outputs;
            printf("%" PRIu64 ": %zu of %zu words wrong, first: group %zu item %zu output %zu.%zu "
                   "expected %08x got %08x\n",
                   seed, wrong, layout->out_words, item / layout->items, item % layout->items,
                   first / 2 % program->outputs, first % 2, out[first], data[1][first]);
        } else if (memcmp(mem, data[3], layout->mem_words * 4) != 0) {
            printf("%" PRIu64 ": mem is wrong\n", seed);
            wrong = 1;
        }
        progress->wrong += wrong > 0;
    }
    free(out);
    free(mem);
}

/* One launch, from new buffers. */
static void run_kernel(struct run *run, const struct wgc_program *program, cl_kernel kernel,
                       uint64_t seed, struct progress *progress)
{
    struct wgc_program_layout layout;
    wgc_program_layout(program, &layout);
    const size_t words[4] = {layout.in_words, layout.out_words, layout.ids_words, layout.mem_words};
    uint32_t *data[4];
    for (size_t i = 0; i < 4; i++) {
        data[i] = calloc(words[i] + 1, 4);
        for (size_t k = 0; k < words[i] && i != 3; k++) {
            data[i][k] = WGC_PROGRAM_POISON;
        }
    }
    wgc_program_inputs(program, data[0]);
    const int code = launch(run, program, kernel, words, data);
    if (code != CL_SUCCESS) {
        printf("%" PRIu64 ": error %d\n", seed, code);
        progress->bad++;
    } else {
        compare(program, &layout, data[0], data, seed, progress);
    }
    for (size_t i = 0; i < 4; i++) {
        free(data[i]);
    }
}

static unsigned failures(const struct progress *progress)
{
    return progress->wrong + progress->bad + progress->unsuited;
}

static void run_program(struct run *run, const struct wgc_program *program, uint64_t seed,
                        struct progress *progress)
{
    const unsigned before = failures(progress);
    progress->programs++;
    cl_program built = build(run, program, seed);
    if (built == NULL) {
        progress->unbuilt++;
        return;
    }
    cl_kernel kernel = clCreateKernel(built, "explore", NULL);
    for (unsigned i = 0; i < run->launches && failures(progress) == before; i++) {
        if (run->launches > 1) {
            fill_private_memory(run, i);
        }
        run_kernel(run, program, kernel, seed, progress);
    }
    clReleaseKernel(kernel);
    clReleaseProgram(built);
    fflush(stdout);
}

/* The program in a text; the caller frees it. */
static enum wgc_status read_program(const char *path, struct wgc_program *program,
                                    struct wgc_err *err)
{
    struct wgc_buf text = {0};
    enum wgc_status status = wgc_file_read(path, 1 << 20, WGC_ERR_INPUT, &text, err);
    if (status == WGC_OK) {
        status = wgc_program_read(path, text.data, text.size, program, err);
    }
    wgc_buf_free(&text);
    return status == WGC_OK ? wgc_program_check(program, err) : status;
}

static int run_text(struct run *run, const char *path, struct progress *progress)
{
    struct wgc_program program;
    struct wgc_err err;
    if (read_program(path, &program, &err) != WGC_OK) {
        printf("%s\n", err.text);
        return 1;
    }
    run_program(run, &program, 0, progress);
    wgc_program_free(&program);
    return failures(progress) + progress->unbuilt > 0;
}

static void run_seeds(struct run *run, struct wgc_generate_options options, uint64_t end,
                      struct progress *progress)
{
    options.families = run->families;
    options.max_items = run->max_items < 256 ? (uint32_t)run->max_items : 256;
    for (; progress->seed < end; progress->seed++) {
        struct wgc_program program;
        struct wgc_err err;
        alarm(60);
        if (wgc_program_generate(&options, progress->seed, &program, &err) != WGC_OK) {
            printf("%s\n", err.text);
            progress->bad++;
            continue;
        }
        run_program(run, &program, progress->seed, progress);
        wgc_program_free(&program);
    }
}

struct arguments {
    const char *build_options, *text;
    uint64_t first, count;
    struct wgc_generate_options generate; /* the usual ones, without the functions of -a */
    uint32_t mask;
    unsigned number, launches;
    int reducing, crash;
};

/* In a process of its own, as programs crash. */
static int still_wrong(const struct arguments *arguments, const struct wgc_program *program)
{
    struct progress *progress =
        mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const pid_t child = fork();
    if (child == 0) {
        struct run run = {.launches = arguments->launches};
        (void)!freopen("/dev/null", "w", stdout);
        (void)!freopen("/dev/null", "w", stderr);
        alarm(60);
        if (!open_device(&run, arguments->number, UINT32_MAX, arguments->build_options)) {
            _exit(3);
        }
        run_program(&run, program, 0, progress);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    const int wrong =
        arguments->crash ? WIFSIGNALED(status) : WIFEXITED(status) && progress->wrong > 0;
    munmap(progress, sizeof *progress);
    return wrong;
}

static enum wgc_status program_to_reduce(const struct arguments *arguments,
                                         struct wgc_program *program, struct wgc_err *err)
{
    struct wgc_generate_options usual = arguments->generate;
    if (arguments->text != NULL) {
        return read_program(arguments->text, program, err);
    }
    usual.families = arguments->mask;
    return wgc_program_generate(&usual, arguments->first, program, err);
}

static int reduce(const struct arguments *arguments)
{
    struct wgc_program program, candidate;
    struct wgc_err err;
    size_t position = 0, tries = 0;
    const time_t end = time(NULL) + REDUCTION_SECONDS;
    bool again = true;
    if (program_to_reduce(arguments, &program, &err) != WGC_OK) {
        printf("%s\n", err.text);
        return 1;
    }
    if (!still_wrong(arguments, &program)) {
        printf("%" PRIu64 ": not wrong\n", arguments->first);
        return 1;
    }
    while (again && time(NULL) < end) {
        again = false;
        position = 0;
        while (time(NULL) < end && wgc_program_candidate(&program, &position, &candidate, &err)) {
            tries++;
            if (still_wrong(arguments, &candidate)) {
                wgc_program_free(&program);
                program = candidate;
                position -= position > 0;
                again = true;
            } else {
                wgc_program_free(&candidate);
            }
        }
    }
    const struct wgc_print_options print = {.kernel = "explore"};
    struct wgc_buf text = {0};
    wgc_program_write(&program, &text);
    wgc_buf_text(&text, "----\n");
    wgc_program_print(&program, &print, &text);
    printf("%zu tries, %zu lines\n%s", tries, wgc_program_lines(&program), text.data);
    wgc_buf_free(&text);
    wgc_program_free(&program);
    return 0;
}

static struct arguments parse(int argc, char **argv)
{
    struct arguments read = {.build_options = "", .count = 100, .mask = UINT32_MAX, .launches = 1};
    const char *without[MAX_WITHOUT];
    size_t without_count = 0;
    struct wgc_err err;
    int option;
    while ((option = getopt(argc, argv, "n:f:o:d:t:a:l:rc")) != -1) {
        switch (option) {
        case 'n':
            read.count = strtoull(optarg, NULL, 0);
            break;
        case 'f':
            read.mask = (uint32_t)strtoul(optarg, NULL, 0);
            break;
        case 'o':
            read.build_options = optarg;
            break;
        case 'd':
            read.number = (unsigned)strtoul(optarg, NULL, 0);
            break;
        case 'a':
            if (without_count == MAX_WITHOUT) {
                printf("-a: at most %d\n", (int)MAX_WITHOUT);
                exit(2);
            }
            without[without_count++] = optarg;
            break;
        case 'l':
            read.launches = (unsigned)strtoul(optarg, NULL, 0);
            break;
        case 'r':
            read.reducing = 1;
            break;
        case 'c':
            read.crash = 1;
            break;
        default:
            read.text = optarg;
        }
    }
    wgc_generate_defaults(&read.generate);
    if (wgc_without_read(without, without_count, &read.generate, &err) != WGC_OK) {
        printf("%s\n", err.text);
        exit(2);
    }
    read.first = optind < argc ? strtoull(argv[optind], NULL, 0) : 0;
    return read;
}

/* Runs in a child what is left; true when the child did it all, with *status its exit status. */
static bool run_child(const struct arguments *arguments, struct progress *progress, int *status)
{
    const pid_t child = fork();
    if (child == 0) {
        struct run run = {.launches = arguments->launches};
        if (!open_device(&run, arguments->number, arguments->mask, arguments->build_options)) {
            _exit(3);
        }
        int result = 0;
        if (arguments->text != NULL) {
            result = run_text(&run, arguments->text, progress);
        } else {
            run_seeds(&run, arguments->generate, arguments->first + arguments->count, progress);
        }
        fflush(stdout);
        _exit(result);
    }
    int how = 0;
    waitpid(child, &how, 0);
    if (!WIFEXITED(how)) {
        printf("%" PRIu64 ": crashed, signal %d\n", progress->seed++, WTERMSIG(how));
        fflush(stdout);
        return false;
    }
    *status = WEXITSTATUS(how);
    return true;
}

int main(int argc, char **argv)
{
    const struct arguments arguments = parse(argc, argv);
    struct progress *progress =
        mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    unsigned crashes = 0;
    int status = 0;
    if (arguments.reducing) {
        return reduce(&arguments);
    }
    progress->seed = arguments.first;
    while (!run_child(&arguments, progress, &status)) {
        crashes++;
        if (arguments.text != NULL || progress->seed >= arguments.first + arguments.count) {
            break;
        }
    }
    if (status != 0 || arguments.text != NULL) {
        return status != 0 ? status : crashes > 0;
    }
    printf("%u programs: %u wrong, %u not built, %u bad, %u unsuited, %u crashes\n",
           progress->programs, progress->wrong, progress->unbuilt, progress->bad,
           progress->unsuited, crashes);
    return progress->wrong + progress->unbuilt + progress->bad + crashes > 0;
}
