#include "queries/judge.h"

#include <stdarg.h>
#include <stdio.h>

static wgc_judge_fn *const judges[WGC_QUERY_ASKED] = {
#define WGC_QUERY(name, since, asks, judge, subject, text) wgc_judge_##judge,
#include "suite/queries.def"
#undef WGC_QUERY
};

static void put(struct wgc_buf *text, const char *format, va_list args)
{
    char line[1024];

    (void)vsnprintf(line, sizeof line, format, args);
    wgc_buf_text(text, line);
}

void wgc_verdict_fault(struct wgc_verdict *verdict, const char *format, ...)
{
    va_list args;

    if (verdict->skipped) {
        wgc_buf_clear(&verdict->text);
        verdict->skipped = false;
    }
    if (verdict->faults++ > 0) {
        wgc_buf_text(&verdict->text, "; ");
    }
    va_start(args, format);
    put(&verdict->text, format, args);
    va_end(args);
}

void wgc_verdict_skip(struct wgc_verdict *verdict, const char *format, ...)
{
    va_list args;

    if (verdict->faults > 0 || verdict->skipped) {
        return;
    }
    verdict->skipped = true;
    va_start(args, format);
    put(&verdict->text, format, args);
    va_end(args);
}

bool wgc_verdict_answered(struct wgc_verdict *verdict, const struct wgc_answers *answers,
                          enum wgc_info info)
{
    int code = answers->info[info].code;

    if (code != 0) {
        wgc_verdict_fault(verdict, "clGetDeviceInfo(%s) gave %d", wgc_info_name(info), code);
    }
    return code == 0;
}

void wgc_verdict_probe(struct wgc_verdict *verdict, const struct wgc_probe_answer *probe,
                       const char *what)
{
    static const char *const words[] = {
        [WGC_PROBE_NOT_ASKED] = "was not tried", [WGC_PROBE_REFUSED] = "does not build",
        [WGC_PROBE_FAILED] = "does not run",     [WGC_PROBE_WRONG] = "gives a wrong result",
        [WGC_PROBE_RIGHT] = "is right",
    };

    if (probe->state != WGC_PROBE_RIGHT) {
        wgc_verdict_fault(verdict, "%s, but a kernel that uses it %s (%s)", what,
                          words[probe->state], probe->detail != NULL ? probe->detail : "");
    }
}

bool wgc_query_applies(const struct wgc_answers *answers, enum wgc_query query,
                       struct wgc_verdict *verdict)
{
    const unsigned compiled = WGC_ASK_STANDARDS | WGC_ASK_UNLISTED | WGC_ASK_PROBE |
                              WGC_ASK_PROBE_C2 | WGC_ASK_SUB_GROUPS;
    const struct wgc_query_info *info = wgc_query_info(query);

    if (answers->version < info->since) {
        wgc_verdict_skip(verdict, "applies to devices of OpenCL %u.%u and later; this is %u.%u",
                         info->since / 100, info->since / 10 % 10, answers->version / 100,
                         answers->version / 10 % 10);
    } else if (!answers->compiler && (info->asks & compiled) != 0) {
        wgc_verdict_skip(verdict, "CL_DEVICE_COMPILER_AVAILABLE is false");
    }
    return !verdict->skipped;
}

void wgc_query_judge(const struct wgc_answers *answers, enum wgc_query query,
                     struct wgc_verdict *verdict)
{
    if (wgc_query_applies(answers, query, verdict)) {
        judges[query](answers, wgc_query_info(query)->subject, verdict);
    }
}
