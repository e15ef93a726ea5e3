import CSHA256
import Foundation

/// SHA-256 (FIPS 180-4, section 6.2), to identify files by content.
///
/// Written here because a cryptographic library would take minutes to build. It guards against
/// mix-ups, not against timing attacks. A processor's own instructions are used if it has them.
public struct SHA256 {
    /// The hash of `message` as 64 lower-case hexadecimal digits.
    public static func hexadecimal(of message: [UInt8]) -> String {
        var hash = SHA256()
        message.withUnsafeBytes { hash.update($0) }
        return hash.hexadecimal()
    }

    /// The first 32 bits of the fractional parts of the square roots of the first eight primes.
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
        0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    /// Bytes of an incomplete block.
    private var rest: [UInt8] = []
    private var count: UInt64 = 0
    private let usesInstructions: Bool

    private static let hasInstructions = sha256_has_instructions()

    public init() { usesInstructions = Self.hasInstructions }

    /// Without the processor's instructions, which give the same hash.
    init(plain: Void) { usesInstructions = false }

    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        count += UInt64(bytes.count)
        var start = 0
        if !rest.isEmpty {
            start = min(64 - rest.count, bytes.count)
            rest.append(contentsOf: bytes[..<start])
            guard rest.count == 64 else { return }
            let block = rest
            rest.removeAll(keepingCapacity: true)
            block.withUnsafeBytes { compress($0, from: 0, blocks: 1) }
        }
        let blocks = (bytes.count - start) / 64
        compress(bytes, from: start, blocks: blocks)
        start += 64 * blocks
        rest.append(contentsOf: bytes[start...])
    }

    /// The hash of all bytes so far, as 64 lower-case hexadecimal digits.
    public consuming func hexadecimal() -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self)
    }

    /// The hash of a script or style sheet, as a page's content policy names it.
    package static func policySource(of text: String) -> String {
        var hash = SHA256()
        Array(text.utf8).withUnsafeBytes { hash.update($0) }
        return "'sha256-\(Data(hash.bytes()).base64EncodedString())'"
    }

    private consuming func bytes() -> [UInt8] {
        let length = count * 8
        var padding: [UInt8] = [0x80]
        let filling = (64 - (rest.count + 1 + 8) % 64) % 64
        padding.append(contentsOf: repeatElement(0, count: filling))
        padding.append(contentsOf: Self.bigEndian(length))
        padding.withUnsafeBytes { update($0) }
        return state.flatMap { Self.bigEndian($0) }
    }

    private mutating func compress(
        _ bytes: UnsafeRawBufferPointer, from start: Int, blocks: Int
    ) {
        guard blocks > 0, usesInstructions, let first = bytes.baseAddress else {
            for block in 0..<blocks { compress(bytes, from: start + 64 * block) }
            return
        }
        sha256_blocks(
            &state, Self.constants, (first + start).assumingMemoryBound(to: UInt8.self), blocks)
    }

    private mutating func compress(_ bytes: UnsafeRawBufferPointer, from start: Int) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
            for t in 0..<16 {
                let word = bytes.loadUnaligned(fromByteOffset: start + 4 * t, as: UInt32.self)
                schedule[t] = UInt32(bigEndian: word)
            }
            for t in 16..<64 {
                let (early, late) = (schedule[t - 15], schedule[t - 2])
                let sigma0 = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
                let sigma1 = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
                schedule[t] = schedule[t - 16] &+ sigma0 &+ schedule[t - 7] &+ sigma1
            }
            mix(UnsafeBufferPointer(schedule))
        }
    }

    private mutating func mix(_ schedule: UnsafeBufferPointer<UInt32>) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for t in 0..<64 {
            let sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
            let choice = (e & f) ^ (~e & g)
            let first = h &+ sum1 &+ choice &+ Self.constants[t] &+ schedule[t]
            let sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
            let majority = (a & b) ^ (a & c) ^ (b & c)
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ sum0 &+ majority)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }

    private func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
    }

    private static func bigEndian<Word: FixedWidthInteger>(_ word: Word) -> [UInt8] {
        stride(from: Word.bitWidth - 8, through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: word >> Word($0))
        }
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
        0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
        0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
        0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
        0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
        0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
        0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
        0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
        0xc671_78f2,
    ]
}
