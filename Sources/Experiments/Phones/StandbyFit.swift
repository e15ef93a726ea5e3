/// Powers of a phone that lies there with its display off, without a charger.
///
/// The charge of a stretch is the sum of its hours in each ``Term`` times that term's current.
/// Least squares weigh each stretch by its length; no current is below 0. Intervals resample whole
/// stretches.
public struct StandbyFit: Equatable, Sendable {
    /// What draws the charge; later terms go first where the stretches cannot tell terms apart.
    public enum Term: String, CaseIterable, Hashable, Sendable {
        /// The whole phone asleep.
        case floor
        /// The processor awake, above the floor; with the energy of its wake-ups.
        case awake
        /// The modem awake without data, above the floor; its count is that of a whole file.
        case modemIdle = "modem-idle"
        /// A radio that the system takes for active, above the floor.
        case radio
    }

    public struct Options: Equatable, Sendable {
        public var level = 0.95
        public var seed: UInt64 = 1
        /// The number of resamples, at least 100.
        public var replicates = 1000
        /// Turns charge into energy.
        public var voltage = PhoneAccount.assumedVoltage

        public init() {}
    }

    public static let fewest = 3
    /// Shares of a stretch's time have to differ by this much to tell a term from the floor.
    static let leastSpread = 0.01

    /// In mW, by term that the stretches tell apart.
    public let powers: [Term: FittedQuantity]
    /// Mean currents of stretches, in mA by their numbers from 1.
    public let residuals: [FitResidual]
    public let hours: Double
    /// Whether charges come from levels in whole per cent, for lack of a charge counter.
    public let isByLevel: Bool

    /// - Throws: `FitError` if there are too few stretches, or the files are of different phones.
    public init(_ histories: [BatteryHistory], _ options: Options = Options()) throws(FitError) {
        let capacities = histories.compactMap(\.statistics.capacity).filter { $0 > 0 }
        // A battery's learned capacity changes by a few per cent from file to file.
        if let least = capacities.min(), let most = capacities.max(), most > 1.2 * least {
            throw FitError(
                "the files are of different phones: capacities from \(Int(least)) to "
                    + "\(Int(most)) mAh", advice: "Give files of one phone.")
        }
        let rows = histories.flatMap { Row.all(of: $0, capacity: capacities.first) }
        guard rows.count >= Self.fewest else {
            throw FitError(
                "\(rows.count) stretches of 30 min and more with the display off have a known "
                    + "charge, of \(Self.fewest) needed",
                advice: "Record longer, or give more files of this phone.")
        }
        let terms = Self.terms(of: rows)
        let currents = Self.currents(of: rows, terms)
        let resampling = Resampling(strata: [0..<rows.count])
        var stream = RandomStream(
            StreamKey(seed: options.seed, replication: 0, purpose: "bootstrap"))
        let replicates = (0..<options.replicates).map { _ in
            Self.currents(of: resampling.indices { stream.next() }.map { rows[$0] }, terms)
        }
        let volts = options.voltage.magnitude
        powers = Dictionary(
            uniqueKeysWithValues: terms.map { term in
                let estimate = (currents[term] ?? 0) * volts
                let drawn = replicates.compactMap { $0[term].map { $0 * volts } }
                let interval = Bootstrap(estimate: estimate, replicates: drawn)
                    .percentileInterval(level: options.level)
                return (
                    term,
                    FittedQuantity(
                        term.rawValue, "mW", estimate: estimate, interval: interval,
                        method: "bootstrap of \(rows.count) stretches")
                )
            })
        residuals = rows.enumerated().map { index, row in
            FitResidual(
                group: "stretch", place: Double(index + 1), observed: row.charge / row.hours,
                fitted: row.charge(currents) / row.hours)
        }
        hours = rows.reduce(0) { $0 + $1.hours }
        isByLevel = rows.contains(where: \.isByLevel)
    }

    public var quantities: [FittedQuantity] { Term.allCases.compactMap { powers[$0] } }
    public var stretches: Int { residuals.count }

    /// One stretch; times are in hours, the charge in mAh.
    private struct Row {
        let charge: Double
        let hours: Double
        let isByLevel: Bool
        let times: [Term: Double]

        static func all(of history: BatteryHistory, capacity: Double?) -> [Row] {
            PhoneStretch.all(of: history).compactMap { stretch in
                guard !stretch.isScreenOn, stretch.hours >= PhoneAccount.shortest else {
                    return nil
                }
                let byLevel = capacity.map {
                    (charge: Double(stretch.levelDrop) * $0 / 100, hours: stretch.hours)
                }
                guard let drawn = stretch.counted ?? byLevel, drawn.charge >= 0 else { return nil }
                // A counter's readings span less than the stretch.
                func time(_ milliseconds: Int64?) -> Double {
                    Double(milliseconds ?? 0) / 3_600_000 * drawn.hours / stretch.hours
                }
                let radio = max(stretch.active[.mobileRadio] ?? 0, stretch.active[.wifiRadio] ?? 0)
                let idle = history.statistics.modemIdleTime.flatMap { idle in
                    history.statistics.time.map { Double(idle) / Double(max(idle, $0, 1)) }
                }
                return Row(
                    charge: drawn.charge, hours: drawn.hours, isByLevel: stretch.counted == nil,
                    times: [
                        .floor: drawn.hours, .awake: time(stretch.active[.running]),
                        .modemIdle: drawn.hours * (idle ?? 0), .radio: time(radio),
                    ])
            }
        }

        func charge(_ currents: [Term: Double]) -> Double {
            // In one order, for the same bytes each time.
            Term.allCases.reduce(0) { $0 + (currents[$1] ?? 0) * (times[$1] ?? 0) }
        }
    }

    /// The terms that the rows tell apart, one fewer than rows at most.
    private static func terms(of rows: [Row]) -> [Term] {
        var terms: [Term] = []
        for term in Term.allCases where terms.count < rows.count - 1 {
            let shares = rows.map { ($0.times[term] ?? 0) / $0.hours }
            let isSpread = shares.max()! - shares.min()! >= leastSpread
            guard term == .floor || isSpread, solve(rows, terms + [term]) != nil else { continue }
            terms.append(term)
        }
        return terms
    }

    /// In mA, none below 0; empty if the rows do not determine them.
    private static func currents(of rows: [Row], _ terms: [Term]) -> [Term: Double] {
        let none = Dictionary(uniqueKeysWithValues: terms.map { ($0, 0.0) })
        var free = terms
        while !free.isEmpty {
            guard let found = solve(rows, free) else { return [:] }
            guard let lowest = free.min(by: { found[$0]! < found[$1]! }), found[lowest]! < 0 else {
                return none.merging(found) { $1 }
            }
            free.removeAll { $0 == lowest }
        }
        return none
    }

    private static func solve(_ rows: [Row], _ terms: [Term]) -> [Term: Double]? {
        let fit = LinearFit(
            design: rows.map { row in
                terms.map { (row.times[$0] ?? 0) / row.hours.squareRoot() }
            }, response: rows.map { $0.charge / $0.hours.squareRoot() })
        return fit.map { Dictionary(uniqueKeysWithValues: zip(terms, $0.coefficients)) }
    }
}
