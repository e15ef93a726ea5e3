extension SteadyState {
    public var part: Screen.Part {
        .table(
            rates.table([
                .left("in steady state", \.quantity.rawValue),
                .right("mean") { figure($0.batches?.mean) },
                .right("95 % interval") { ends($0.batches?.interval) },
                .left("unit") { Metric.words(ofUnit: $0.quantity.unit) },
                .right("left out") { $0.warmUp.map { length($0.truncated) } },
                .right("batches") { $0.batches.map { "\($0.batchCount)" } },
                .right("of") { $0.batches.map { length($0.batchSize) } },
                .right("lag 1") {
                    $0.batches?.lagOneCorrelation.map {
                        ReadableNumber.text($0, significantDigits: 2)
                    }
                },
            ]), below: notes)
    }

    private var notes: String {
        let unsettled = rates.filter { !($0.warmUp?.isSettled ?? true) }
        let alike = rates.filter { !($0.batches?.isUncorrelated ?? true) }
        var notes = ""
        if !unsettled.isEmpty {
            notes += note(unsettled, "no steady state within the first half of the run")
        }
        if !alike.isEmpty { notes += note(alike, "neighbouring batches are alike") }
        return notes
    }

    private func note(_ rates: [Rate], _ what: String) -> String {
        let names = rates.map(\.quantity.rawValue).joined(separator: ", ")
        return WrappedText.line(
            "warning: \(what) (\(names)). The interval is too short: give a longer --horizon.")
    }

    private func length(_ stretches: Int) -> String { "\(stretch.seconds * Double(stretches))" }
}

extension ResultTables {
    static func steadyRows(of steady: SteadyState) -> [SteadyRow] {
        steady.rates.map { SteadyRow(steady: steady, rate: $0) }
    }

    public struct SteadyRow: Sendable {
        let steady: SteadyState
        let rate: SteadyState.Rate

        func seconds(_ stretches: Int?) -> Double? {
            stretches.map { Double($0) * steady.stretch.seconds.magnitude }
        }
    }

    static let steady = Table<SteadyRow>("steady").with(columns: [
        .text("policy", "Policy name.", \.steady.policy),
        .integer("replication", "Number of the run, from 0.", \.steady.replication),
        .text("quantity", "Quantity in steady state.", \.rate.quantity.rawValue),
        .text("unit", "Unit.", \.rate.quantity.unit),
        .number("mean", "Mean over the batches.", \.rate.batches?.mean),
        .interval("ci", "Student's 95 % t interval of the batch means", \.rate.batches?.interval),
        .number("stretch_s", "Length of the stretches that the run is cut into.") {
            $0.steady.stretch.seconds.magnitude
        },
        .number("warm_up_s", "Warm-up that MSER-5 leaves out at the start.") {
            $0.seconds($0.rate.warmUp?.truncated)
        },
        .truth(
            "settled", "no if the warm-up takes more than half of the run; otherwise yes.",
            \.rate.warmUp?.isSettled),
        .integer("batches", "Number of batches.", \.rate.batches?.batchCount),
        .number("batch_s", "Length of a batch.") { $0.seconds($0.rate.batches?.batchSize) },
        .number(
            "lag_1", "Correlation of each batch mean with the next; empty without spread.",
            \.rate.batches?.lagOneCorrelation),
        .truth(
            "uncorrelated",
            "no if lag_1 is significantly above 0 (one-sided 5 %), so that the interval "
                + "is too short.", \.rate.batches?.isUncorrelated),
    ])
}
