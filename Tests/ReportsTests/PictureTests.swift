import Experiments
import ModelFixtures
import Profiles
import Statistics
import Studies
import TestSupport
import Testing

@testable import DeviceModel
@testable import Reports
@testable import Show

/// Pictures of results: no text on another, at either width, whatever the results are called.
@Suite struct PictureTests {
    /// The faults of the texts of a picture; their boxes are those of the widest face.
    static func faults(_ chart: Chart) -> [String] {
        [ChartCanvas.wide, ChartCanvas.narrow].flatMap { width -> [String] in
            let canvas = chart.draw(width: width)
            let paper = ChartBox(
                left: 0, top: 0, right: width, bottom: canvas.y + ChartCanvas.margin)
            var faults: [String] = []
            for (index, label) in canvas.labels.enumerated() {
                if !paper.contains(label.box) {
                    faults.append("\(Int(width)): \(label.words) is beyond the paper: \(label.box)")
                }
                for other in canvas.labels[..<index] where other.box.overlaps(label.box) {
                    faults.append("\(Int(width)): \(label.words) lies on \(other.words)")
                }
            }
            return faults
        }
    }

    private static let names = [
        "a", "keep-alive-10", "W", "a policy with a name that is far longer than any paper is wide",
        "\u{4F60}\u{597D}\u{4E16}\u{754C}", "iiiiiiiiiiiii", "WWWWWWWWWWWWWWWWWWWWWWWWW",
    ]

    private static func value(_ generator: inout SplitMix64) -> Double {
        let sizes: [Double] = [1e-6, 0.01, 1, 45, 3000, 1e6, 1e12]
        let size = sizes.randomElement(using: &generator) ?? 1
        return .random(in: -0.2...1, using: &generator) * size
    }

    private static func interval(
        _ value: Double, _ generator: inout SplitMix64
    ) -> ConfidenceInterval? {
        let shares: [Double] = [0, 0.001, 0.3, 4]
        let half = value.magnitude * (shares.randomElement(using: &generator) ?? 0)
        return Bool.random(using: &generator)
            ? ConfidenceInterval(level: 0.95, low: value - half, high: value + half) : nil
    }

    @Test("Bars of any number, size and name keep their texts apart")
    func bars() {
        for seed in 0..<150 as Range<UInt64> {
            var generator = SplitMix64(seed: seed)
            let bars = (0..<Int.random(in: 1...30, using: &generator)).map { number in
                let value = Self.value(&generator)
                let name = Self.names.randomElement(using: &generator)!
                return ChartBar(
                    name: "\(name) \(number)",
                    parts: [
                        (Chart.Key("one", "c0"), value), (Chart.Key(name, "c1"), abs(value) / 3),
                    ], interval: Chart.Span(Self.interval(value, &generator)),
                    words: MetricTitle.words(value, Self.interval(value, &generator), .energy))
            }
            let title = Self.names.randomElement(using: &generator)!
            let chart = Chart(title, note: title + " " + title, bars: bars)
            #expect(Self.faults(chart) == [], "seed \(seed)")
        }
    }

    /// Rows as `sweep.csv` has them.
    private static func sweep(_ generator: inout SplitMix64) -> SweepFiles {
        let factors = ["policies.p.interval", "radio", "world.other-apps.rate"].prefix(
            Int.random(in: 1...3, using: &generator))
        let policies = names.prefix(Int.random(in: 1...7, using: &generator))
        let points = Int.random(in: 1...12, using: &generator)
        var design: [SweepTables.DesignRow] = []
        var rows: [SweepRow] = []
        for point in 1...points {
            let values = factors.map { factor in
                switch factor {
                case "policies.p.interval": "\(Int.random(in: 1...90, using: &generator))min"
                case "radio": ["umts", "lte", names[3]].randomElement(using: &generator)!
                default: "\(Int.random(in: 0...5, using: &generator))"
                }
            }
            design.append(SweepTables.DesignRow(point: point, values: Array(values)))
            for policy in policies {
                let mean = value(&generator)
                let cells = [
                    "\(point)", policy, "energy", "J", "9", "\(mean)", "1", "\(mean - 1)",
                    "\(mean + 1)", "t",
                ]
                if let row = SweepRow(cells) { rows.append(row) }
            }
        }
        return SweepFiles(
            of: "x", SweepTables.Design(factors: Array(factors), design), rows, [])
    }

    @Test("Curves of sweeps of any design keep their texts apart")
    func curves() {
        var drawn = 0
        for seed in 0..<200 as Range<UInt64> {
            var generator = SplitMix64(seed: seed)
            let files = Self.sweep(&generator)
            guard let chart = SweepChart(files.design, files.rows)?.chart else { continue }
            drawn += 1
            #expect(Self.faults(chart) == [], "seed \(seed)")
        }
        #expect(drawn > 100)
    }

    /// The figure of energy against interval on several radios, in one picture.
    @Test("One policy on several radios: a curve for each in one panel; two policies: panels")
    func radiosAreCurves() throws {
        let radios = ["umts", "lte", "nr"]
        for policies in [["app"], ["app", "other"]] {
            var design: [SweepTables.DesignRow] = []
            var rows: [SweepRow] = []
            for (number, radio) in radios.enumerated() {
                for minutes in [5, 10, 20] {
                    let point = design.count + 1
                    design.append(.init(point: point, values: ["\(minutes)min", radio]))
                    for policy in policies {
                        let mean = Double((number + 1) * 1000 / minutes)
                        let cells = [
                            "\(point)", policy, "energy", "J", "9", "\(mean)", "1",
                            "\(mean - 1)", "\(mean + 1)", "t",
                        ]
                        rows.append(try #require(SweepRow(cells)))
                    }
                }
            }
            let files = SweepFiles(
                of: "x", SweepTables.Design(factors: ["policies.p.interval", "radio"], design),
                rows, [])
            let chart = try #require(SweepChart(files.design, files.rows)?.chart)
            let svg = chart.draw(width: ChartCanvas.wide).markup(of: chart, as: nil)
            func count(_ part: String) -> Int { svg.ranges(of: part).count }
            #expect(count("class=\"curve") == radios.count * policies.count)
            for radio in radios { #expect(count(">radio \(radio)<") == 1) }
            // As the name of the one panel, or at the ends of the curves of all.
            #expect(count(">app<") == (policies.count == 1 ? 1 : radios.count))
            let text = String(
                decoding: JSONText.bytes(chart.vega), as: UTF8.self)
            let names = policies.count == 1 ? radios.map { "radio\($0)" } : policies
            #expect(
                text.filter { !$0.isWhitespace }.contains(
                    "\"domain\":[\(names.map { "\"\($0)\"" }.joined(separator: ","))]"))
            #expect(Self.faults(chart) == [])
        }
    }

    @Test(
        "Shipped scenarios, which have all kinds of apps, keep their texts apart",
        arguments: [
            "keep-alive", "messenger-lte", "streaming", "music-and-calls", "photo-upload",
            "day-in-the-life", "heart-rate-belt", "keep-alive-alone", "nearly-empty", "podcast",
        ])
    func shipped(scenario: String) async throws {
        let result = try await Self.result(scenario)
        let files = ComparisonFiles(result)
        let run = files.run
        #expect(PowerChart(run) != nil)
        let charts: [Chart?] = [
            .policies(result), .differences(result, files.comparisons), .bought(result),
            PowerChart(run)?.chart, run.errand.flatMap(Chart.errand),
        ]
        for chart in charts.compactMap({ $0 }) { #expect(Self.faults(chart) == []) }
    }

    static func result(_ scenario: String) async throws -> ExperimentResult {
        let library = ProfileLibrary(root: Repository.profiles)
        let loaded = try library.loadScenario(
            scenario,
            overrides: ScenarioOverrides(sampling: .init(replications: 4)))
        return await Experiment(loaded.scenario, jobs: 2).run()
    }

    /// The books of the run that is drawn are those of the experiment.
    @Test("The parts of a power picture add up to the energy of the run")
    func books() async throws {
        let result = try await Self.result("keep-alive")
        let run = TypicalRun(result, bins: 50, atMost: 3)
        for (trace, policy) in zip(run.traces, result.policies) {
            let shown = trace.parts.reduce(0) { $0 + $1.total.magnitude / 1000 }
            let energy = try #require(policy.replications[run.replication][.energy])
            #expect(abs(shown - energy) < 1e-9 * energy, "\(trace.policy)")
        }
        let energies = result.baseline.replications.compactMap { $0[.energy] }.sorted()
        #expect(result.baseline.replications[run.replication][.energy] == energies[1])
        let errand = try #require(run.errand)
        #expect(errand.policy == "keep-alive-10" && errand.from < errand.until)
        // The cause of a tail is what was sent last, which may be another app's.
        #expect(errand.stretches.contains { $0.kind == .tail })
        let own = ["keep-alive", "incoming call"]
        #expect(errand.stretches.contains { own.contains($0.activity) && $0.kind != .baseline })
        #expect(errand.stretches.allSatisfy { errand.from <= $0.from && $0.until <= errand.until })
    }

    @Test("Text is as wide as the table of the face says, and cut where there is no room")
    func metrics() {
        #expect(abs(FontMetrics.width(of: "Wi", size: 10) - 12.67) < 1e-9)
        #expect(abs(FontMetrics.width(of: "i", size: 10, isBold: true) - 3.43) < 1e-9)
        let cut = FontMetrics.shortened("keep-alive-10", to: 60, size: 12)
        #expect(cut.hasSuffix("\u{2026}") && FontMetrics.width(of: cut, size: 12) <= 60)
        #expect(FontMetrics.shortened("a", to: 60, size: 12) == "a")
    }
}
