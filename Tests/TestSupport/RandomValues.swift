/// Random values of profiles, as a file writes them.
///
/// They stay within what readers accept, but cover as many magnitudes as readers allow. Faults lie
/// at the ends, where times round to nothing or sums overflow.
struct RandomValues {
    var dice: SplitMix64

    /// From 0 to below `count`.
    mutating func pick(_ count: Int) -> Int { Int(dice.next() % UInt64(count)) }

    mutating func any(_ words: [String]) -> String { words[pick(words.count)] }

    mutating func happens(_ chance: Double) -> Bool { dice.uniform() < chance }

    /// A size with a uniformly distributed magnitude between two sizes.
    mutating func size(_ low: Double, _ high: Double) -> Double {
        low * Self.power(high / low, dice.uniform())
    }

    /// `base` to the power of `exponent`, from 0 to 1, to about three digits. It uses repeated
    /// roots, so that the tests' values are equal on every machine.
    private static func power(_ base: Double, _ exponent: Double) -> Double {
        var (root, rest, result) = (base, exponent, 1.0)
        for _ in 0..<16 {
            root = root.squareRoot()
            rest *= 2
            if rest >= 1 {
                result *= root
                rest -= 1
            }
        }
        return result
    }

    // MARK: Quantities

    mutating func seconds(_ low: Double, _ high: Double) -> String { "\(size(low, high)) s" }

    /// A time in whole nanoseconds, which values without a draw require.
    mutating func span(_ low: Double, _ high: Double) -> String {
        "\(Int64(max(1, size(low, high) * 1e9))) ns"
    }

    mutating func bytes(_ most: Double = 1e7) -> String {
        happens(0.1) ? "0 B" : "\(size(1, most).rounded()) B"
    }

    mutating func share() -> String {
        any(["0 %", "100 %", "\(100 * dice.uniform()) %", "\(100 * dice.uniform()) %"])
    }

    /// A share above 0 % and below 100 %.
    mutating func part() -> String { "\(1 + 98 * dice.uniform()) %" }

    mutating func rate() -> String { "\(size(1e2, 1e8)) bit/s" }

    mutating func position() -> String {
        "[\(170 * (dice.uniform() - 0.5)) °, \(360 * (dice.uniform() - 0.5)) °]"
    }

    // MARK: Laws

    /// A law whose scale is between two sizes, in `unit`.
    mutating func law(_ low: Double, _ high: Double, _ unit: String) -> String {
        let scale = size(low, high)
        let texts = [scale, scale * (1 + dice.uniform()), scale * 3].map { "\($0) \(unit)" }
        switch pick(12) {
        case 0, 1, 2: return texts[0]
        case 3, 4, 5: return "{ exponential: \(texts[0]) }"
        case 6: return "{ uniform: [\(happens(0.3) ? "0 \(unit)" : texts[0]), \(texts[1])] }"
        case 7: return "{ triangular: [\(texts.joined(separator: ", "))] }"
        case 8: return "{ lognormal: { median: \(texts[0]), sigma: \(size(0.001, 5)) } }"
        case 9: return "{ weibull: { scale: \(texts[0]), shape: \(size(0.1, 100)) } }"
        case 10: return "{ gamma: { scale: \(texts[0]), shape: \(size(0.01, 100)) } }"
        default: return "{ triangular: [0 \(unit), 0 \(unit), \(texts[2])] }"
        }
    }

    mutating func times(_ low: Double, _ high: Double) -> String { law(low, high, "s") }

    mutating func lengths(_ low: Double, _ high: Double) -> String { law(low, high, "m") }

    /// The time between events in a run of `horizon` seconds: usually some hundred events,
    /// sometimes as many as readers allow, or none.
    mutating func gaps(_ horizon: Double) -> String {
        switch pick(12) {
        case 0: times(2e-3, 2e8)
        case 1: times(2e-3, 1)
        default: times(max(2e-3, horizon / 300), max(1, horizon))
        }
    }

    /// The duration of something that happens now and then.
    mutating func lasting(_ horizon: Double) -> String {
        happens(0.1) ? times(2e-3, 2e8) : times(0.1, max(1, horizon / 3))
    }

    /// The `key: value` pairs in braces, each present with this probability.
    mutating func mapping(
        _ needed: [(String, String)], _ optional: [(String, String)] = [], chance: Double = 0.4
    ) -> String {
        let chosen = needed + optional.filter { _ in happens(chance) }
        if chosen.isEmpty { return "{}" }
        return "{ " + chosen.map { "\($0.0): \($0.1)" }.joined(separator: ", ") + " }"
    }
}
