// SHA-256 by a processor's own instructions; Show/Text/SHA256.swift has the other way.
#include "CSHA256.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

bool sha256_has_instructions(void) {
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_SSSE3) || !(c & bit_SSE4_1)) return false;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & (1u << 29)); // SHA
}

static inline __m128i load(const void *words) { return _mm_loadu_si128(words); }

__attribute__((target("sha,sse4.1,ssse3"))) void sha256_blocks(
    uint32_t state[8], const uint32_t constants[64], const uint8_t *bytes, size_t count) {
    const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    // The instructions want the words as ABEF and CDGH, the first in the highest place.
    __m128i cdab = _mm_shuffle_epi32(load(state), 0xb1);
    __m128i efgh = _mm_shuffle_epi32(load(state + 4), 0x1b);
    __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
    __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);
    for (; count > 0; count--, bytes += 64) {
        const __m128i abef_before = abef, cdgh_before = cdgh;
        __m128i words[4]; // the last 16 of the schedule, four by four
        for (int i = 0; i < 16; i++) {
            __m128i *now = &words[i % 4], last = words[(i + 3) % 4];
            if (i < 4) {
                *now = _mm_shuffle_epi8(load(bytes + 16 * i), big_endian);
            } else {
                __m128i seven_back = _mm_alignr_epi8(last, words[(i + 2) % 4], 4);
                __m128i sum = _mm_sha256msg1_epu32(*now, words[(i + 1) % 4]);
                *now = _mm_sha256msg2_epu32(_mm_add_epi32(sum, seven_back), last);
            }
            __m128i input = _mm_add_epi32(*now, load(constants + 4 * i));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, input);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(input, 0x0e));
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
    __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#else

bool sha256_has_instructions(void) { return false; }

void sha256_blocks(
    uint32_t state[8], const uint32_t constants[64], const uint8_t *bytes, size_t count) {
    (void)state, (void)constants, (void)bytes, (void)count;
    __builtin_trap();
}

#endif
