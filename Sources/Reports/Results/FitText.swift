public struct FitReport {
    private let heading: String
    let quantities: [FittedQuantity]
    let residuals: [FitResidual]
    /// `nil` but for a power log.
    let stays: [PowerStay]?
    let notes: [String]

    public init(_ fit: ProbeFit, name: String, dropped: [(word: String, count: Int)]) {
        let count = dropped.reduce(0) { $0 + $1.count }
        let words = dropped.map { "\($0.word) \($0.count)" }.joined(separator: ", ")
        heading =
            "\(name): \(fit.probeCount) probes after \(fit.silenceCount) silences of up to "
            + "\(fit.longestSilence)"
            + (count > 0 ? "; \(count) rows left out by KeepOrDrop (\(words))" : "")
        (quantities, residuals, stays) = (fit.quantities, fit.residuals, nil)
        var notes = Self.leftOut(fit.outliers)
        if fit.steps.isEmpty {
            notes.append(
                "No silence makes answers slower in three of four pairs: no timer is shorter than "
                    + "\(fit.longestSilence).")
        }
        for (index, step) in fit.steps.enumerated() where step.awakeShare > 0.02 {
            notes.append(
                "After step \(index + 1), "
                    + ReadableNumber.text(step.awakeShare * 100, decimals: 0)
                    + " % of the probes found the radio awake, as by other traffic; the promotion "
                    + "delay leaves them out.")
        }
        self.notes = notes
    }

    private static func leftOut(_ outliers: [ProbeFit.Outlier]) -> [String] {
        if outliers.isEmpty { return [] }
        let named = outliers.prefix(10).map { outlier in
            let probe = outlier.probe
            let place = probe.line.map { "line \($0): " } ?? ""
            let why =
                switch outlier.reason {
                case .quickerThanAnyRadio: "no radio answers within \(rounded(ProbeFit.quickest))"
                case .farAbove(let fence):
                    "its state's others take less than \(rounded(fence)), as a rule"
                }
            return "  \(place)\(rounded(probe.roundTrip)) after \(rounded(probe.silence)); \(why)"
        }
        let more = outliers.count - named.count
        return ["\(counted(outliers.count, "probe")) left out:"] + named
            + (more > 0 ? ["  and \(more) more, all in residuals.csv (--out) as left out"] : [])
    }

    public init(_ fit: TransferPowerFit, name: String) {
        let samples = fit.lines.reduce(0) { $0 + $1.count }
        heading = "\(name): \(samples) samples, \(counted(fit.lines.count, "line"))"
        (quantities, residuals, stays) = (fit.quantities, fit.residuals, nil)
        var notes = fit.undetermined.map { "\($0): one throughput only, which makes no line." }
        for line in fit.lines {
            let fewest = TransferPowerFit.fewestRuns
            guard let alike = line.residualCorrelation, alike > 0.2, (line.runs ?? 0) < fewest
            else { continue }
            let remedy =
                line.runs == nil
                ? "a column time_since_start tells runs apart"
                : "\(fewest) runs or more would be resampled whole"
            notes.append(
                "\(line.group): neighbouring seconds are alike (correlation "
                    + "\(ReadableNumber.text(alike, decimals: 2))), so its intervals are too "
                    + "narrow; \(remedy).")
        }
        self.notes = notes
    }

    public init(_ fit: StandbyFit, name: String) {
        heading =
            "\(name): \(counted(fit.stretches, "stretch", "stretches")) with the display off, "
            + "\(ReadableNumber.text(fit.hours, significantDigits: 3)) h"
        (quantities, residuals, stays) = (fit.quantities, fit.residuals, nil)
        let untold = StandbyFit.Term.allCases.filter { fit.powers[$0] == nil }.map(\.rawValue)
        notes = [
            untold.isEmpty
                ? nil
                : "Not told apart from the floor, whose power they are in: "
                    + "\(untold.joined(separator: ", ")). Record stretches with more and less of "
                    + "it.",
            fit.isByLevel
                ? "Some charges come from the battery's level, in whole per cent: record for "
                    + "longer, or a phone with a charge counter."
                : nil,
        ].compactMap { $0 }
    }

    /// - `isWithoutActivity`: Whether the caller subtracts the activity from the timers.
    public init(_ fit: TailFit, name: String, isWithoutActivity: Bool = false) {
        heading =
            "\(name): \(fit.sampleCount) samples every \(rounded(fit.sampling)), searched in "
            + "cells of \(rounded(fit.cell)); \(counted(fit.stays.count, "stay")) in "
            + counted(fit.states.count, "state")
        (quantities, residuals, stays) = (fit.quantities, fit.residuals, fit.stays)
        var notes: [String] = []
        if fit.states.count == 1 {
            notes.append("The power is one level: there is nothing to tell states by.")
        }
        if !isWithoutActivity,
            fit.states.contains(where: { $0.timer != nil && $0.timerHoldsActivity })
        {
            notes.append(
                "A peak holds the activity and the timer after it: take the activity's length off.")
        }
        for state in fit.states where state.timer != nil && state.rise != nil && !state.isPromotion
        {
            notes.append(
                "\(state.name) is met on the way up and on the way down: it may be a promotion and "
                    + "a tail of nearly the same power. A smaller --step tells them apart.")
        }
        notes += Self.rateNotes(fit)
        if fit.gaps > 0 {
            notes.append("\(fit.gaps) gaps in the log: stays with one give no timer.")
        }
        self.notes = notes
    }

    /// Why half the sampling rate shows other states.
    private static func rateNotes(_ fit: TailFit) -> [String] {
        guard let half = fit.statesAtHalfRate else { return [] }
        var notes = fit.statesOfThisRate.map { state in
            let longest = fit.stays.filter { $0.state == state.number }.map(\.duration).max()
            return "\(state.name) is not seen at half the sampling rate: its longest stay, "
                + "\(rounded(longest ?? .zero)), is short beside the noise and cells of "
                + "\(rounded(fit.cell)). A shorter --cell shows more of it; --step or --states "
                + "leaves it out."
        }
        if notes.isEmpty, half.count != fit.states.count {
            notes.append(
                "At half the sampling rate there are \(half.count) states: the powers of some are "
                    + "near each other. --step or --states decides.")
        }
        return notes
    }

    public var screen: Screen {
        Screen(answer: heading, table: .table(table), notes: notes.map { "\($0)\n" }.joined())
    }

    private var table: TextTable {
        TextTable(
            quantities.filter { $0.quantity != "sampling" },
            [
                .left("group", \.group), .left("quantity", \.quantity),
                .right("estimate") { figure($0.estimate, $0.interval) }, .left("unit", \.unit),
                .right("interval") { quantity in
                    IntervalText.cell(quantity.interval) { figure($0, quantity.interval) }
                },
                .left("by") { quantity in
                    quantity.interval.map { "\(Fraction($0.level)), \(quantity.method)" }
                },
            ])
    }

    /// Enough decimals for two digits of the half-width; four significant digits without an
    /// interval.
    private func figure(_ value: Double, _ interval: ConfidenceInterval?) -> String {
        guard let half = interval?.halfWidth, half > 0 else {
            return ReadableNumber.text(value, significantDigits: 4)
        }
        return ReadableNumber.text(value, decimals: decimals(for: half))
    }
}

private func counted(_ count: Int, _ word: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? word : plural ?? word + "s")"
}

/// Rounds to four significant digits, more than any power measurement has.
func rounded<Value: Quantity>(_ quantity: Value) -> Value {
    let size = quantity.magnitude.magnitude
    guard size > 0, size.isFinite else { return quantity }
    let decimal = RoundedDecimal(size, significantDigits: 4)
    let digits = NumberText.string { bytes in
        NumberText.append(Int64(decimal.coefficient), to: &bytes)
        bytes.append(Ascii.exponent)
        NumberText.append(Int64(decimal.scale), to: &bytes)
    }
    guard let value = Double(digits) else { return quantity }
    return Value(quantity.magnitude < 0 ? -value : value)
}

public enum FitTables {
    static let fit = Table<FittedQuantity>("fit").with(columns: [
        .text("group", "State, step or network; empty for all data.") {
            $0.group.isEmpty ? nil : $0.group
        },
        .text("quantity", "Fitted quantity; see docs/guide/fitting.md.", \.quantity),
        .text("unit", "Unit; empty for a share.") { $0.unit.isEmpty ? nil : $0.unit },
        .number("estimate", "Value in that unit.", \.estimate),
        .number(
            "ci_level", "Confidence level of the interval; empty without one.", \.interval?.level),
        .interval("ci", "the interval", \.interval),
        .text("interval_by", "Method of the interval.") { $0.method.isEmpty ? nil : $0.method },
    ])

    /// One row for each observation, or for each averaged cell of a power log.
    static let residuals = Table<FitResidual>("residuals").with(columns: [
        .text("group", "State or network.") { $0.group.isEmpty ? nil : $0.group },
        .number(
            "place",
            "rrc-probe: silence in s; transfer-power: Mbit/s; tail: time in s; standby: the "
                + "stretch's number.", \.place),
        .number(
            "observed", "rrc-probe: round trip in ms; transfer-power and tail: mW; standby: mA.",
            \.observed),
        .number("fitted", "Fitted value, in the unit of observed.", \.fitted),
        .number("residual", "Observed minus fitted.") { $0.observed - $0.fitted },
    ])

    static let stays = Table<PowerStay>("stays").with(columns: [
        .integer("state", "Number of the state; 0 has the lowest power.", \.state),
        .number("from_s", "Start of the stay, in the log's own time.", \.from.magnitude),
        .number("until_s", "End of the stay.", \.until.magnitude),
        .number("duration_s", "Length of the stay.", \.duration.magnitude),
        .number("power_mW", "Mean power, without the log's drift.", \.power.magnitude),
        .text(
            "kind",
            "peak: activity and its timer; tail: a timer; rise: a promotion; rest; cut by "
                + "the log's end or a gap.", \.kind.rawValue),
    ])
}
