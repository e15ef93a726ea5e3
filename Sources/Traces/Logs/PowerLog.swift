import Kernel

/// The times and powers that a power meter logged, at any rate.
///
/// Reads the CSV formats of `MeterFormat`; columns in any order, others ignored. A log has millions
/// of samples, so it is two arrays of plain doubles.
public struct PowerLog: Equatable, Sendable {
    public static let fewest = 10

    /// For example `Nordic PPK2`.
    public let meter: String
    /// Seconds, strictly ascending, from any zero.
    public let times: [Double]
    /// Corrections made while reading: a unit, equal times, a cut line.
    public let notes: [String]
    /// Milliwatts, one per time; a meter's offset may make them negative.
    public let powers: [Double]

    /// For example `Nordic PPK2 (Timestamp(ms),...)`.
    public static var formats: [String] {
        MeterFormat.all.map { "\($0.name) (\($0.example))" }
    }

    /// Reads the bytes of a log.
    ///
    /// - `voltage`: The meter's supply voltage, for logs that only have currents.
    /// - Throws: ``InputError`` where the file, its header or a row is invalid, and for too few
    ///   samples.
    public init(path: String, bytes: [UInt8], voltage: Volts? = nil) throws(InputError) {
        let text = try MeterSheet.text(path: path, bytes: bytes)
        guard let columns = MeterColumns(header: text.header) else {
            let fault = InputFault.noMeter(known: Self.formats)
            throw InputError(fault, path: text.path, line: 1)
        }
        meter = columns.format.name
        let isSupplied = columns.power == nil && columns.voltage == nil
        if isSupplied, voltage == nil {
            throw InputError(.needsVoltage(meter: meter), path: text.path)
        }
        if !isSupplied, voltage != nil {
            throw InputError(.hasVoltage(meter: meter), path: text.path)
        }
        var (times, powers): ([Double], [Double]) = ([], [])
        times.reserveCapacity(text.bytes.count / 12)
        powers.reserveCapacity(text.bytes.count / 12)
        let time = columns.time.place
        let cut = try text.forEachLine(
            of: columns.all, mayBeCut: true
        ) { (line) throws(InputError) in
            let now = try line.number(time, "a time", in: -1e12...1e12, possible: "any to 1e12")
            if let last = times.last, now < last {
                let fault = InputFault.notAscending(
                    text: line.shortened(time), before: "\(last)")
                throw line.error(fault, time)
            }
            times.append(now)
            powers.append(try Self.power(line, columns, voltage))
        }
        guard times.count >= Self.fewest else {
            let fault = InputFault.tooFewRows(
                found: times.count, needed: Self.fewest, dropped: 0)
            throw InputError(fault, path: text.path)
        }
        var notes = cut.map { ["line \($0) is cut short: left out"] } ?? []
        guard let stamps = SampleTimes(times) else { throw InputError(.oneTime, path: text.path) }
        notes += stamps.notes
        let (factor, reading) = stamps.factor(of: columns)
        notes += reading
        try Self.checkMean(powers, path: text.path)
        self.times = factor == 1 ? stamps.times : stamps.times.map { $0 * factor }
        (self.powers, self.notes) = (powers, notes)
    }

    /// The most that a phone draws at any instant: 10 A at 5 V.
    ///
    /// An assumption, twice what its battery and chips allow.
    private static let mostPower = Milliwatts(50_000)
    /// The most that a phone draws on average, or its case would burn the hand. An assumption.
    private static let mostMean = Milliwatts(20_000)

    private static func checkMean(_ powers: [Double], path: String) throws(InputError) {
        let mean = Milliwatts(powers.reduce(0, +) / Double(powers.count))
        guard mean > mostMean else { return }
        throw InputError(.noPhone(power: mean, limit: mostMean, isMean: true), path: path)
    }

    private static func power(
        _ line: LogLine, _ columns: MeterColumns, _ voltage: Volts?
    ) throws(InputError) -> Double {
        let power = try stated(line, columns, voltage)
        guard power.magnitude > mostPower.magnitude else { return power }
        let place = (columns.power ?? columns.current)?.place ?? 0
        throw line.error(
            .noPhone(power: Milliwatts(power), limit: mostPower, isMean: false), place)
    }

    private static func stated(
        _ line: LogLine, _ columns: MeterColumns, _ voltage: Volts?
    ) throws(InputError) -> Double {
        func value(
            _ column: MeterColumns.Scaled, _ what: String, _ most: Double, _ unit: String
        ) throws(InputError) -> Double {
            // The bounds are in the base unit; the message shows them in the cell's unit.
            let bound = most / column.factor
            return column.factor
                * (try line.number(
                    column.place, what, in: -bound...bound,
                    possible: "-\(Int(bound)) to \(Int(bound)) \(unit)"))
        }
        if let power = columns.power {
            return try value(power, "a power", 1e7, power.factor == 1 ? "mW" : "")
        }
        guard let current = columns.current else { return 0 }
        let own = try columns.voltage.map { (column) throws(InputError) in
            try value(column, "a voltage", 1e3, "V")
        }
        return try value(current, "a current", 1e6, "") * (own ?? voltage?.magnitude ?? 0)
    }
}
