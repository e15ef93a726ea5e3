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
            .text("policy", "The policy's name.", \.steady.policy),
            .integer("replication", "Which run, from 0.", \.steady.replication),
            .text("quantity", "What is known in steady state.", \.rate.quantity.rawValue),
            .text("unit", "Its unit.", \.rate.quantity.unit),
            .number("mean", "Its mean over the batches.", \.rate.batches?.mean),
            .interval(
                "ci", "Student's t interval of the batch means, 95 %", \.rate.batches?.interval),
            .number("stretch_s", "How long the stretches are that the run is cut into.") {
                $0.steady.stretch.seconds.magnitude
            },
            .number("warm_up_s", "What MSER-5 leaves out at the start.") {
                $0.seconds($0.rate.warmUp?.truncated)
            },
            .truth(
                "settled", "no where the start takes more than half of the run.",
                \.rate.warmUp?.isSettled),
            .integer("batches", "How many.", \.rate.batches?.batchCount),
            .number("batch_s", "How long each is.") {
                $0.seconds($0.rate.batches?.batchSize)
            },
            .number(
                "lag_1", "Correlation of each batch mean with the next; empty without spread.",
                \.rate.batches?.lagOneCorrelation),
            .truth(
                "uncorrelated",
                "no where that is significantly above 0 (one-sided 5 %): the "
                    + "interval is too short.", \.rate.batches?.isUncorrelated),
        ])
}
