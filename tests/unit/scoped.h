/* Variables that are freed at the end of their block. */
#ifndef WGC_TESTS_SCOPED_H
#define WGC_TESTS_SCOPED_H

#include "base/buf.h"
#include "record/record.h"

static inline void scoped_record_free(struct wgc_record **record)
{
    wgc_record_free(*record);
}

/* SCOPED_BUF text = {0}; SCOPED_RECORD *record = wgc_record_create(); */
#define SCOPED_BUF    __attribute__((cleanup(wgc_buf_free))) struct wgc_buf
#define SCOPED_RECORD __attribute__((cleanup(scoped_record_free))) struct wgc_record

#endif
