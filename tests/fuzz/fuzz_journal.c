/* A report and its journal, with a NUL between them. */
#include <stdlib.h>
#include <string.h>

#include "report_file/journal.h"
#include "report_file/report_json.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wgc_record *record = NULL;
    struct wgc_err err = {0};
    char *piece[2] = {NULL, NULL};
    size_t count = fuzz_pieces(data, size, piece, 2);

    if (count == 2 &&
        wgc_report_json_parse("report", piece[0], strlen(piece[0]), &record, &err) == WGC_OK) {
        size_t before = record->result_count;
        enum wgc_status status =
            wgc_journal_apply("journal", piece[1], strlen(piece[1]), record, &err);
        fuzz_require(record->result_count >= before, "a journal takes nothing away");
        if (status == WGC_OK) {
            fuzz_require(record->result_count <= record->total &&
                             wgc_record_check_names(record, &err) == WGC_OK,
                         "a journal that was taken fits its report");
        } else {
            fuzz_require(err.status == WGC_ERR_INPUT && err.text[0] != '\0',
                         "a bad journal is an error with a text");
        }
    }
    wgc_record_free(record);
    free(piece[0]);
    free(piece[1]);
    return 0;
}
