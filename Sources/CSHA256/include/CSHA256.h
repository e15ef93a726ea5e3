#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether this processor has instructions for SHA-256.
bool sha256_has_instructions(void);

/// Compresses `count` blocks of 64 bytes into `state` (FIPS 180-4, section 6.2.2).
///
/// Call it only if `sha256_has_instructions`. `constants`: the 64 words of section 4.2.2.
void sha256_blocks(
    uint32_t state[8], const uint32_t constants[64], const uint8_t *bytes, size_t count);
