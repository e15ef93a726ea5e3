/// Values of profiles at random, as a file spells them.
///
/// They keep to what readers accept and are spread over as many magnitudes as readers allow: faults
/// lie at the ends, where times are so short that they round to nothing or so long that sums stop.
struct RandomValues {
    var dice: SplitMix64

    /// From 0 to below `count`.
    mutating func pick(_ count: Int) -> Int { Int(dice.next() % UInt64(count)) }

    mutating func any(_ words: [String]) -> String { words[pick(words.count)] }

    mutating func happens(_ chance: Double) -> Bool { dice.uniform() < chance }

    /// Any magnitude between the two is as likely as any other.
    mutating func size(_ low: Double, _ high: Double) -> Double {
        low * Self.power(high / low, dice.uniform())
    }

    /// `base` to the power of `exponent`, from 0 to 1, to three digits or so: by repeated roots,
    /// for the tests' values are the same wherever they are made.
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

    /// In whole nanoseconds, as times that nothing is drawn for must be.
    mutating func span(_ low: Double, _ high: Double) -> String {
        "\(Int64(max(1, size(low, high) * 1e9))) ns"
    }

    mutating func bytes(_ most: Double = 1e7) -> String {
        happens(0.1) ? "0 B" : "\(size(1, most).rounded()) B"
    }

    mutating func share() -> String {
        any(["0 %", "100 %", "\(100 * dice.uniform()) %", "\(100 * dice.uniform()) %"])
    }

    /// Above nothing and below the whole.
    mutating func part() -> String { "\(1 + 98 * dice.uniform()) %" }

    mutating func rate() -> String { "\(size(1e2, 1e8)) bit/s" }

    mutating func position() -> String {
        "[\(170 * (dice.uniform() - 0.5)) °, \(360 * (dice.uniform() - 0.5)) °]"
    }

    // MARK: Laws

    /// A law whose scale is between the two, in `unit`.
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

    /// From one event to the next in a run of `horizon` seconds: mostly some hundred times in it,
    /// now and then as often as readers let it, or never.
    mutating func gaps(_ horizon: Double) -> String {
        switch pick(12) {
        case 0: times(2e-3, 2e8)
        case 1: times(2e-3, 1)
        default: times(max(2e-3, horizon / 300), max(1, horizon))
        }
    }

    /// How long something lasts that comes now and then.
    mutating func lasting(_ horizon: Double) -> String {
        happens(0.1) ? times(2e-3, 2e8) : times(0.1, max(1, horizon / 3))
    }

    /// `key: value` of those that are there, each with this chance, in braces.
    mutating func mapping(
        _ needed: [(String, String)], _ optional: [(String, String)] = [], chance: Double = 0.4
    ) -> String {
        let chosen = needed + optional.filter { _ in happens(chance) }
        if chosen.isEmpty { return "{}" }
        return "{ " + chosen.map { "\($0.0): \($0.1)" }.joined(separator: ", ") + " }"
    }
}
