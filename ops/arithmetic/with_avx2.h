#pragma once

/// Compiles a function for processors with AVX2 as well; the program chooses when it starts. FMA is
/// not used, because results would then differ between processors. ThreadSanitizer gets no such
/// choice, because the choice is made before ThreadSanitizer is ready.
#if defined(__SANITIZE_THREAD__)
#define ASSAY_UNDER_THREAD_SANITIZER
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define ASSAY_UNDER_THREAD_SANITIZER
#endif
#endif
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(ASSAY_UNDER_THREAD_SANITIZER)
#define ASSAY_WITH_AVX2 [[gnu::target_clones("avx2", "default")]]
#else
#define ASSAY_WITH_AVX2
#endif
