#include "null_worker.h"

#include <fcntl.h>
#include <fnmatch.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "plan/plan.h"
#include "record/record.h"
#include "supervised_run.h"
#include "wire/about.h"
#include "wire/protocol.h"
#include "wire/wire.h"
#include "worker/crash_frames.h"

enum { NAMES = 8192, ENTRY = 208 };

struct null_worker {
    int request_fd, reply_fd;
    struct wgc_wire_reader reader;
    struct wgc_buf payload;
    uint32_t batch, count, kernels;
    char *name[NAMES];
    uint32_t first, end; /* of the cases whose kernels are built */
    unsigned ran;
    bool refused; /* a rule refuses the current build */
};

static void send_message(struct null_worker *worker, enum wgc_msg type)
{
    struct wgc_err err;

    if (wgc_wire_send(worker->reply_fd, type, &worker->payload, &err) != WGC_OK) {
        _exit(4);
    }
    wgc_buf_clear(&worker->payload);
}

static void raw(const struct null_worker *worker, const void *bytes, size_t size)
{
    (void)!write(worker->reply_fd, bytes, size);
}

static _Noreturn void sleep_for_ever(void)
{
    for (;;) {
        (void)pause();
    }
}

static void write_file(const char *variable, const char *name, size_t size)
{
    static char zeros[65536];
    char path[4096];

    (void)snprintf(path, sizeof path, "%s/%s", getenv(variable), name);
    int fd = open(path, O_WRONLY | O_CREAT, 0600);
    for (size_t done = 0; fd >= 0 && done < size; done += sizeof zeros) {
        (void)!write(fd, zeros, sizeof zeros);
    }
    (void)close(fd);
}

static void flood(void)
{
    static char line[4096];

    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = '\n';
    for (int i = 0; i < 30 * 1024 * 1024 / (int)sizeof line; i++) {
        (void)!write(i % 2 == 0 ? 1 : 2, line, sizeof line);
    }
}

static void eat(void)
{
    for (;;) {
        volatile char *block = malloc(16 << 20);
        if (block == NULL) {
            abort();
        }
        for (size_t i = 0; i < 16 << 20; i += 4096) {
            block[i] = 1;
        }
    }
}

static void end_by_signal(int number)
{
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

static void store_nowhere(void)
{
    volatile uintptr_t nowhere = 8;

    wgc_crash_frames_install();
    *(volatile char *)nowhere = 1;
}

static void leave_orphan(void)
{
    if (fork() == 0) {
        sleep_for_ever();
    }
    end_by_signal(SIGSEGV);
}

static void fail_to_go_on(struct null_worker *worker)
{
    wgc_buf_clear(&worker->payload);
    wgc_wire_put_u32(&worker->payload, WGC_ERR_RUN);
    wgc_wire_put_str(&worker->payload, "the null device is lost");
    send_message(worker, WGC_MSG_FAILED);
    exit(3);
}

static void send_wrong(struct null_worker *worker)
{
    struct wgc_buf kept = worker->payload;

    worker->payload = (struct wgc_buf){0};
    wgc_wire_put_u32(&worker->payload, worker->batch + 1);
    wgc_wire_put_u32(&worker->payload, WGC_STEP_RUN);
    wgc_wire_put_u32(&worker->payload, 1);
    wgc_wire_put_u32(&worker->payload, 0);
    send_message(worker, WGC_MSG_IN_FLIGHT);
    wgc_buf_free(&worker->payload);
    worker->payload = kept;
}

/* A kernel is a function, a type and a form, but for plain and offset, which share one. */
static void name_kernel(const char *name, char entry[ENTRY])
{
    char function[64], type[64], form[64];

    (void)sscanf(name, "%*[^.].%63[^.].%63[^.].%*[^.].%63s", function, type, form);
    (void)snprintf(entry, ENTRY, "wgc_%s_%s_%s", function, type,
                   strcmp(form, "offset") == 0 ? "plain" : form);
}

/* As a compiler does that prints where it is. */
static void print_kernel(const struct null_worker *worker, const char *pattern)
{
    char entry[ENTRY], line[ENTRY + 64];

    for (uint32_t i = worker->first; i < worker->end; i++) {
        if (fnmatch(pattern, worker->name[i], 0) == 0) {
            name_kernel(worker->name[i], entry);
            int length =
                snprintf(line, sizeof line, "Running pass on function _Z_%s_call\n", entry);
            (void)!write(2, line, (size_t)length);
            return;
        }
    }
}

/* The actions that are no states. */
static void act(struct null_worker *worker, const char *action)
{
    const struct timespec moment = {.tv_nsec = 100000000L};
    static const unsigned char half[] = {WGC_MSG_RESULT, 0, 0, 0, 100, 0, 0, 0, 1, 2, 3};
    static const struct {
        const char *name;
        int number;
    } signals[] = {{"segv", SIGSEGV}, {"abort", SIGABRT}, {"kill", SIGKILL}, {"xcpu", SIGXCPU}};

    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        if (strcmp(action, signals[i].name) == 0) {
            end_by_signal(signals[i].number);
        }
    }
    if (strcmp(action, "exit") == 0) {
        exit(7);
    } else if (strcmp(action, "exit0") == 0) {
        exit(0);
    } else if (strcmp(action, "hang") == 0) {
        sleep_for_ever();
    } else if (strcmp(action, "garbage") == 0) {
        raw(worker, "Segmentation fault (core dumped)\n", 33);
        sleep_for_ever();
    } else if (strcmp(action, "half") == 0) {
        raw(worker, half, sizeof half);
        exit(0);
    } else if (strcmp(action, "wrong") == 0) {
        send_wrong(worker);
    } else if (strcmp(action, "flood") == 0) {
        flood();
    } else if (strcmp(action, "print") == 0) {
        (void)!write(2, "null driver: assertion failed\n", 30);
    } else if (strcmp(action, "slow") == 0) {
        (void)nanosleep(&moment, NULL);
    } else if (strcmp(action, "located") == 0) {
        store_nowhere();
    } else if (strcmp(action, "orphan") == 0) {
        leave_orphan();
    } else if (strcmp(action, "eof") == 0) {
        (void)close(worker->reply_fd);
        sleep_for_ever();
    } else if (strcmp(action, "eat") == 0) {
        eat();
    } else if (strcmp(action, "big") == 0) {
        write_file("TMPDIR", "big", (size_t)64 << 20);
    } else if (strcmp(action, "litter") == 0) {
        write_file("TMPDIR", "litter", 10);
        write_file("POCL_CACHE_DIR", "cached", 10);
    } else if (strcmp(action, "lose") == 0) {
        (void)kill(getppid(), SIGTERM);
        sleep_for_ever();
    } else if (strcmp(action, "refuse") == 0) {
        worker->refused = true;
    } else if (strcmp(action, "give_up") == 0) {
        fail_to_go_on(worker);
    }
}

/* Whether this is the first process (of all of the run) that comes here. */
static bool is_first(const char *rule)
{
    char path[4096];
    unsigned hash = 5381;

    for (const char *c = rule; *c != '\0'; c++) {
        hash = hash * 33 + (unsigned char)*c;
    }
    (void)snprintf(path, sizeof path, "%s/%u", getenv("WGC_NULL_STATE"), hash);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (fd >= 0) {
        (void)close(fd);
    }
    return fd >= 0;
}

static bool condition_holds(const struct null_worker *worker, const char *condition,
                            const char *rule)
{
    if (strcmp(condition, "used") == 0) {
        return worker->ran > 0;
    }
    if (strcmp(condition, "new") == 0) {
        return worker->ran == 0;
    }
    if (strcmp(condition, "many") == 0) {
        return worker->kernels > 1;
    }
    if (strcmp(condition, "later") == 0) {
        return !is_first(rule);
    }
    return strcmp(condition, "first") == 0 && is_first(rule);
}

/* Whether one of the cases that are being built matches. */
static bool any_matches(const struct null_worker *worker, const char *pattern)
{
    for (uint32_t i = worker->first; i < worker->end; i++) {
        if (fnmatch(pattern, worker->name[i], 0) == 0) {
            return true;
        }
    }
    return false;
}

static bool pattern_matches(const struct null_worker *worker, const char *pattern, const char *name)
{
    char first[200];
    const char *both = strchr(pattern, '&');

    (void)snprintf(first, sizeof first, "%.*s",
                   (int)(both == NULL ? strlen(pattern) : (size_t)(both - pattern)), pattern);
    return (name == NULL ? any_matches(worker, first) : fnmatch(first, name, 0) == 0) &&
           (both == NULL || any_matches(worker, both + 1));
}

/* Applies the rules for a place; *state is what a rule at run makes of the result. name may be
 * NULL. */
static void come_to(struct null_worker *worker, const char *place, const char *name,
                    enum wgc_state *state)
{
    const char *rules = getenv("WGC_NULL");
    char *copy = strdup(rules == NULL ? "" : rules);
    char *rest = NULL;

    for (char *rule = strtok_r(copy, ";", &rest); rule != NULL; rule = strtok_r(NULL, ";", &rest)) {
        char action[32] = "", where[32] = "", condition[32] = "", pattern[200] = "*";
        char full[256];
        (void)snprintf(full, sizeof full, "%s", rule);
        char *equals = strchr(rule, '=');
        if (equals != NULL) {
            *equals = '\0';
            (void)snprintf(pattern, sizeof pattern, "%s", equals + 1);
        }
        (void)sscanf(rule, "%31[^@]@%31[^+]+%31s", action, where, condition);
        if (strcmp(where, place) != 0 || !pattern_matches(worker, pattern, name) ||
            (condition[0] != '\0' && !condition_holds(worker, condition, full))) {
            continue;
        }
        if (state != NULL && wgc_state_by_name(action) >= 0) {
            *state = (enum wgc_state)wgc_state_by_name(action);
        } else if (state != NULL && strcmp(action, "seldom") == 0) {
            *state = worker->ran % 50 == 49 ? WGC_STATE_FAIL : WGC_STATE_PASS;
        } else if (strcmp(action, "name") == 0) {
            print_kernel(worker, pattern);
        } else {
            act(worker, action);
        }
    }
    free(copy);
}

static void send_device(struct null_worker *worker)
{
    char name[] = "null";
    char json[] = "{\"index\":0,\"name\":\"null\"}";
    struct wgc_device_info info = {.name = name,
                                   .json = json,
                                   .features = ~(UINT64_C(1) << WGC_FEATURE_fp16),
                                   .is_cpu = true,
                                   .has_compiler = true,
                                   .compute_units = 1,
                                   .max_work_group_size = 1024,
                                   .max_work_item_size = {1024, 1024, 64}};

    wgc_device_info_put(&worker->payload, &info);
    send_message(worker, WGC_MSG_DEVICE);
}

static void send_result(struct null_worker *worker, uint32_t index, enum wgc_state state)
{
    wgc_wire_put_u32(&worker->payload, worker->batch);
    wgc_wire_put_u32(&worker->payload, index);
    wgc_wire_put_u32(&worker->payload, (uint32_t)state);
    wgc_wire_put_f64(&worker->payload, 0.001);
    wgc_wire_put_u32(&worker->payload, 0); /* no sub-groups */
    wgc_about_put(&worker->payload, &(struct wgc_about){0});
    wgc_wire_put_str(&worker->payload, state == WGC_STATE_PASS ? "" : "set by a rule");
    wgc_wire_put_str(&worker->payload, state == WGC_STATE_FAIL
                                           ? "{\"what\":\"wrong value\",\"kind\":\"value\"}"
                                           : "");
    wgc_wire_put_str(&worker->payload, state == WGC_STATE_BUILD_ERROR ? "error: no" : "");
    send_message(worker, WGC_MSG_RESULT);
}

static void run_case(struct null_worker *worker, uint32_t index)
{
    enum wgc_state state = WGC_STATE_PASS;
    const char *name = worker->name[index];

    wgc_wire_put_u32(&worker->payload, worker->batch);
    wgc_wire_put_u32(&worker->payload, WGC_STEP_RUN);
    wgc_wire_put_u32(&worker->payload, 1);
    wgc_wire_put_u32(&worker->payload, index);
    send_message(worker, WGC_MSG_IN_FLIGHT);
    come_to(worker, "run", name, &state);
    send_result(worker, index, state);
    come_to(worker, "after", name, NULL);
    worker->ran++;
}

static bool same_kernel(const char *a, const char *b)
{
    char entry[2][ENTRY];

    name_kernel(a, entry[0]);
    name_kernel(b, entry[1]);
    return strcmp(entry[0], entry[1]) == 0;
}

static bool begins_kernel(const struct null_worker *worker, uint32_t first, uint32_t i)
{
    return i == first || !same_kernel(worker->name[i - 1], worker->name[i]);
}

static uint32_t count_kernels(const struct null_worker *worker, uint32_t first, uint32_t end)
{
    uint32_t kernels = 0;

    for (uint32_t i = first; i < end; i++) {
        kernels += begins_kernel(worker, first, i);
    }
    return kernels;
}

/* Runs the compiler over the cases' kernels; false: it refuses. */
static bool compile(struct null_worker *worker, uint32_t first, uint32_t end)
{
    worker->first = first;
    worker->end = end;
    worker->kernels = count_kernels(worker, first, end);
    worker->refused = false;
    come_to(worker, "build", NULL, NULL);
    return !worker->refused;
}

static void send_refusal(struct null_worker *worker)
{
    wgc_wire_put_u32(&worker->payload, worker->batch);
    wgc_wire_put_str(&worker->payload, "clBuildProgram: CL_BUILD_PROGRAM_FAILURE (-11): no");
    wgc_wire_put_str(&worker->payload, "error: no");
    send_message(worker, WGC_MSG_REFUSED);
}

/* Builds and runs the cases; what is refused is built in halves. */
static void run_range(struct null_worker *worker, uint32_t first, uint32_t end)
{
    uint32_t kernels = count_kernels(worker, first, end), seen = 0, middle = first;

    wgc_wire_put_u32(&worker->payload, worker->batch);
    wgc_wire_put_u32(&worker->payload, WGC_STEP_BUILD);
    wgc_wire_put_u32(&worker->payload, kernels);
    for (uint32_t i = first; i < end; i++) {
        if (begins_kernel(worker, first, i)) {
            wgc_wire_put_u32(&worker->payload, i);
        }
    }
    send_message(worker, WGC_MSG_IN_FLIGHT);
    if (compile(worker, first, end)) {
        for (uint32_t i = first; i < end; i++) {
            run_case(worker, i);
        }
        return;
    }
    if (kernels > 1) {
        send_refusal(worker);
        come_to(worker, "refused", NULL, NULL);
        while (seen < kernels / 2 || !begins_kernel(worker, first, middle)) {
            middle++;
            seen += begins_kernel(worker, first, middle);
        }
        run_range(worker, first, middle);
        run_range(worker, middle, end);
        return;
    }
    for (uint32_t i = first; i < end; i++) {
        send_result(worker, i, WGC_STATE_BUILD_ERROR);
    }
}

/* Reads a BATCH; true: only to build. */
static bool read_batch(struct null_worker *worker, struct wgc_wire_view *view)
{
    uint32_t build_only, count;

    if (!wgc_wire_get_u32(view, &worker->batch) || !wgc_wire_get_u32(view, &build_only) ||
        !wgc_wire_get_u32(view, &count) || count > NAMES) {
        exit(5);
    }
    for (worker->count = 0; worker->count < count; worker->count++) {
        uint32_t signature, form, shape;
        char *name = malloc(WGC_CASE_NAME_MAX);
        if (!wgc_wire_get_u32(view, &signature) || !wgc_wire_get_u32(view, &form) ||
            !wgc_wire_get_u32(view, &shape) || name == NULL) {
            exit(5);
        }
        supervised_name(signature, form, shape, name);
        worker->name[worker->count] = name;
    }
    worker->first = 0;
    worker->end = count;
    return build_only == 1;
}

static void drop_names(struct null_worker *worker)
{
    for (uint32_t i = 0; i < worker->count; i++) {
        free(worker->name[i]);
    }
    worker->count = 0;
}

static void send_batch_end(struct null_worker *worker)
{
    wgc_wire_put_u32(&worker->payload, worker->batch);
    for (int i = 1; i <= 4; i++) { /* driver, data, judging, total */
        wgc_wire_put_f64(&worker->payload, i < 4 ? i : 8.0);
    }
    send_message(worker, WGC_MSG_BATCH_END);
}

static void run_batch(struct null_worker *worker, struct wgc_wire_view *view)
{
    if (read_batch(worker, view)) {
        if (!compile(worker, 0, worker->count)) {
            send_refusal(worker);
        }
        send_batch_end(worker);
    } else {
        come_to(worker, "batch", NULL, NULL);
        run_range(worker, 0, worker->count);
        send_batch_end(worker);
        come_to(worker, "idle", NULL, NULL);
    }
    drop_names(worker);
}

static void list_devices(struct null_worker *worker)
{
    send_device(worker);
    come_to(worker, "list", "", NULL);
    send_device(worker);
    wgc_wire_put_str(&worker->payload, "");
    send_message(worker, WGC_MSG_LISTED);
}

int null_worker_main(int request_fd, int reply_fd)
{
    static struct null_worker state;
    struct null_worker *worker = &state;
    struct wgc_wire_view view;
    struct wgc_worker_config config;
    enum wgc_wire_next next;

    *worker = (struct null_worker){.request_fd = request_fd, .reply_fd = reply_fd};
    for (;;) {
        while ((next = wgc_wire_next(&worker->reader, &view)) == WGC_WIRE_MESSAGE) {
            if (view.type == WGC_MSG_CONFIG && wgc_worker_config_get(&view, &config)) {
                bool lists = config.mode == WGC_WORKER_LIST;
                wgc_worker_config_free(&config);
                if (lists) {
                    list_devices(worker);
                    return 0;
                }
                come_to(worker, "open", "", NULL);
                send_device(worker);
            } else if (view.type == WGC_MSG_BATCH) {
                run_batch(worker, &view);
            } else if (view.type == WGC_MSG_QUIT) {
                come_to(worker, "quit", "", NULL);
                return 0;
            }
        }
        if (next == WGC_WIRE_BROKEN || wgc_wire_fill(&worker->reader, request_fd) <= 0) {
            return next == WGC_WIRE_BROKEN ? 6 : 0;
        }
    }
}

int null_worker_start(int argc, char **argv)
{
    return argc > 1 && strcmp(argv[1], "--worker") == 0 ? null_worker_main(0, 3) : -1;
}
