#include "commands/parts.h"

#include <stdlib.h>

#include "report_file/journal.h"

enum wgc_status wgc_report_set_read(char *const *path, size_t count, struct wgc_report_set *set,
                                    struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    *set = (struct wgc_report_set){.record = calloc(count + 1, sizeof *set->record)};
    if (set->record == NULL) {
        return wgc_err_memory(err, "the reports");
    }
    while (status == WGC_OK && set->count < count) {
        status = wgc_journal_read(path[set->count], &set->record[set->count], err);
        set->count += status == WGC_OK;
    }
    if (status != WGC_OK) {
        wgc_report_set_free(set);
    }
    return status;
}

void wgc_report_set_free(struct wgc_report_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        wgc_record_free(set->record[i]);
    }
    free(set->record);
    *set = (struct wgc_report_set){0};
}
