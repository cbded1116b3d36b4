/*
 * A worker's environment: that of this process, but with every driver cache in the worker's own
 * folder. A cached program would hide the compiler from the test.
 */
#ifndef WGC_PROCESS_ENVIRONMENT_H
#define WGC_PROCESS_ENVIRONMENT_H

/*
 * The environment for exec, freed with wgc_environment_free; NULL without memory. With
 * WGCONFORM_KEEP_DRIVER_CACHE set to anything but "" and "0" the caches stay where the user has
 * them, and only TMPDIR is the folder.
 */
char **wgc_environment_make(const char *folder);
void wgc_environment_free(char **environment);

#endif
