#include "package/official.h"

#include <string.h>

/* The length of "COMMIT" in "COMMIT-dirty", or of the whole text. */
static size_t clean_length(const char *commit)
{
    static const char dirty[] = "-dirty";
    size_t length = strlen(commit);
    size_t end = sizeof dirty - 1;

    return length > end && strcmp(commit + length - end, dirty) == 0 ? length - end : length;
}

void wgc_official_check(const struct wgc_record *record, struct wgc_buf *problems)
{
    const char *commit = record->tool_commit == NULL ? "unknown" : record->tool_commit;
    const struct wgc_record_git *git = &record->tool_git;
    int length = (int)clean_length(commit);

    if (strcmp(commit, "unknown") == 0 || commit[0] == '\0') {
        wgc_buf_text(problems, "the program of the run does not know its commit\n");
    }
    if (git->modified_count > 0) {
        wgc_buf_printf(problems,
                       "the program was built of sources that differ from commit %.*s in %zu "
                       "files, such as %.200s\n",
                       length, commit, git->modified_count, git->modified[0]);
    } else if (commit[length] != '\0') {
        wgc_buf_printf(problems, "the program was built of sources that differ from commit %.*s\n",
                       length, commit);
    }
}
