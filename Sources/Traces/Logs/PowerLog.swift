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
            + ["\(ProfilerLog.name) (JSON with a power counter)"]
    }

    /// Reads the bytes of a log.
    ///
    /// - `voltage`: The meter's supply voltage, for logs that only have currents.
    /// - Throws: ``InputError`` where the file, its header or a row is invalid, and for too few
    ///   samples.
    public init(path: String, bytes: [UInt8], voltage: Volts? = nil) throws(InputError) {
        if let samples = ProfilerLog.samples(bytes) {
            meter = ProfilerLog.name
            if voltage != nil { throw InputError(.hasVoltage(meter: meter), path: path) }
            (times, powers, notes) = (samples.map(\.time), samples.map(\.power), [])
            if let power = powers.first(where: { !($0.magnitude <= Self.mostPower.magnitude) }) {
                let fault = InputFault.noPhone(
                    power: Milliwatts(power), limit: Self.mostPower, isMean: false)
                throw InputError(fault, path: path)
            }
            try Self.check(times, powers, path: path)
            return
        }
        let text = try MeterSheet.text(path: path, bytes: bytes)
        guard let columns = MeterColumns(header: text.header) else {
            let fault = InputFault(
                "the header is not of a known meter",
                "Known meters: \(Self.formats.joined(separator: "; ")).")
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
        var back = 0
        let cut = try text.forEachLine(
            of: columns.all, mayBeCut: true
        ) { (line) throws(InputError) in
            let now = try line.number(time, "a time", in: -1e12...1e12, possible: "any to 1e12")
            let last = times.last ?? now
            let isBack = now < last
            if isBack, last - now > columns.format.jitter {
                let fault = InputFault.notAscending(text: line.shortened(time), before: "\(last)")
                throw line.error(fault, time)
            }
            if isBack { back += 1 }
            times.append(max(now, last))
            powers.append(try Self.power(line, columns, voltage))
        }
        try Self.check(times, powers, path: text.path)
        var notes = cut.map { ["line \($0) is cut short: left out"] } ?? []
        if back > 0 {
            notes.append("\(back) samples have an earlier time than the sample before: moved to it")
        }
        guard let stamps = SampleTimes(times) else { throw InputError(.oneTime, path: text.path) }
        notes += stamps.notes
        let (factor, reading) = stamps.factor(of: columns)
        notes += reading
        self.times = factor == 1 ? stamps.times : stamps.times.map { $0 * factor }
        (self.powers, self.notes) = (powers, notes)
    }

    /// The most that a phone draws at any instant: 10 A at 5 V.
    ///
    /// An assumption, twice what its battery and chips allow.
    private static let mostPower = Milliwatts(50_000)
    /// The most that a phone draws on average, or its case would burn the hand. An assumption.
    private static let mostMean = Milliwatts(20_000)

    private static func check(
        _ times: [Double], _ powers: [Double], path: String
    ) throws(InputError) {
        guard times.count >= fewest else {
            let fault = InputFault.tooFewRows(found: times.count, needed: fewest, dropped: 0)
            throw InputError(fault, path: path)
        }
        let mean = Milliwatts(powers.reduce(0, +) / Double(powers.count))
        guard mean.magnitude > mostMean.magnitude else { return }
        throw InputError(.noPhone(power: mean, limit: mostMean, isMean: true), path: path)
    }

    private static func power(
        _ line: LogLine, _ columns: MeterColumns, _ voltage: Volts?
    ) throws(InputError) -> Double {
        let power = try stated(line, columns, voltage)
        guard power.magnitude > mostPower.magnitude else { return power }
        let place = (columns.power ?? columns.current)?.place ?? 0
        throw line.error(.noPhone(power: Milliwatts(power), limit: mostPower, isMean: false), place)
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

/// The time of each sample of a log in which all samples of a packet may share a time.
///
/// Some meters send samples in packets, and some programs write the packet's time into each line.
/// The samples are then spread evenly until the next packet. After the last packet, and before a
/// gap, they are as far apart as in a typical packet.
struct SampleTimes {
    /// Strictly ascending, in the file's unit.
    let times: [Double]
    /// The median distance of samples, in the file's unit.
    let sampling: Double
    /// The samples that share a time, and the most that share one.
    private let shared: Int
    private let largest: Int

    /// `nil` where all stamps, which must ascend, are equal.
    init?(_ stamps: [Double]) {
        let starts = [0] + stamps.indices.dropFirst().filter { stamps[$0] != stamps[$0 - 1] }
        guard starts.count > 1 else { return nil }
        sampling = Self.median(stamps, starts)
        guard starts.count < stamps.count else {
            (times, shared, largest) = (stamps, 0, 1)
            return
        }
        var times = stamps
        var (shared, largest) = (0, 1)
        for (number, start) in starts.enumerated() {
            let end = number + 1 < starts.count ? starts[number + 1] : stamps.count
            let count = end - start
            guard count > 1 else { continue }
            (shared, largest) = (shared + count, max(largest, count))
            let room = end < stamps.count ? (stamps[end] - stamps[start]) / Double(count) : sampling
            let step = room > 10 * sampling ? sampling : room
            for place in start..<end { times[place] += Double(place - start) * step }
        }
        (self.times, self.shared, self.largest) = (times, shared, largest)
    }

    /// Some thousand packets suffice; sorting millions would dominate the run time.
    private static func median(_ stamps: [Double], _ starts: [Int]) -> Double {
        let distances = stride(from: 1, to: starts.count, by: 1 + starts.count / 10_000)
            .map { number in
                let (first, next) = (starts[number - 1], starts[number])
                return (stamps[next] - stamps[first]) / Double(next - first)
            }.sorted()
        return distances[distances.count / 2]
    }

    var notes: [String] {
        if shared == 0 { return [] }
        return [
            "\(shared) of \(times.count) samples share their time with others, up to "
                + "\(largest): each packet of samples is spread evenly until the next"
        ]
    }

    /// The factor from times to seconds, with a note where it contradicts the header.
    ///
    /// The maker's own library writes a millisecond header over seconds; a sampling interval that
    /// the meter cannot have reveals it.
    func factor(of columns: MeterColumns) -> (Double, notes: [String]) {
        let stated = columns.time.factor
        guard stated == 1e-3, let fastest = columns.format.fastest,
            sampling * stated < fastest * (1 - 1e-6)
        else { return (stated, []) }
        let (found, least) = (Seconds(sampling * stated), Seconds(fastest))
        return (
            1,
            [
                "the header says ms, but a sample each \(found.rounded) is too fast for a "
                    + "\(columns.format.name), which takes \(least) or more: times are read as "
                    + "seconds"
            ]
        )
    }
}

extension Seconds {
    fileprivate var rounded: Seconds { Seconds((magnitude * 1e9).rounded() / 1e9) }
}
