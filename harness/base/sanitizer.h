/*
 * WGC_SANITIZED: 1 where the program was compiled with AddressSanitizer, ThreadSanitizer or
 * MemorySanitizer, by GCC or Clang, and 0 elsewhere. Their shadow memory is past any limit of
 * memory, they have handlers of signals and an allocator of their own.
 */
#ifndef WGC_BASE_SANITIZER_H
#define WGC_BASE_SANITIZER_H

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WGC_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define WGC_SANITIZED 1
#else
#define WGC_SANITIZED 0
#endif
#else
#define WGC_SANITIZED 0
#endif

#endif
