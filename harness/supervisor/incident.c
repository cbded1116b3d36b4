#include "supervisor/incident.h"

#include <stdlib.h>
#include <string.h>

struct wgc_incident *wgc_incident_create(const struct wgc_cause *cause, const uint32_t *kernel_case,
                                         size_t kernels)
{
    struct wgc_incident *incident = calloc(1, sizeof *incident);

    if (incident == NULL) {
        return NULL;
    }
    incident->references = 1;
    incident->kernels = kernels;
    incident->kernel_case = calloc(kernels + 1, sizeof *kernel_case);
    if (incident->kernel_case == NULL || !wgc_cause_copy(&incident->cause, cause)) {
        free(incident->kernel_case);
        free(incident);
        return NULL;
    }
    if (kernels > 0) {
        memcpy(incident->kernel_case, kernel_case, kernels * sizeof *kernel_case);
    }
    return incident;
}

void wgc_incident_release(struct wgc_incident *incident)
{
    if (incident != NULL && --incident->references == 0) {
        wgc_cause_free(&incident->cause);
        free(incident->kernel_case);
        free(incident);
    }
}
