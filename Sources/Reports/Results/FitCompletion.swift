/// A profile of a radio or a phone with measured values in place of some of its numbers.
///
/// All other numbers keep their values and sources.
public struct FitCompletion {
    /// The name of the profile that is completed.
    private let base: String
    private var tree: ProfileTree
    private let source: String
    private let citation: String
    private let measured: String
    private var remarks: [String] = []

    private init(_ tree: ProfileTree, source: String, citation: String, measured: String) {
        (base, self.tree) = (tree["name"]?.text ?? "", tree)
        var key = source
        var number = 2
        // A profile that was completed before has a source with this name.
        while tree["sources"]?[key] != nil {
            key = "\(source)-\(number)"
            number += 1
        }
        (self.source, self.citation, self.measured) = (key, citation, measured)
    }

    public func text(named name: String) -> String {
        // The base's reason for its costs does not apply to the new radio.
        let replaced = ["kind", "name", "technology", "description", "source", "sources", "member"]
        var new: ProfileTree = [:]
        new["kind"] = tree["kind"]
        new["name"] = .text(name)
        new["technology"] = tree["technology"]
        new["description"] = .text("\(base), except measured values: \(measured) of \(citation).")
        new["source"] = tree["source"]
        let own: ProfileTree = ["citation": .text(citation), "confidence": "recomputed"]
        new["sources"] = (tree["sources"] ?? [:]) + .mapping([.init(source, own)])
        let kept = tree.entries.filter { !replaced.contains($0.key) }
        return ProfileYAML.text(
            new + .mapping(kept), remarks: ["What was measured, with intervals:"] + remarks)
    }

    public func note(path: String) -> String {
        "\(path) is a whole profile: \(measured) are measured (source: \(source)), all else is "
            + "that of \(base).\n"
    }

    private func value(_ quantity: some Quantity) -> ProfileTree { .sourced("\(quantity)", source) }
}

extension FittedQuantity {
    /// The value with its interval, as a comment of a profile; `nil` without an interval.
    var remark: String? {
        interval.map {
            "  \(group.isEmpty ? "" : "\(group) ")\(quantity): \(figure(estimate)) \(unit), "
                + "\(Fraction($0.level)): \(figure($0.low)) to \(figure($0.high))"
        }
    }
}

extension FitCompletion {
    /// Replaces timers, promotion delays and round trip by those that probes show.
    ///
    /// Probes show the last timers on the way to rest. Earlier ones, too short for probes, stay and
    /// are subtracted from the first that is shown.
    ///
    /// - Throws: `FitError` if the probes show no timer, or more timers than the radio has.
    public init(
        _ fit: ProbeFit, log: String, completing base: ImportedRadio.Template
    ) throws(FitError) {
        self.init(
            base.tree, source: "PROBE",
            citation: "round trips in \(log), by tailwatt fit rrc-probe",
            measured: "timers, promotion delays and round trip")
        guard !fit.steps.isEmpty else {
            throw FitError(
                "the probes show no timer: answers take as long after every silence",
                advice: "Probe after longer silences, until the radio has come to rest.")
        }
        let way = Self.way(of: base.profile)
        let unseen = way.count - fit.steps.count
        guard unseen >= 0 else {
            let found = fit.steps.count
            throw FitError(
                "the probes show \(found) timers, and \(base.profile.name) has \(way.count)",
                advice: "Complete a radio with \(found) states above rest, or take a longer "
                    + "--shortest-stay, which tells fewer apart.")
        }
        var before = way.prefix(unseen).reduce(Seconds(0)) { $0 + $1.after }
        for (step, timer) in zip(fit.steps, way.dropFirst(unseen)) {
            let after = rounded(step.estimate - before)
            guard after > .zero else {
                // The template's earlier timers already take longer than this silence.
                throw FitError(
                    "the first timer that the probes show is at \(step.estimate.magnitude) s, and "
                        + "\(base.profile.name) has \(rounded(before).magnitude) s of others "
                        + "before it",
                    advice: "Complete a radio with shorter ones, or with fewer.")
            }
            change("demotions", from: timer.from, to: timer.to, "after", value(after))
            let delay = rounded(step.promotionDelay)
            change("promotions", from: timer.to, to: nil, "delay", value(delay))
            before = step.estimate
        }
        tree["round-trip"] = value(rounded(fit.roundTrip))
        remarks = fit.quantities.compactMap(\.remark)
    }

    private struct Timer {
        let from: String
        let to: String
        let after: Seconds
    }

    /// The timers from the state that data promote to, down to rest.
    private static func way(of radio: RadioProfile) -> [Timer] {
        let wake = radio.promotions.first { $0.from == radio.initial && $0.trigger == .data }
        guard var place = wake?.to else { return [] }
        var way: [Timer] = []
        while place != radio.initial, way.count < radio.states.count,
            let demotion = radio.states[place].demotion
        {
            way.append(
                Timer(
                    from: radio.states[place].name, to: radio.states[demotion.to].name,
                    after: demotion.after.seconds))
            place = demotion.to
        }
        return way
    }

    /// Replaces a number in the entries between two states, or in all.
    private mutating func change(
        _ list: String, from: String, to: String?, _ key: String, _ value: ProfileTree
    ) {
        guard var entries = tree[list]?.items else { return }
        for index in entries.indices
        where entries[index]["from"]?.text == from
            && (to == nil || entries[index]["to"]?.text == to)
        {
            entries[index][key] = value
        }
        tree[list] = .list(entries)
    }

    /// Replaces a phone's floor and the powers of its processor and modem that its stretches tell.
    public init(_ fit: StandbyFit, log: String, completing device: ProfileTree) {
        self.init(
            device, source: "RECORD", citation: "battery history \(log), by tailwatt fit standby",
            measured: "the powers in standby")
        for (term, path) in StandbyFit.places {
            guard let power = fit.powers[term] else { continue }
            let measured = value(rounded(Milliwatts(power.estimate)))
            if path.count == 1 {
                tree[path[0]] = measured
            } else {
                tree[path[0]]?[path[1]] = measured
            }
        }
        remarks = fit.quantities.compactMap(\.remark)
    }

    /// Replaces transfer powers by those measured at several throughputs.
    ///
    /// - `network`: `nil` for the only one.
    /// - `floor`: The power of all but the radio; `nil` if unknown, which keeps the base power.
    /// - `log`: The file's name, for the citation.
    /// - `base`: The radio to complete.
    /// - Throws: `FitError` if the network is ambiguous, or power falls with throughput.
    public init(
        _ fit: TransferPowerFit, network: String?, floor: Milliwatts?, log: String,
        completing base: ImportedRadio.Template
    ) throws(FitError) {
        self.init(
            base.tree, source: "TRANSFER",
            citation: "powers in \(log), by tailwatt fit transfer-power",
            measured: (floor == nil ? "slopes" : "base and slopes") + " of transfer power")
        let networks = fit.lines.map(\.network).firstOfEach
        let chosen = network ?? (networks.count == 1 ? networks[0] : nil)
        guard let chosen, networks.contains(chosen) else {
            if networks == [""] {
                throw FitError("the data name no network", advice: "Leave --network out.")
            }
            throw FitError(
                network.map { "there is no network \"\($0)\"" }
                    ?? "the data are of several networks",
                advice: "Name one by --network: \(networks.joined(separator: ", ")).")
        }
        let lines = fit.lines.filter { $0.network == chosen }
        let shared = fit.shared.first { $0.network == chosen }
        var power = tree["transfer-power"] ?? [:]
        for line in lines {
            let isUplink = line.direction == .uplink
            let joint = isUplink ? shared?.uplink : shared?.downlink
            let slope = rounded(joint ?? line.slope)
            let key = isUplink ? "uplink" : "downlink"
            guard slope >= .zero else {
                throw FitError(
                    "the power falls with throughput, \(key): \(slope.magnitude) mW/Mbps",
                    advice: "Measure at more throughputs; --robust weighs far-out powers down.")
            }
            power[key] = value(slope)
        }
        if let floor {
            let measured = shared?.base ?? lines[0].base
            guard measured > floor else {
                throw FitError(
                    "the base is \(rounded(measured).magnitude) mW, not above the floor within it, "
                        + "\(floor.magnitude) mW",
                    advice: "Give --floor what the meter shows with the radio off.")
            }
            power["base"] = value(rounded(measured - floor))
        }
        tree["transfer-power"] = power
        let group = chosen.isEmpty ? nil : chosen
        remarks = fit.quantities.filter { quantity in
            group.map { quantity.group.contains($0) } ?? true
        }.compactMap(\.remark)
    }
}
