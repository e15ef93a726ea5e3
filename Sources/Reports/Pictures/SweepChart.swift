/// How a metric goes with a factor of a design: a curve with its band for each policy, a panel for
/// each setting of the other factors. Where there is one policy, the settings are the curves of one
/// panel, as in a figure of the energy by interval on three radios.
struct SweepChart {
    private let metric: Metric
    private let factor: SweepFactor
    /// Names of policies, or of settings.
    private let names: [String]
    private let isBySetting: Bool
    private let panels: [(name: String, curves: [[Chart.Row]])]
    /// Whether the points of a panel differ in nothing but the factor.
    private let hasCurves: Bool

    /// No more panels than these.
    private static let most = 8

    /// The metric to show: the one asked for, otherwise the time to empty, otherwise the energy;
    /// `nil`: the rows have no such metric.
    static func metric(_ rows: [SweepRow], asked: Metric?) -> Metric? {
        let metrics = rows.map(\.metric)
        let metric = asked ?? (metrics.contains(.timeToEmpty) ? .timeToEmpty : Metric.energy)
        return metrics.contains(metric) ? metric : metrics.first
    }

    /// `nil` where no factor has numbers.
    init?(_ design: SweepTables.Design, _ rows: [SweepRow], _ asked: Metric? = nil) {
        let (paths, design) = (SweepText.headings(of: design.factors), design.rows)
        let factors = paths.indices.map { index in
            SweepFactor(paths[index], design.map { $0.values[index] }).readable
        }
        guard let metric = Self.metric(rows, asked: asked) else { return nil }
        self.metric = metric
        guard
            let place = factors.indices.filter({ factors[$0].isNumeric }).max(by: {
                (factors[$0].count, $1) < (factors[$1].count, $0)
            })
        else { return nil }
        factor = factors[place]
        // A policy that never has the metric has no curve.
        let policies = rows.filter { $0.metric == metric }.map(\.policy).firstOfEach
        let others = paths.indices.filter { $0 != place }
        let settings = design.map { row in
            others.filter { !row.values[$0].isEmpty }.map {
                "\(paths[$0]) \(Self.name(row.values[$0]))"
            }.joined(separator: ", ")
        }
        var distinct = zip(settings, factor.numbers).filter { $1 != nil }.map(\.0).firstOfEach
        hasCurves = distinct.count <= Self.most
        if !hasCurves { distinct = [""] }
        isBySetting = policies.count == 1 && (2...ChartSheet.colours).contains(distinct.count)
        let (curveNames, panelNames) = isBySetting ? (distinct, policies) : (policies, distinct)
        names = curveNames
        var panels = panelNames.map {
            (name: $0, curves: [[Chart.Row]](repeating: [], count: curveNames.count))
        }
        let places = Dictionary(
            design.enumerated().map { ($1.point, $0) }, uniquingKeysWith: { first, _ in first })
        for row in rows where row.metric == self.metric {
            guard let at = places[row.point], let x = factor.numbers[at], let y = row.mean,
                let policy = policies.firstIndex(of: row.policy),
                let setting = hasCurves ? distinct.firstIndex(of: settings[at]) : 0
            else { continue }
            let (panel, curve) = isBySetting ? (policy, setting) : (setting, policy)
            panels[panel].curves[curve].append(
                .init(
                    curveNames[curve], x: x, y: y, ys: .init(row.low ?? y, row.high ?? y),
                    words: "\(curveNames[curve]): \(Self.number(y)) at \(Self.number(x)) "
                        + factor.unit))
        }
        self.panels = panels.map {
            ($0.name, $0.curves.map { $0.sorted { ($0.x ?? 0) < ($1.x ?? 0) } })
        }
    }

    /// A value as a reader knows it: a profile by its name, not by where its file lies.
    private static func name(_ value: String) -> String {
        guard value.hasSuffix(".yaml"), let file = value.split(separator: "/").last else {
            return value
        }
        return String(file.dropLast(".yaml".count))
    }

    private var summary: String {
        panels.flatMap { panel in
            panel.curves.compactMap { curve -> String? in
                guard let first = curve.first, let last = curve.last else { return nil }
                let ends = [first, last].map {
                    "\(Self.number($0.y ?? 0)) at \(Self.number($0.x ?? 0))"
                }
                return [panel.name, first.name, "\(ends[0]) to \(ends[1]) \(factor.unit)"]
                    .filter { !$0.isEmpty }.joined(separator: ", ")
            }
        }.joined(separator: "; ") + "."
    }

    /// The ends of the curve that changes most; `nil` without a curve.
    private var finding: String? {
        let curves = panels.flatMap { panel in panel.curves.map { (panel.name, $0) } }
        func change(_ rows: [Chart.Row]) -> Double {
            ((rows.last?.y ?? 0) - (rows.first?.y ?? 0)).magnitude
        }
        guard hasCurves, let (panel, rows) = curves.max(by: { change($0.1) < change($1.1) }),
            let first = rows.first, let last = rows.last, rows.count > 1
        else { return nil }
        let ends = [first, last].map {
            FigureText.text($0.y ?? 0, unit: metric.unit.rawValue)
                + " at \(FigureText.text($0.x ?? 0, unit: "")) \(factor.unit)"
        }
        let names = [first.name, panel].filter { !$0.isEmpty }.joined(separator: ", ")
        return "\(names): \(ends[0]), \(ends[1])"
    }

    private static func number(_ value: Double) -> String {
        ReadableNumber.text(value, significantDigits: 3)
    }

    var chart: Chart {
        let rows = panels.flatMap(\.curves).flatMap { $0 }
        let y = Chart.Axis(
            metric.words + metric.unitInBrackets,
            ChartScale(showing: rows.compactMap(\.y) + rows.compactMap(\.ys).flatMap(\.ends)))
        let x = Chart.Axis(
            factor.path + (factor.unit.isEmpty ? "" : " [\(factor.unit)]"),
            ChartScale(showing: rows.compactMap(\.x), isClock: ["min", "s"].contains(factor.unit)))
        let isDirect = hasCurves && names.count <= ChartSheet.colours
        let measure = "\(MetricTitle.capitalized(metric)) by \(factor.path)"
        return Chart(
            finding ?? measure,
            note: "\(measure). Upwards: \(y.words); "
                + (hasCurves ? "bands: 95 % intervals" : "a dot for each point of the design"),
            summary: summary, key: .series(names),
            panels: panels.map { panel in
                let rows = panel.curves.flatMap { $0 }
                let curves = panel.curves.filter { $0.count > 1 }.flatMap { $0 }
                let ends = panel.curves.compactMap(\.last)
                return Chart.Panel(
                    panel.name, height: panels.count > 2 ? 150 : 240, x: x, y: .axis(y),
                    (hasCurves ? [.init("curve", .band, .line, rows: curves)] : [])
                        + [.init("point", .point, rows: rows)]
                        + (isDirect ? [.init("name", .nameAtEnd, rows: ends)] : []))
            })
    }
}
