/*
 * A worker's environment: ours, but with every driver cache in a folder of the worker's own. A
 * compiler whose answer comes out of yesterday's cache was not tested.
 */
#ifndef WGC_SUPERVISOR_ENVIRONMENT_H
#define WGC_SUPERVISOR_ENVIRONMENT_H

/*
 * The environment for exec, freed with wgc_environment_free; NULL without memory. With
 * WGCONFORM_KEEP_DRIVER_CACHE set to anything but "" and "0" the caches stay where the user has
 * them, and only TMPDIR is the folder.
 */
char **wgc_environment_make(const char *folder);
void wgc_environment_free(char **environment);

#endif
