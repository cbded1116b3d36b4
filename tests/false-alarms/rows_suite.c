#include "tests/false-alarms/rows.h"

#include <stdlib.h>

#include "tests/unit/random.h"
#include "trial/dataset.h"

static enum wgc_status visit_dataset(const struct wgc_dataset *set, row_visitor visit,
                                     void *context, struct wgc_err *err)
{
    const struct wgc_dataset_key *key = &set->key;
    size_t bytes = key->items * wgc_type_info(key->call.type)->bytes;
    enum wgc_status status = WGC_OK;
    for (size_t r = 0; r < key->rows && status == WGC_OK; r++) {
        struct row row = {
            .call = key->call,
            .fp = key->fp,
            .pattern = set->row[r].pattern,
            .suite = key->role == WGC_ROLE_CALL,
            .n = key->items,
            .x = set->input + r * bytes,
            .init = set->inits == NULL ? NULL : set->inits + r * bytes,
            .expectation = wgc_dataset_expectation(set, r),
        };
        status = visit(context, &row, err);
    }
    return status;
}

enum wgc_status rows_of_suite(const struct wgc_call *call, const struct wgc_fp_traits *fp, size_t n,
                              uint64_t seed, row_visitor visit, void *context, struct wgc_err *err)
{
    static const struct {
        enum wgc_role role;
        size_t rows;
    } parts[] = {
        {WGC_ROLE_CALL,
         96}, /* three variants of every pattern, and more of those that go through the positions */
        {WGC_ROLE_UNIFORM, 10},
        {WGC_ROLE_CONSTANT, 1},
        {WGC_ROLE_EXAMPLE, 1},
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        struct wgc_dataset_key key = {
            .role = parts[i].role,
            .call = *call,
            .items = n,
            .chunk = n,
            .roots = n,
            .rows = parts[i].rows,
            .constant = -1, /* the generator's for floating point */
            .fp = *fp,
            .skips_nan = true,
            .seed = seed,
        };
        struct wgc_dataset *set;
        enum wgc_status status = wgc_dataset_create(&key, NULL, &set, err);
        if (status != WGC_OK) {
            return status;
        }
        status = visit_dataset(set, visit, context, err);
        wgc_dataset_free(set);
        if (status != WGC_OK) {
            return status;
        }
    }
    return WGC_OK;
}

/* The expectation of one sub-group, as the judge computes it from the partition. */
struct sub_group {
    size_t first, n;
    void *expected;
    double *ends;
};

static enum wgc_status visit_sub_group(const struct wgc_dataset *set, size_t r, size_t number,
                                       const struct sub_group *group, row_visitor visit,
                                       void *context, struct wgc_err *err)
{
    const struct wgc_dataset_key *key = &set->key;
    size_t bytes = wgc_type_info(key->call.type)->bytes;
    struct row row = {
        .call = key->call,
        .fp = key->fp,
        .pattern = set->row[r].pattern,
        .suite = key->role == WGC_ROLE_CALL && group->n == key->chunk,
        .n = group->n,
        .x = set->input + (r * key->items + group->first) * bytes,
        .init = set->inits == NULL ? NULL : set->inits + (r * key->items + number) * bytes,
        .expectation = {set->row[r].mode, key->call.type, key->fp, group->expected, group->ends,
                        group->ends + group->n},
    };
    if (row.expectation.mode != WGC_JUDGE_INTERVAL) {
        wgc_oracle_exact(&key->call, row.x, row.n, row.init, 0, group->expected);
    } else if (!wgc_oracle_interval(&key->call, &key->fp, row.x, row.n, row.init, group->ends,
                                    group->ends + group->n)) {
        return wgc_err_set(err, WGC_ERR_RUN, "no bound for %zu items of \"%s\" made for %zu", row.n,
                           row.pattern, key->chunk);
    }
    return visit(context, &row, err);
}

enum wgc_status rows_of_sub_groups(const struct wgc_call *call, const struct wgc_fp_traits *fp,
                                   size_t n, size_t guess, size_t size, uint64_t seed,
                                   row_visitor visit, void *context, struct wgc_err *err)
{
    struct wgc_dataset_key key = {
        .role = WGC_ROLE_CALL,
        .call = *call,
        .sub_groups = true,
        .items = n,
        .chunk = guess < n ? guess : n,
        .roots = 1,
        .rows = 96,
        .fp = *fp,
        .skips_nan = true,
        .seed = seed,
    };
    struct wgc_dataset *set;
    enum wgc_status status = wgc_dataset_create(&key, NULL, &set, err);
    if (status != WGC_OK) {
        return status;
    }
    struct sub_group group = {.expected = calloc(n, sizeof(double)),
                              .ends = calloc(2 * n, sizeof(double))};
    if (group.expected == NULL || group.ends == NULL) {
        status = wgc_err_memory(err, "a sub-group");
    }
    for (size_t r = 0; r < key.rows && status == WGC_OK; r++) {
        for (size_t number = 0; number * size < n && status == WGC_OK; number++) {
            group.first = number * size;
            group.n = n - group.first < size ? n - group.first : size;
            status = visit_sub_group(set, r, number, &group, visit, context, err);
        }
    }
    free(group.expected);
    free(group.ends);
    wgc_dataset_free(set);
    return status;
}
