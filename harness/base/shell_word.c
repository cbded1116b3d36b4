#include "base/shell_word.h"

#include <string.h>

#include "base/report_text.h"

void wgc_shell_word(struct wgc_buf *out, const char *word)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+@%";

    if (word[0] != '\0' && strspn(word, plain) == strlen(word)) {
        wgc_buf_text(out, word);
        return;
    }
    struct wgc_buf quoted = {0};
    for (; *word != '\0'; word++) {
        if (*word == '\'') {
            wgc_buf_text(&quoted, "'\\''");
        } else {
            /* a line end in a word would end its line in the report */
            wgc_buf_char(&quoted, *word == '\n' || *word == '\r' ? '?' : *word);
        }
    }
    wgc_buf_char(out, '\'');
    wgc_report_text(out, wgc_buf_str(&quoted));
    wgc_buf_char(out, '\'');
    out->failed = out->failed || quoted.failed;
    wgc_buf_free(&quoted);
}

bool wgc_shell_command_word(struct wgc_buf *out, const char *word, bool in_front)
{
    size_t name = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");

    in_front = in_front && name > 0 && word[name] == '=';
    if (in_front) {
        wgc_buf_add(out, word, name + 1);
        word += name + 1;
    }
    wgc_shell_word(out, word);
    return in_front;
}
