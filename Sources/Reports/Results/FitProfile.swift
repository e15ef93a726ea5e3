/// A complete radio profile from a power log.
///
/// Powers, timers and promotions are the log's. All else is a template's, marked as an assumption.
public struct FitProfile {
    private let fit: TailFit
    private let template: ImportedRadio.Template
    private let log: String
    private let activity: Seconds
    /// The radio's states, lowest power first; each is entered from the one above it.
    private let states: [PowerState]
    /// The levels that are not on the way from the highest state to rest.
    private let strays: [PowerState]

    /// - `activity`: Time for which data passed in each peak; it is not part of the timer.
    /// - Throws: `FitError` if the log shows a single level, or a state without a timer.
    public init(
        _ fit: TailFit, log: String, template: ImportedRadio.Template, activity: Seconds
    ) throws(FitError) {
        (self.fit, self.log, self.template, self.activity) = (fit, log, template, activity)
        let levels = fit.states.filter { !$0.isPromotion }
        guard levels.count > 1 else {
            throw FitError(
                "the power is one level: there is nothing to make a profile of",
                advice: "Measure while data pass and until the radio has come to rest; a smaller "
                    + "--step tells more levels apart.")
        }
        let states = try Self.way(among: levels, of: fit)
        self.states = states
        strays = levels.filter { level in !states.contains { $0.number == level.number } }
        for state in states.dropFirst() {
            guard let timer = state.timer else { throw Self.noTimer(state.name) }
            if state.timerHoldsActivity, timer.estimate <= activity.magnitude {
                throw FitError(
                    "the peaks in \(state.name) are \(Seconds(timer.estimate)) long, no longer "
                        + "than data are said to pass",
                    advice:
                        "Give --activity the time in which data pass, without the tail after it.")
            }
        }
    }

    private static func noTimer(_ state: String) -> FitError {
        FitError(
            "the log never shows \(state) from its beginning to its end",
            advice:
                "Measure longer, so that the radio comes to rest after data; --states or --step "
                + "decide what a state is.")
    }

    /// The states, lowest first, on the descent where the radio spent most time.
    ///
    /// A stray level, such as other activity of the phone, is on no descent: it is entered from
    /// rest and left to rest, or briefly exceeds the others.
    ///
    /// - Throws: If no descent has a timer at each step.
    private static func way(
        among levels: [PowerState], of fit: TailFit
    ) throws(FitError) -> [PowerState] {
        let ways = levels.indices.dropFirst().compactMap { top -> [PowerState]? in
            var way = [levels[top]]
            while let state = way.first, state.number != levels[0].number {
                if state.timer == nil { return nil }
                way.insert(below(state, among: levels), at: 0)
            }
            return way
        }
        func time(_ way: [PowerState]) -> Double {
            let numbers = Set(way.dropFirst().map(\.number))
            return fit.stays.filter { numbers.contains($0.state) }
                .reduce(0) { $0 + $1.duration.magnitude }
        }
        let timed = ways.map { (way: $0, time: time($0)) }
        guard let longest = timed.max(by: { $0.time < $1.time }) else {
            throw noTimer(levels[levels.count - 1].name)
        }
        return longest.way
    }

    /// The lower state that most stays led to; otherwise the next lower one.
    private static func below(_ state: PowerState, among states: [PowerState]) -> PowerState {
        let lower = states.filter { $0.number < state.number }
        return lower.first { $0.number == state.next } ?? lower[lower.count - 1]
    }

    public func text(named name: String) -> String {
        ProfileYAML.text(tree(name), remarks: remarks)
    }

    private var remarks: [String] {
        let floor = rounded(Milliwatts(fit.states[0].power.estimate))
        return [
            "Powers are above the lowest of the log, \(floor). What the log told, with intervals:"
        ] + fit.quantities.compactMap(\.remark) + strayLines
    }

    private var strayLines: [String] {
        strays.map { stray in
            "\(stray.name), \(power(of: stray)), is left out: nothing leads into it on the way "
                + "down from \(states[states.count - 1].name)"
        }
    }

    private func tree(_ name: String) -> ProfileTree {
        var tree: ProfileTree = [
            "kind": "radio", "name": .text(name),
            "technology": .text(template.profile.technology.rawValue),
            "description": .text(
                "States, powers, timers and promotions of the power log \(log) by tailwatt fit "
                    + "tail; rates, round trip and what else the log does not show of "
                    + "\(template.profile.name)."),
            "sources": [
                "METER": [
                    "citation": .text("the power log \(log), by tailwatt fit tail"),
                    "confidence": "recomputed",
                ]
            ],
            "initial": .text(states[0].name),
            "states": .mapping(states.map { .init($0.name, self.state($0)) }),
            "demotions": .list(states.dropFirst().map(demotion)),
            "promotions": .list(states.dropLast().map(promotion)),
        ]
        tree["round-trip"] = taken(["round-trip"], "round-trip")
        for key in ["uplink", "downlink"] {
            guard let value = taken(["transfer-power", key], "transfer power") else { continue }
            tree["transfer-power"] = (tree["transfer-power"] ?? [:]) + .mapping([.init(key, value)])
        }
        tree["area-update"] = taken(["area-update", "energy"], "area update").map { ["energy": $0] }
        return tree
    }

    private func state(_ state: PowerState) -> ProfileTree {
        var tree: ProfileTree = ["power": .sourced("\(power(of: state))", "METER")]
        if state.number == states[states.count - 1].number {
            for key in ["uplink", "downlink"] { tree[key] = rate(key).map { assumed($0, "rate") } }
        }
        return tree
    }

    private func power(of state: PowerState) -> Milliwatts {
        rounded(Milliwatts(state.power.estimate - fit.states[0].power.estimate))
    }

    private func demotion(_ state: PowerState) -> ProfileTree {
        let next = Self.below(state, among: states)
        let held = state.timerHoldsActivity ? activity.magnitude : 0
        let after = rounded(Seconds((state.timer?.estimate ?? 0) - held))
        return [
            "from": .text(state.name), "to": .text(next.name),
            "after": .sourced("\(after)", "METER"),
        ]
    }

    private func promotion(_ state: PowerState) -> ProfileTree {
        let top = states[states.count - 1]
        var tree: ProfileTree = ["from": .text(state.name), "to": .text(top.name)]
        let seen = fit.states.first {
            $0.isPromotion && $0.riseFrom == state.number && $0.rise != nil
        }
        if let seen, let rise = seen.rise {
            tree["delay"] = .sourced("\(rounded(Seconds(rise.estimate)))", "METER")
            tree["power"] = .sourced("\(power(of: seen))", "METER")
        } else if state.number > 0 {
            tree["delay"] = .assumed("0 s", "the log shows no promotion from here")
            tree["power"] = .assumed("\(power(of: top))", "of no length, it never matters")
        } else {
            tree["delay"] = assumed(firstDelay, "promotion")
            tree["power"] = .assumed(
                "\(power(of: top))",
                "the log shows no promotion: as much as the state that it leads to")
        }
        tree["trigger"] = "data"
        return tree
    }

    private var firstDelay: String {
        let initial = template.profile.states[template.profile.initial].name
        let own = (template.tree["promotions"]?.items ?? []).first {
            $0["from"]?.text == initial && ($0["trigger"]?.text ?? "data") == "data"
        }
        return own?["delay"]?.valueText ?? "0 s"
    }

    private func rate(_ key: String) -> String? {
        // The fastest state: the log's highest state is one of full reception.
        let state = template.profile.states.max {
            ($0.downlink?.magnitude ?? 0) < ($1.downlink?.magnitude ?? 0)
        }
        return state.flatMap { template.tree["states"]?[$0.name]?[key]?.valueText }
    }

    private func assumed(_ value: String, _ what: String) -> ProfileTree {
        .assumed(value, "no \(what) in the log: that of \(template.profile.name)")
    }

    private func taken(_ path: [String], _ what: String) -> ProfileTree? {
        path.reduce(template.tree) { $0?[$1] }?.valueText.map { assumed($0, what) }
    }

    public func note(path: String) -> String {
        "\(path) is a whole profile; rates, round trip and what else the log does not show are "
            + "those of \(template.profile.name), and marked in it.\n"
            + strayLines.map { "\($0).\n" }.joined()
    }
}
