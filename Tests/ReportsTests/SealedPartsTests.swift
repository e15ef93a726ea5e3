import Testing

@testable import Reports

/// Parts that are kept as one file, which is believed to the last byte or not at all.
@Suite struct SealedPartsTests {
    private static let parts: [[UInt8]] = [Array("one".utf8), [], [0, 10, 255], Array("x".utf8)]
    private static let good = SealedParts.bytes("mark-1", parts)

    @Test("Sealed parts are read back unchanged")
    func whole() {
        for parts in [Self.parts, [], [[]], [[UInt8](repeating: 7, count: 5000)]] {
            #expect(SealedParts.parts(of: SealedParts.bytes("mark-1", parts), "mark-1") == parts)
        }
        #expect(SealedParts.parts(of: Self.good, "mark-2") == nil)
    }

    @Test("A byte more, less or other is refused wherever it is")
    func damaged() {
        for place in Self.good.indices {
            var bytes = Self.good
            bytes[place] ^= 1
            #expect(SealedParts.parts(of: bytes, "mark-1") == nil, "byte \(place) is another")
            #expect(SealedParts.parts(of: Array(Self.good[..<place]), "mark-1") == nil)
            bytes = Self.good
            bytes.insert(7, at: place)
            #expect(SealedParts.parts(of: bytes, "mark-1") == nil, "one more at \(place)")
            bytes = Self.good
            bytes.remove(at: place)
            #expect(SealedParts.parts(of: bytes, "mark-1") == nil, "none at \(place)")
        }
        #expect(SealedParts.parts(of: Self.good + [0], "mark-1") == nil)
        // Lengths that are not valid, or longer than the content.
        for words in ["mark-1 -1 x", "mark-1 99999999999999999999 x", "mark-1 9 x", "mark-1", ""] {
            #expect(SealedParts.parts(of: Array("\(words)\nabc".utf8), "mark-1") == nil)
        }
    }
}
