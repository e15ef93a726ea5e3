/// A factor of a design, with its values as numbers if they share a kind.
struct SweepFactor {
    let path: String
    /// The unit of `numbers`; empty for plain numbers.
    let unit: String
    /// One per row of the design; `nil` without a number.
    let numbers: [Double?]

    var count: Int { Set(numbers.compactMap { $0 }).count }
    var isNumeric: Bool { count > 1 }

    /// - Parameter texts: One per row of the design; an empty text keeps the scenario's value.
    init(_ path: String, _ texts: [String]) {
        self.path = path
        let given = texts.filter { !$0.isEmpty }
        func all(_ read: (String) -> Double?) -> [Double?]? {
            given.allSatisfy { read($0) != nil } ? texts.map { $0.isEmpty ? nil : read($0) } : nil
        }
        func read<Unit: Quantity>(_ kind: Unit.Type) -> (String) -> Double? {
            { text in
                let number = try? Unit(parsing: text)
                return number.flatMap { $0.magnitude.isFinite ? $0.magnitude : nil }
            }
        }
        let kinds: [(unit: String, read: (String) -> Double?)] = [
            ("", { Double($0).flatMap { $0.isFinite ? $0 : nil } }), ("s", read(Seconds.self)),
            ("mW", read(Milliwatts.self)), ("B", read(Bytes.self)),
            ("bit/s", read(BitsPerSecond.self)), ("m", read(Meters.self)),
            ("%", { read(Fraction.self)($0).map { 100 * $0 } }),
        ]
        let found = kinds.lazy.compactMap { kind in all(kind.read).map { (kind.unit, $0) } }.first
        (unit, numbers) = found ?? ("", texts.map { _ in nil })
    }

    private init(path: String, unit: String, numbers: [Double?]) {
        (self.path, self.unit, self.numbers) = (path, unit, numbers)
    }

    /// Long times in minutes, hours or days.
    var readable: SweepFactor {
        guard unit == "s" else { return self }
        let readable = TimeUnit(of: numbers.compactMap { $0 }.max() ?? 0)
        return SweepFactor(
            path: path, unit: readable.name,
            numbers: numbers.map { $0.map { $0 / readable.seconds } })
    }
}

struct TimeUnit {
    let name: String
    let seconds: Double

    /// - Parameter length: In seconds.
    init(of length: Double) {
        (name, seconds) =
            length >= 3 * 86_400
            ? ("d", 86_400) : length >= 7200 ? ("h", 3600) : length >= 240 ? ("min", 60) : ("s", 1)
    }
}

/// One metric of a sweep in words and, for a page, in a table.
struct SweepView {
    private let design: SweepTables.Design
    private let rows: [SweepRow]
    private let policies: [String]

    private static let most = 60

    init(_ design: SweepTables.Design, _ rows: [SweepRow]) {
        (self.design, self.rows) = (design, rows)
        policies = rows.map(\.policy).firstOfEach
    }

    /// One row per point, with its factors and each policy's value.
    var table: TextTable {
        let factors = SweepText.headings(of: design.factors)
        return TextTable(
            design.rows.prefix(Self.most),
            [.right("point") { "\($0.point)" }]
                + factors.indices.map { index in .right(factors[index]) { $0.values[index] } }
                + policies.map { policy in
                    .right(policy) { point in
                        rows.first { $0.point == point.point && $0.policy == policy }
                            .map(Self.words)
                    }
                })
    }

    private static func words(_ row: SweepRow) -> String {
        guard let mean = row.mean else { return "-" }
        return estimate(mean, between: ConfidenceInterval(row.low, row.high)) + row.method.mark
    }

    var notes: String { FewText.notes(rows.map(\.method)) }

    /// The range of the metric over the points, for at most two policies.
    func answer(_ metric: Metric) -> String {
        // The policy that varies most comes first.
        let ranges = policies.compactMap(range).sorted { $0.ratio > $1.ratio }.map(\.text)
        if ranges.isEmpty { return "No point has a value of \(metric.words)." }
        let more = ranges.count > 2 ? Screen.othersBelow : ""
        return "\(MetricTitle.capitalized(metric))"
            + "\(metric.unitInBrackets) over \(Self.points(design.rows.count)): "
            + ranges.prefix(2).joined(separator: "; ") + more + "."
    }

    static func points(_ count: Int) -> String { "\(count) \(count == 1 ? "point" : "points")" }

    /// The least and the greatest mean in words, with their ratio; `nil` without a value.
    private func range(of policy: String) -> (text: String, ratio: Double)? {
        let own = rows.filter { $0.policy == policy }.compactMap { row in
            row.mean.map { (mean: $0, point: row.point) }
        }
        guard let least = own.min(by: { $0.mean < $1.mean }),
            let most = own.max(by: { $0.mean < $1.mean })
        else { return nil }
        if least.mean == most.mean {
            return ("\(policy) \(figure(least.mean)) at all points", 0)
        }
        let text =
            "\(policy) from \(figure(least.mean)) (\(place(least.point))) to "
            + "\(figure(most.mean)) (\(place(most.point)))"
        return (text, least.mean > 0 ? most.mean / least.mean : .infinity)
    }

    /// The values of up to three factors, otherwise the point's number.
    private func place(_ point: Int) -> String {
        let values = (design.rows.first { $0.point == point }?.values ?? []).filter { !$0.isEmpty }
        guard (1...3).contains(values.count) else { return "point \(point)" }
        return "at \(values.joined(separator: ", "))"
    }
}

/// A metric in headings and beside marks.
enum MetricTitle {
    static func capitalized(_ metric: Metric) -> String {
        metric.words.prefix(1).uppercased() + metric.words.dropFirst()
    }

    /// `3 328 J (3 324 to 3 331)`.
    static func words(_ mean: Double, _ interval: ConfidenceInterval?, _ metric: Metric) -> String {
        let text = FigureText.text(mean, unit: metric.unit.rawValue, digits: 4)
        guard let interval, interval.high > interval.low else { return text }
        let ends = [interval.low, interval.high].map {
            FigureText.text($0, unit: metric.unit.rawValue, digits: 4)
        }
        // If both ends have one unit, it is written only after the second.
        let parts = ends.map { $0.split(separator: " ") }
        let same = parts[0].last == parts[1].last && metric.unit != .count
        let shown = same ? parts.map { $0.dropLast().joined(separator: " ") } : ends
        return "\(text) (\(shown[0]) to \(shown[1]))"
    }
}
