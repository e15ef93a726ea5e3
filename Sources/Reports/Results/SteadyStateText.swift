import DeviceModel
import Experiments
import Kernel
import Show

/// The steady-state power of a long run, as the terminal shows it.
public struct SteadyStateText {
    private let steady: SteadyState

    public init(_ steady: SteadyState) { self.steady = steady }

    public var part: Screen.Part { .table(table, below: notes) }

    private var table: TextTable {
        var table = TextTable(columns: [
            .init("in steady state"), .init("mean", .right), .init("95 % interval", .right),
            .init("unit"), .init("left out", .right), .init("batches", .right),
            .init("of", .right), .init("lag 1", .right),
        ])
        for rate in steady.rates {
            table.add([
                rate.quantity.rawValue, figure(rate.batches?.mean),
                IntervalText.cell(rate.batches?.interval) { figure($0) },
                Metric.words(ofUnit: rate.quantity.unit),
                rate.warmUp.map { length($0.truncated) } ?? "",
                rate.batches.map { "\($0.batchCount)" } ?? "",
                rate.batches.map { length($0.batchSize) } ?? "",
                figure(rate.batches?.lagOneCorrelation, digits: 2),
            ])
        }
        return table
    }

    private var notes: String {
        let unsettled = steady.rates.filter { !($0.warmUp?.isSettled ?? true) }
        let alike = steady.rates.filter { !($0.batches?.isUncorrelated ?? true) }
        var notes = ""
        if !unsettled.isEmpty {
            notes += note(unsettled, "no steady state within the first half of the run")
        }
        if !alike.isEmpty { notes += note(alike, "neighbouring batches are alike") }
        return notes
    }

    private func note(_ rates: [SteadyState.Rate], _ what: String) -> String {
        let names = rates.map(\.quantity.rawValue).joined(separator: ", ")
        return WrappedText.line(
            "warning: \(what) (\(names)). The interval is too short: give a longer --horizon.",
            indent: "")
    }

    private func figure(_ value: Double?, digits: Int = 4) -> String {
        value.map { ReadableNumber.text($0, significantDigits: digits) } ?? ""
    }

    private func length(_ stretches: Int) -> String {
        "\(steady.stretch.seconds * Double(stretches))"
    }
}

extension ResultTables {
    static func steadyRows(of steady: SteadyState) -> [SteadyRow] {
        steady.rates.map { SteadyRow(steady: steady, rate: $0) }
    }

    /// One row of `steady.csv`.
    public struct SteadyRow: Sendable {
        let steady: SteadyState
        let rate: SteadyState.Rate

        func seconds(_ stretches: Int?) -> Double? {
            stretches.map { Double($0) * steady.stretch.seconds.magnitude }
        }
    }

    static let steady = Table<SteadyRow>(
        name: "steady",
        columns: [
            .text("policy", "Policy name.", \.steady.policy),
            .integer("replication", "Number of the run, from 0.", \.steady.replication),
            .text("quantity", "Quantity in steady state.", \.rate.quantity.rawValue),
            .text("unit", "Unit.", \.rate.quantity.unit),
            .number("mean", "Mean over the batches.", \.rate.batches?.mean),
            .number(
                "ci_low", "Lower end of Student's 95 % t interval of the batch means.",
                \.rate.batches?.interval.low),
            .number("ci_high", "Upper end of the interval.", \.rate.batches?.interval.high),
            .number("stretch_s", "Length of the stretches that the run is cut into.") {
                $0.steady.stretch.seconds.magnitude
            },
            .number("warm_up_s", "Warm-up that MSER-5 leaves out at the start.") {
                $0.seconds($0.rate.warmUp?.truncated)
            },
            .text("settled", "no if the warm-up takes more than half of the run; otherwise yes.") {
                $0.rate.warmUp.map { $0.isSettled ? "yes" : "no" }
            },
            .integer("batches", "Number of batches.", \.rate.batches?.batchCount),
            .number("batch_s", "Length of a batch.") {
                $0.seconds($0.rate.batches?.batchSize)
            },
            .number(
                "lag_1", "Correlation of each batch mean with the next; empty without spread.",
                \.rate.batches?.lagOneCorrelation),
            .text(
                "uncorrelated",
                "no if lag_1 is significantly above 0 (one-sided 5 %), so that the interval is "
                    + "too short."
            ) {
                $0.rate.batches.map { $0.isUncorrelated ? "yes" : "no" }
            },
        ])
}
