/// The results of a fit as a fragment of a radio profile, with comments where values are missing.
public enum FitFragment {
    public static func yaml(_ fit: ProbeFit, name: String) -> String {
        let names = stateNames(fit.steps.count + 1)
        var lines = source("PROBE", "round trips in \(name), by tailwatt fit rrc-probe")
        if !fit.steps.isEmpty { lines.append("demotions:") }
        for (index, step) in fit.steps.enumerated() {
            let before = index > 0 ? fit.steps[index - 1].estimate : Seconds(0)
            lines += [
                "  - from:  \(names[index])", "    to:    \(names[index + 1])",
                "    after: " + value(step.estimate - before, "PROBE")
                    + comment(
                        step.interval.map { $0.shifted(by: -before.magnitude) }, Seconds.self),
            ]
        }
        if !fit.steps.isEmpty { lines.append("promotions:") }
        for (index, step) in fit.steps.enumerated() {
            lines += [
                "  - from:    \(names[index + 1])", "    to:      \(names[0])",
                "    delay:   " + value(step.promotionDelay, "PROBE")
                    + comment(step.promotionInterval, Seconds.self),
                "    # power: not in the probes", "    trigger: data",
            ]
        }
        lines.append("round-trip: " + value(fit.roundTrip, "PROBE"))
        return lines.map { $0 + "\n" }.joined()
    }

    /// One `transfer-power` for each network, as documents of one stream.
    public static func yaml(_ fit: TransferPowerFit, name: String) -> String {
        fit.lines.map(\.network).firstOfEach.map { transferPower(fit, $0, name) }
            .joined(separator: "---\n")
    }

    public static func yaml(_ fit: TailFit, name: String) -> String {
        let floor = fit.states[0].power.estimate
        var lines = source("METER", "power log \(name), by tailwatt fit tail")
        lines += ["initial: IDLE", "states:"]
        lines.append("  # Above the lowest power of the log, \(rounded(Milliwatts(floor))).")
        for state in fit.states where !state.isPromotion {
            let power = Milliwatts(state.power.estimate - floor)
            let interval = state.number > 0 ? state.power.interval?.shifted(by: -floor) : nil
            lines += [
                "  \(state.name):",
                "    power: " + value(power, "METER") + comment(interval, Milliwatts.self),
            ]
        }
        lines.append("  # uplink and downlink of the states that carry data: not in the log")
        lines += demotions(fit) + promotions(fit, floor: floor)
        return lines.map { $0 + "\n" }.joined()
    }

    public static func yaml(_ fit: StandbyFit, name: String) -> String {
        var lines = source("RECORD", "battery history \(name), by tailwatt fit standby")
        for (term, path) in StandbyFit.places {
            guard let power = fit.powers[term] else { continue }
            if path.count > 1 { lines.append("\(path[0]):") }
            lines.append(
                String(repeating: "  ", count: path.count - 1) + "\(path[path.count - 1]): "
                    + value(Milliwatts(power.estimate), "RECORD")
                    + comment(power.interval, Milliwatts.self))
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func demotions(_ fit: TailFit) -> [String] {
        var lines: [String] = []
        for state in fit.states {
            guard let timer = state.timer, let next = state.next, !fit.states[next].isPromotion
            else { continue }
            if lines.isEmpty { lines.append("demotions:") }
            lines += [
                "  - from:  \(state.name)", "    to:    \(fit.states[next].name)",
                "    after: " + value(Seconds(timer.estimate), "METER")
                    + comment(timer.interval, Seconds.self),
            ]
            if state.timerHoldsActivity {
                lines.append("    # The activity's length is in it: take that off.")
            }
        }
        return lines
    }

    private static func promotions(_ fit: TailFit, floor: Double) -> [String] {
        var lines: [String] = []
        for state in fit.states where state.isPromotion {
            guard let rise = state.rise, let from = state.riseFrom, let to = state.riseTo,
                !fit.states[from].isPromotion, !fit.states[to].isPromotion
            else { continue }
            if lines.isEmpty { lines.append("promotions:") }
            lines += [
                "  - from:    \(fit.states[from].name)", "    to:      \(fit.states[to].name)",
                "    delay:   " + value(Seconds(rise.estimate), "METER")
                    + comment(rise.interval, Seconds.self),
                "    power:   " + value(Milliwatts(state.power.estimate - floor), "METER"),
                "    trigger: data",
            ]
        }
        return lines
    }

    private static func transferPower(
        _ fit: TransferPowerFit, _ network: String, _ name: String
    ) -> String {
        let own = fit.lines.filter { $0.network == network }
        let shared = fit.shared.first { $0.network == network }
        var lines = network.isEmpty ? [] : ["# \(plain(network))"]
        lines += source("TRANSFER", "powers in \(name), by tailwatt fit transfer-power")
        lines += [
            "transfer-power:",
            "  # Of all that the meter measured: take off what else than the radio is in it.",
            "  base:     " + value(shared?.base ?? own[0].base, "TRANSFER"),
        ]
        for (key, direction) in [("uplink:   ", 0), ("downlink: ", 1)] {
            guard let line = own.first(where: { Int($0.direction.rawValue) == direction }) else {
                lines.append("  # \(key.prefix { $0 != ":" }): not in the data")
                continue
            }
            let joint = direction == 0 ? shared?.uplink : shared?.downlink
            lines.append(
                "  \(key)" + value(joint ?? line.slope, "TRANSFER")
                    + (joint == nil ? comment(line.slopeInterval, MilliwattsPerMegabit.self) : ""))
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// `CONNECTED`, `IDLE`, and names for the states between.
    private static func stateNames(_ count: Int) -> [String] {
        if count <= 1 { return ["CONNECTED"] }
        let between = (1..<(count - 1)).map { number in
            count == 3 ? "INTERMEDIATE" : "INTERMEDIATE_\(number)"
        }
        return ["CONNECTED"] + between + ["IDLE"]
    }

    private static func source(_ key: String, _ citation: String) -> [String] {
        [
            "sources:", "  \(key):", "    citation: \"\(plain(citation))\"",
            "    confidence: recomputed",
        ]
    }

    private static func value<Value: Quantity>(_ quantity: Value, _ source: String) -> String {
        "{ value: \(rounded(quantity)), source: \(source) }"
    }

    private static func comment<Value: Quantity>(
        _ interval: ConfidenceInterval?, _ type: Value.Type
    ) -> String {
        guard let interval else { return "" }
        let (low, high) = (rounded(Value(interval.low)), rounded(Value(interval.high)))
        return "  # \(Fraction(interval.level)): \(low) to \(high)"
    }

    /// Text that ends neither a quoted scalar nor a comment.
    private static func plain(_ text: String) -> String {
        String(
            TextTable.printable(text).map { character in
                switch character {
                case "\"": "'"
                case "\\": "/"
                default: character
                }
            })
    }
}

extension StandbyFit {
    /// Where a device profile has each power.
    static let places: [(Term, [String])] = [
        (.floor, ["floor"]), (.awake, ["processor", "awake-background"]),
        (.modemIdle, ["modem-idle"]),
    ]
}

extension ConfidenceInterval {
    fileprivate func shifted(by distance: Double) -> ConfidenceInterval {
        ConfidenceInterval(level: level, low: low + distance, high: high + distance)
    }
}
