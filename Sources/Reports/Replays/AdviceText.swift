import Experiments
import Kernel
import Show

/// Advice in words, with its figures.
enum AdviceText {
    /// What is done, and what to do instead.
    static func sentence(_ advice: ReplayAdvice) -> String {
        "\(observation(advice.kind)): \(remedy(advice.kind))"
    }

    /// Advice with cost and saving, which is shown as a share of `whole`, or an empty text.
    static func text(_ advice: [ReplayAdvice], of whole: Millijoules) -> String {
        guard !advice.isEmpty, whole > .zero else { return "" }
        let lines = advice.map { advice in
            let cost = advice.energy.map { " and cost \(figure($0, of: whole))" } ?? ""
            return "  \(observation(advice.kind))\(cost).\n"
                + "    To \(remedy(advice.kind)) would \(effect(advice.saving, of: whole)).\n"
        }
        return "advice (shares of what the trace caused; savings by replaying the changed trace)\n"
            + lines.joined()
    }

    private static func observation(_ kind: ReplayAdvice.Kind) -> String {
        switch kind {
        case .closeEarlier(let connections, let delay):
            let what = connections == 1 ? "1 connection is" : "\(connections) connections are"
            return "\(what) closed late, \(time(delay.seconds)) after the last data in the median"
        case .batch(let series, _):
            let whom = series.host.map { " with \($0)" } ?? ""
            return "\(series.bursts.count) bursts\(whom) repeat every \(time(series.cycle.seconds))"
        }
    }

    private static func remedy(_ kind: ReplayAdvice.Kind) -> String {
        switch kind {
        case .closeEarlier: "close with the last data"
        case .batch(_, let every): "send them together every \(time(every.seconds))"
        }
    }

    private static func effect(_ saving: Millijoules, of whole: Millijoules) -> String {
        if saving > .zero { return "save \(figure(saving, of: whole))" }
        if saving == .zero { return "change nothing" }
        return "cost \(figure(.zero - saving, of: whole)) more"
    }

    private static func figure(_ energy: Millijoules, of whole: Millijoules) -> String {
        let joules = ReadableNumber.text(energy.magnitude / 1000, significantDigits: 3)
        let share = ReadableNumber.text(100 * (energy / whole), decimals: 1)
        return "\(joules) J (\(share) %)"
    }

    private static func time(_ time: Seconds) -> String {
        let minutes = time.magnitude / 60
        if minutes >= 10, minutes == minutes.rounded() {
            return "\(ReadableNumber.text(minutes, decimals: 0)) min"
        }
        return "\(ReadableNumber.text(time.magnitude, decimals: 1)) s"
    }
}
