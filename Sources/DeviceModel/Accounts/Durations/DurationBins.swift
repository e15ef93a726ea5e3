/// Bins of durations by their leading bits.
///
/// They need no logarithm, end at whole nanoseconds and do not depend on the data.
public enum DurationBins: Hashable, Sendable {
    /// For events: bins 1/128 wide of the power of two below the duration, but at least 1 ns.
    ///
    /// The middle of a bin is off by at most 0.4 % of any duration in it. Negative durations are
    /// binned by magnitude.
    case proportional
    /// For ages from zero: bins 1/128 wide of the power of two below *age + 8 s*.
    ///
    /// They are at least 62.5 ms wide. The last begins at 34 years and has no end.
    case fromEightSeconds

    /// The number of bins of ``fromEightSeconds``.
    static let count = 27 << 7
    private static let offset: Int64 = 8_000_000_000
    private static let unit: Int64 = offset >> 7

    public var places: ClosedRange<Int32> {
        switch self {
        case .proportional:
            let last = Int32(Self.leading(TimeSpan.longest.nanoseconds))
            return -last...last
        case .fromEightSeconds: return 0...Int32(Self.count - 1)
        }
    }

    /// Increases with `time`, which is zero or more for ``fromEightSeconds``.
    func place(of time: TimeSpan) -> Int {
        let nanoseconds = time.nanoseconds
        switch self {
        case .proportional:
            return nanoseconds < 0 ? -Self.leading(-nanoseconds) : Self.leading(nanoseconds)
        case .fromEightSeconds:
            let place = Self.leading((nanoseconds + Self.offset) / Self.unit) - 128
            return min(place, Self.count - 1)
        }
    }

    /// The half-open range of a bin in nanoseconds.
    public func ends(of place: Int) -> (Int64, Int64) {
        switch self {
        case .proportional:
            return place < 0
                ? (1 - Self.first(1 - place), 1 - Self.first(-place))
                : (Self.first(place), Self.first(place + 1))
        case .fromEightSeconds: return (begin(of: place), begin(of: place + 1))
        }
    }

    /// The beginning of a bin of ``fromEightSeconds``, in nanoseconds.
    @inline(__always)
    private func begin(of place: Int) -> Int64 { Self.first(place + 128) * Self.unit - Self.offset }

    /// The eight leading bits and the count of further bits, as one increasing number.
    @inline(__always)
    private static func leading(_ number: Int64) -> Int {
        if number < 128 { return Int(number) }
        let rest = 56 - number.leadingZeroBitCount
        return rest << 7 + Int(number >> Int64(rest))
    }

    /// The least number with these leading bits.
    @inline(__always)
    private static func first(_ place: Int) -> Int64 {
        if place < 256 { return Int64(place) }
        return Int64(128 + place & 127) << Int64(place >> 7 - 1)
    }
}
