/* CRC-32 with the polynomial 0x04c11db7, as zip and zlib have it. */
#ifndef WGC_BASE_CRC32_H
#define WGC_BASE_CRC32_H

#include <stddef.h>
#include <stdint.h>

/* The checksum of the bytes after those of which crc is the checksum; 0 at first. */
uint32_t wgc_crc32(uint32_t crc, const void *bytes, size_t size);

#endif
