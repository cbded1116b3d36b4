/* The files of html/ as text, each with a NUL at its end. */
#ifndef WGC_REPORTS_HTML_ASSETS_H
#define WGC_REPORTS_HTML_ASSETS_H

extern const char wgc_html_css[];
extern const char wgc_html_data_js[];
extern const char wgc_html_filter_js[];
extern const char wgc_html_matrix_js[];
extern const char wgc_html_cases_js[];
extern const char wgc_html_causes_js[];
extern const char wgc_html_page_js[];

#endif
