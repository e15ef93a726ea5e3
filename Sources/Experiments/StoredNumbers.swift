/// Writes numbers as bytes; those near zero take few.
package struct NumberWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Seven bits a byte, the lowest first; zigzag-coded, so small negative numbers are short.
    package mutating func put(_ number: some BinaryInteger) {
        let wide = Int128(number)
        var rest = UInt128(bitPattern: (wide << 1) ^ (wide >> 127))
        while rest > 127 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    package mutating func put(_ items: Range<Int>) {
        put(items.lowerBound)
        put(items.count)
    }

    package mutating func put(_ bytes: [UInt8]) { self.bytes += bytes }

    /// All bits, so that the number is restored exactly.
    package mutating func put(_ number: Double) {
        withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
}

/// Reads numbers back, and trusts none beyond its bounds.
package struct NumberReader {
    private var rest: ArraySlice<UInt8>

    package init(_ bytes: [UInt8]) { rest = bytes[...] }
    package var isAtEnd: Bool { rest.isEmpty }

    /// Throws without a number in `range`.
    package mutating func whole<Number: FixedWidthInteger>(
        _ range: ClosedRange<Number>
    ) throws(UnreadableNumbers) -> Number {
        var (folded, shift) = (UInt128(0), 0)
        while true {
            guard let byte = rest.popFirst(), shift < 126 else { throw UnreadableNumbers() }
            folded |= UInt128(byte & 127) << shift
            shift += 7
            if byte < 128 { break }
        }
        let wide = Int128(folded >> 1) ^ -Int128(folded & 1)
        guard let number = Number(exactly: wide), range.contains(number) else {
            throw UnreadableNumbers()
        }
        return number
    }

    package mutating func require(_ items: Range<Int>) throws(UnreadableNumbers) {
        let first = try whole(StoredBounds.count)
        let count = try whole(StoredBounds.count)
        guard first == items.lowerBound, count == items.count else { throw UnreadableNumbers() }
    }

    package func requireEnd() throws(UnreadableNumbers) {
        guard isAtEnd else { throw UnreadableNumbers() }
    }

    /// `nil` for the NaN of a missing value; throws at the end and for impossible values.
    package mutating func double() throws(UnreadableNumbers) -> Double? {
        guard rest.count >= 8 else { throw UnreadableNumbers() }
        var bits: UInt64 = 0
        for place in 0..<8 { bits |= UInt64(rest.removeFirst()) << (8 * place) }
        let number = Double(bitPattern: bits)
        if number.isNaN { return nil }
        guard number.magnitude <= StoredBounds.largest else { throw UnreadableNumbers() }
        return number
    }

    package var remainder: [UInt8] { Array(rest) }
}

/// Bytes that no writer of this version has made.
public struct UnreadableNumbers: Error, Equatable, Sendable { package init() {} }

/// Bounds of stored numbers: those of all pieces of an experiment add up without overflow.
package enum StoredBounds {
    package static let count = 0...(Int.max / 20_000_000)
    package static let sum = -(Int128(1) << 100)...(Int128(1) << 100)
    /// The sum of the largest possible number of squares stays finite.
    package static let largest = 1e140
    package static let span = -TimeSpan.longest.nanoseconds...TimeSpan.longest.nanoseconds
}
