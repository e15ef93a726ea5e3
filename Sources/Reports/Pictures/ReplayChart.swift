/// A replayed trace over time: power by what it was drawn for, the radio's states, and the bursts
/// of the hosts that cost the most.
struct ReplayChart {
    private let result: TraceReplayResult
    private let timeline: ReplayTimeline
    private let kinds: [EnergyKind]
    /// The dearest first.
    private let hosts: [(name: String, bursts: [Burst], energy: Double)]
    private let unit: TimeUnit

    private static let most = 6
    /// Largest number of drawn bursts of a host, the most expensive first.
    private static let mostBursts = 400

    /// `nil` where nothing was recorded over time.
    init?(_ result: TraceReplayResult) {
        guard let timeline = result.timeline, timeline.count > 0 else { return nil }
        (self.result, self.timeline) = (result, timeline)
        kinds = [.baseline, .promotion, .transfer, .tail].filter {
            result.radio.energy(of: $0) > .zero
        }
        var order: [String] = []
        var found: [String: (bursts: [Burst], energy: Double)] = [:]
        for burst in result.bursts {
            let name = burst.host?.description ?? "host not known"
            if found[name] == nil { order.append(name) }
            found[name, default: ([], 0)].bursts.append(burst)
            found[name, default: ([], 0)].energy += burst.energy.total.magnitude / 1000
        }
        hosts = order.enumerated().map { (place: $0, name: $1) }.sorted { one, other in
            let (left, right) = (found[one.name]?.energy ?? 0, found[other.name]?.energy ?? 0)
            return left == right ? one.place < other.place : left > right
        }.prefix(Self.most).map {
            ($0.name, found[$0.name]?.bursts ?? [], found[$0.name]?.energy ?? 0)
        }
        unit = TimeUnit(of: timeline.step.magnitude * Double(timeline.count))
    }

    private var summary: String {
        let parts = kinds.map { kind in
            let energy = result.radio.energy(of: kind).magnitude / 1000
            return "\(kind.rawValue) \(FigureText.text(energy, unit: "J"))"
        }
        return parts.joined(separator: ", ") + "."
    }

    var chart: Chart {
        let step = timeline.step.magnitude
        return Chart(
            "The trace on \(result.radio.radio.name), over time [mW]",
            note: "\(summary) Means over \(FigureText.text(step, unit: "s"))", summary: summary,
            x: .init(
                "time since the start of the trace [\(unit.name)]",
                ChartScale(from: 0, to: step * Double(timeline.count) / unit.seconds)),
            panels: [power, states] + hosts.map(bursts))
    }

    private var power: Chart.Panel {
        let rows = kinds.flatMap { steps($0.key.name, timeline.powers(of: $0).map(\.magnitude)) }
        var panel = Chart.Panel(
            "power", height: 110, y: .upTo(StackedArea(rows, []).peak, unit: "mW"),
            [.init("power", .stack, rows: rows)])
        panel.key = kinds.map(\.key)
        return panel
    }

    private var states: Chart.Panel {
        let rows = timeline.states.indices.map {
            steps(timeline.states[$0], timeline.shares(of: $0))
        }
        var panel = Chart.Panel(
            "states", words: "share of the time", height: 36, y: .upTo(1, unit: ""),
            [.init("state", .stack, rows: rows.flatMap { $0 })])
        panel.key = timeline.states.indices.filter { !rows[$0].isEmpty }.map {
            .init(timeline.states[$0], $0 == 0 ? "rest" : ChartSheet.series($0 - 1))
        }
        return panel
    }

    private func steps(_ name: String, _ values: [Double]) -> [Chart.Row] {
        Chart.Row.steps(name, values, each: timeline.step.magnitude / unit.seconds)
    }

    private func bursts(of host: (name: String, bursts: [Burst], energy: Double)) -> Chart.Panel {
        let count = host.bursts.count
        let rows = dearest(host.bursts).map { burst in
            Chart.Row(
                xs: .init(
                    burst.from.seconds.magnitude / unit.seconds,
                    burst.until.seconds.magnitude / unit.seconds))
        }
        return Chart.Panel(
            host.name,
            words: "\(count) \(count == 1 ? "burst" : "bursts"), "
                + FigureText.text(host.energy, unit: "J"),
            height: 12, y: .upTo(1, unit: ""), [.init("bursts", .bar, rows: rows)])
    }

    private func dearest(_ bursts: [Burst]) -> [Burst] {
        guard bursts.count > Self.mostBursts else { return bursts }
        return bursts.sorted {
            let (left, right) = ($0.energy.total, $1.energy.total)
            return left == right ? $0.from < $1.from : left > right
        }.prefix(Self.mostBursts).sorted { $0.from < $1.from }
    }
}
