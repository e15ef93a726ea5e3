import Kernel

/// How a range is divided: by equal ratios where it is wide and above zero, by equal steps
/// otherwise.
///
/// What a time, a rate or a size does depends on its ratio to others: from 30 s to an hour the
/// cost of a connection every T changes most within the first minutes, of which equal steps see
/// none.
package struct SearchScale: Equatable, Sendable {
    let range: ClosedRange<Double>
    let isLogarithmic: Bool

    /// From here on the two differ by more than the steps of a grid.
    static let wideRatio = 3.0

    package init(_ range: ClosedRange<Double>) {
        self.range = range
        isLogarithmic =
            range.lowerBound > 0 && range.upperBound / Self.wideRatio >= range.lowerBound
    }

    /// From 0 at the lower end to 1 at the upper one.
    package func share(of x: Double) -> Double {
        let (low, high) = (range.lowerBound, range.upperBound)
        if x <= low { return 0 }
        if x >= high { return 1 }
        if isLogarithmic {
            return (PortableMath.log(x) - PortableMath.log(low))
                / (PortableMath.log(high) - PortableMath.log(low))
        }
        // Halves, since the distance between the ends of all numbers is none.
        return (x / 2 - low / 2) / (high / 2 - low / 2)
    }

    /// The number there, with no more digits than tell it from those so far away: a person types
    /// it again.
    func place(_ share: Double, within distance: Double) -> Double {
        if share <= 0 { return range.lowerBound }
        if share >= 1 { return range.upperBound }
        let exact = number(at: share)
        let room = min(exact - number(at: share - distance), number(at: share + distance) - exact)
        let rounded = Self.rounded(exact, within: room)
        return range.contains(rounded) ? rounded : exact
    }

    private func number(at share: Double) -> Double {
        let (low, high) = (range.lowerBound, range.upperBound)
        if isLogarithmic {
            let (first, last) = (PortableMath.log(low), PortableMath.log(high))
            return PortableMath.exp(first + share * (last - first))
        }
        return low * (1 - share) + high * share
    }

    /// The multiple of the largest power of ten up to `room` that is nearest.
    private static func rounded(_ value: Double, within room: Double) -> Double {
        guard room > 1e-12, room < 1e12 else { return value }
        var power = 1.0
        if room >= 1 {
            while power * 10 <= room { power *= 10 }
            return (value / power).rounded() * power
        }
        while power * room < 1 { power *= 10 }
        return (value * power).rounded() / power
    }
}
