/* The assembler takes the files in as they are, from the repository's root, where make runs; the
 * Makefile says that this depends on them. C11 has no way of its own. */
#include "reports/html_assets.h"

#define TAKE_IN(symbol, path)                                                                      \
    __asm__(".pushsection .rodata\n"                                                               \
            ".global " #symbol "\n" #symbol ":\n"                                                  \
            ".incbin \"harness/reports/html/" path "\"\n"                                          \
            ".byte 0\n"                                                                            \
            ".popsection\n")

TAKE_IN(wgc_html_css, "report.css");
TAKE_IN(wgc_html_data_js, "data.js");
TAKE_IN(wgc_html_filter_js, "filter.js");
TAKE_IN(wgc_html_matrix_js, "matrix.js");
TAKE_IN(wgc_html_cases_js, "cases.js");
TAKE_IN(wgc_html_causes_js, "causes.js");
TAKE_IN(wgc_html_page_js, "page.js");
