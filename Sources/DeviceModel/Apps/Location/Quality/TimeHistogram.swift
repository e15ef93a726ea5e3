/// The time that a non-negative quantity spends at each size, in bins that grow with it.
///
/// A bin is 1/128 of the power of two below *value + 8* wide, so that a quantile, the middle of its
/// bin, is off by at most 0.4 % and 0.04: 4 cm of a distance, 40 ms of an age. Bins are the leading
/// bits of a number: no logarithm decides where a value belongs, and their count is fixed.
struct TimeHistogram: Sendable {
    private static let offset = 8.0
    /// Keeps the exponent and seven bits of the fraction.
    private static let shift = UInt64(52 - 7)
    private static let firstKey = Int(offset.bitPattern >> shift)
    /// Up to 2³⁰: half the Earth's circumference in metres, 34 years in seconds.
    private static let count = 27 << 7

    private var bins = [Double](repeating: 0, count: count)
    private var least = Double.infinity
    private var most = -Double.infinity
    /// In seconds.
    private(set) var total = 0.0

    private static func bin(of value: Double) -> Int {
        min(Int((value + offset).bitPattern >> shift) - firstKey, count - 1)
    }

    private static func end(of bin: Int) -> Double {
        Double(bitPattern: UInt64(bin + 1 + firstKey) << shift) - offset
    }

    private mutating func note(_ low: Double, _ high: Double, _ seconds: Double) {
        least = min(least, low)
        most = max(most, high)
        total += seconds
    }

    /// Adds the distance to a fixed point during a straight motion, exactly for each bin.
    ///
    /// - Complexity: O(bins between the least and the largest distance).
    mutating func add(_ motion: RelativeMotion) {
        let (low, high) = (motion.least, motion.most)
        note(low, high, motion.seconds)
        let (first, last) = (Self.bin(of: low), Self.bin(of: high))
        bins.withUnsafeMutableBufferPointer { bins in
            var done = 0.0
            for bin in first..<last {
                let within = motion.seconds(within: Self.end(of: bin))
                bins[bin] += within - done
                done = within
            }
            bins[last] += motion.seconds - done
        }
    }

    /// The value that is not exceeded for the share `p` of the time; `nil` without any time.
    func quantile(_ p: Double) -> Double? {
        guard total > 0 else { return nil }
        let wanted = p * total
        var seconds = 0.0
        for bin in bins.indices where bins[bin] > 0 {
            seconds += bins[bin]
            if seconds >= wanted {
                let end = Self.end(of: bin)
                let begin = bin == 0 ? 0 : Self.end(of: bin - 1)
                return min(max((begin + end) / 2, least), most)
            }
        }
        return most
    }
}
