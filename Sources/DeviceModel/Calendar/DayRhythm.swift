import Kernel

/// How much more of something happens at some hours of the day than at others.
///
/// Days have 24 hours, and a run begins at midnight.
public struct DayRhythm: Hashable, Sendable {
    /// By hour from midnight, against the mean of the day: 24 numbers, at least one of them above
    /// zero, whose mean is 1.
    public let byHour: [Double]

    private static let hour: Int64 = 3_600_000_000_000

    /// - Parameter weights: 24 numbers, none below zero, at least one above.
    /// - Returns: `nil` for any others.
    public init?(weights: [Double]) {
        let sum = weights.reduce(0, +)
        guard weights.count == 24, sum > 0, sum.isFinite, weights.allSatisfy({ $0 >= 0 }) else {
            return nil
        }
        byHour = weights.map { $0 * 24 / sum }
    }

    /// How long it takes until so much time has passed if an hour counts by its number.
    ///
    /// A renewal process on the time that is counted so happens as often in a day as on the clock,
    /// and at each hour so much more often as the hour's number says (time rescaling: Cinlar,
    /// *Introduction to Stochastic Processes*, 1975).
    ///
    /// - Parameters:
    ///   - span: as it is counted.
    ///   - now: from when on.
    /// - Complexity: O(hours).
    func clockTime(_ span: TimeSpan, from now: Instant) -> TimeSpan {
        // Whole days pass alike on both.
        let (days, rest) = span.nanoseconds.quotientAndRemainder(dividingBy: 24 * Self.hour)
        var left = Double(rest)
        var time = now.nanoseconds
        while true {
            let (hour, within) = time.quotientAndRemainder(dividingBy: Self.hour)
            let weight = byHour[Int(hour % 24)]
            let room = Double(Self.hour - within) * weight
            if left <= room {
                if weight > 0 { time += TimeSpan(rounding: left / weight).nanoseconds }
                break
            }
            left -= room
            time += Self.hour - within
        }
        return TimeSpan(nanoseconds: time - now.nanoseconds + days * 24 * Self.hour)
    }
}

extension DayRhythm? {
    /// The same; without a rhythm time counts as the clock has it.
    func clockTime(_ span: TimeSpan, from now: Instant) -> TimeSpan {
        self?.clockTime(span, from: now) ?? span
    }
}
