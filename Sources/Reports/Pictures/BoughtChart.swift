import DeviceModel
import Experiments
import Show
import Statistics
import Studies

extension Chart {
    /// What the energy bought: each policy by its cost and by one service; `nil` where policies do
    /// not differ in what they do for their user.
    static func bought(_ result: ExperimentResult) -> Self? {
        let cost = result.leadingMetric
        guard let service = service(of: result) else { return nil }
        var words: [String] = []
        let rows = result.policies.compactMap { policy -> Row? in
            guard let x = policy.summary(of: cost).mean, let y = policy.summary(of: service).mean
            else { return nil }
            let name = policy.policy.name
            let (across, up) = (
                result.interval(of: cost, for: policy).shown,
                result.interval(of: service, for: policy).shown
            )
            words.append(
                "\(name): \(MetricTitle.words(x, across, cost)), "
                    + "\(MetricTitle.words(y, up, service)) \(service.words)")
            return Row(name, x: x, xs: Span(across), y: y, ys: Span(up))
        }
        let side = cost.better == .larger ? "right" : "left"
        let half = service.better == .larger ? "top" : "bottom"
        let x = Axis(
            cost.words + cost.unitInBrackets,
            ChartScale(linear: rows.compactMap(\.x) + rows.compactMap(\.xs).flatMap(\.ends)))
        let y = Axis(
            service.words + service.unitInBrackets,
            ChartScale(linear: rows.compactMap(\.y) + rows.compactMap(\.ys).flatMap(\.ends)))
        return Chart(
            "\(MetricTitle.capitalized(service)) against \(cost.words)",
            note: "Upwards: \(y.words), mean a run. Better lies at the \(half) and the \(side). "
                + "Lines: 95 % intervals",
            summary: words.joined(separator: "; ") + ".",
            panels: [
                Panel(
                    "", height: 260, narrow: 220, x: x, y: .axis(y),
                    [
                        Layer("interval", .whisker, style: "whisker", rows: rows),
                        Layer("policy", .point, .name, rows: rows),
                    ])
            ])
    }

    /// The first that the answer speaks of, else the first of all, in which policies differ.
    private static func service(of result: ExperimentResult) -> Metric? {
        let named = (result.scenario.answer?.figures ?? []).flatMap(metrics)
        return (named + result.metrics).first { metric in
            guard metric.role == .service, metric.better != nil, metric != result.leadingMetric
            else { return false }
            let means = result.policies.compactMap { $0.summary(of: metric).mean }
            return means.count > 1 && Set(means).count > 1
        }
    }

    private static func metrics(of figure: Answer.Figure) -> [Metric] {
        switch figure {
        case .least(let metric, where: _), .most(let metric, where: _): [metric]
        case .mean, .difference, .ratio, .change, .share, .choice, .with, .phone:
            figure.terms.compactMap { term in
                if case .metric(let metric) = term.quantity { metric } else { nil }
            }
        }
    }
}
