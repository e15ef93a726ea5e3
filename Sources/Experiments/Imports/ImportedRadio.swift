/// Makes a radio profile from a template and a power profile's figures.
///
/// Powers are the file's; timers, delays, rates and the round trip are the template's. A state
/// between rest and full reception keeps its relative place in the range from asleep to awake. A
/// state of connected DRX draws awake power in its on-duration, and between two of them what the
/// power model of 3GPP TR 38.840 gives for a gap of that length.
public struct ImportedRadio {
    public struct Template: Sendable {
        public let profile: RadioProfile
        public let tree: ProfileTree

        public init(_ profile: RadioProfile, _ tree: ProfileTree) {
            (self.profile, self.tree) = (profile, tree)
        }

        /// Why it cannot serve as a template; `nil` if it can.
        public var unfitness: String? {
            if profile.peer != nil { return "lacks rates: it can only replay recorded packets" }
            if tree["scale"] != nil { return "has its powers in units of another one" }
            if tree["description"]?.text?.contains("tailwatt profiles import") == true {
                return "is made of a power profile itself"
            }
            let isDeep = profile.states.contains { state in
                let parts = tree["states"]?[state.name]
                return parts?["drx"] != nil || parts?["beacons"] != nil
            }
            return isDeep
                ? "has powers by depth of sleep or by beacon, of which a power profile tells none"
                : nil
        }

        /// The template's power in reception: its transfers' base, or its highest state's power.
        var reception: Milliwatts {
            if let base = profile.transferPower?.base { return base }
            let powers = profile.states.compactMap { state -> Milliwatts? in
                if case .constant(let power) = state.draw, state.carriesData { power } else { nil }
            }
            return powers.max() ?? Milliwatts(0)
        }
    }

    private let figures: RadioFigures
    private let template: Template
    private let settings: ImportSettings
    /// The factor of this technology's draw, where the file does not tell it.
    private let scale: Double
    private var draft: ProfileDraft

    /// - `template`: One with rates, for simulated transfers.
    /// - `reference`: The LTE template by which NR is scaled if the file knows no technologies.
    public static func profile(
        _ name: String, _ figures: RadioFigures, on template: Template, reference: Template,
        _ settings: ImportSettings
    ) -> ImportedProfile {
        var scale = 1.0
        let least = reference.reception.magnitude
        if template.profile.technology == .nr && !figures.isOfTechnology && least > 0 {
            scale = template.reception.magnitude / least
        }
        var radio = ImportedRadio(
            figures: figures, template: template, settings: settings, scale: scale,
            draft: ProfileDraft(settings))
        return radio.make(name)
    }

    private mutating func make(_ name: String) -> ImportedProfile {
        var tree = template.tree
        tree["name"] = .text(name)
        tree["description"] = .text(description(name))
        // The template's reasons do not apply to this phone, whose own rest holds the paging.
        (tree["member"], tree["camped"]) = (nil, nil)
        tree["states"] = states(tree["states"])
        tree["demotions"] = tree["demotions"].map { .list($0.items.map(release)) }
        tree["promotions"] = tree["promotions"].map { promotions($0) }
        tree["fast-dormancy"] = tree["fast-dormancy"].map(release)
        if let energy = tree["area-update"]?["energy"] {
            tree["area-update"]?["energy"] = scaled(energy)
        }
        tree["transfer-power"] = transferPower
        tree["levels"] = levels
        tree["sources"] = sources(tree)
        return draft.profile(.radio, name, ordered(tree))
    }

    private func description(_ name: String) -> String {
        let technology = template.profile.technology.rawValue
        let sense =
            scale == 1
            ? "" : " The file does not tell NR from LTE: its figures are scaled, an assumption."
        let copied = figures.receiving.copied.map { " COPIED: equal powers are in \($0)." } ?? ""
        return "\(technology) of \(settings.name): powers from Android's power profile by tailwatt "
            + "profiles import, timers, promotions' delays and rates of \(template.profile.name)."
            + sense + copied
    }

    private var asleep: Milliwatts { figures.asleep?.power ?? Milliwatts(0) }
    /// Listening; without such a figure receiving, scaled.
    private var awake: Milliwatts { scaled(figures.awake?.power ?? figures.receiving.power) }
    private var receiving: Milliwatts { scaled(figures.receiving.power) }
    /// Sending never draws less than receiving: a lower figure is a copy or an error.
    private var sending: Milliwatts { max(scaled(figures.sending.power), receiving) }

    private func scaled(_ power: Milliwatts) -> Milliwatts {
        scale == 1 ? power : Milliwatts.tidy(power.magnitude * scale)
    }

    private mutating func put(_ figure: PowerFigure, at path: String) -> ProfileTree {
        if scale == 1 { return draft.power(figure, at: path) }
        let value = "\(scaled(figure.power))"
        draft.note(path, value, figure)
        return .assumed(
            value,
            "\(figure.element), \(figure.words), times \(share(scale)), by which the template "
                + "draws more in reception than lte-verizon-2021")
    }

    private func share(_ ratio: Double) -> String {
        PlainNumber.text((ratio * 10_000).rounded() / 10_000)
    }

    /// A power at its share of the template's reception, between asleep and awake.
    private func between(_ power: Milliwatts) -> ProfileTree {
        let reception = template.reception
        let ratio = reception > .zero ? power.magnitude / reception.magnitude : 0
        let top = receiving
        let value = Milliwatts.tidy(asleep.magnitude + ratio * (top.magnitude - asleep.magnitude))
        return .assumed(
            "\(value)",
            "\(template.profile.name)'s share of reception, \(power) of \(reception), between "
                + "asleep, \(asleep), and receiving, \(top)")
    }

    private func scaled(_ energy: ProfileTree) -> ProfileTree {
        guard let text = energy.valueText, let was = try? Millijoules(parsing: text),
            template.reception > .zero
        else { return energy }
        let value = Millijoules.tidy(
            was.magnitude * receiving.magnitude / template.reception.magnitude)
        return .assumed("\(value)", "\(template.profile.name)'s \(was), as reception draws here")
    }

    private mutating func states(_ tree: ProfileTree?) -> ProfileTree? {
        guard let tree else { return nil }
        var changed: ProfileTree = [:]
        for (index, state) in template.profile.states.enumerated() {
            changed[state.name] = tree[state.name].map { self.state($0, index) }
        }
        return changed
    }

    private mutating func state(_ tree: ProfileTree, _ index: Int) -> ProfileTree {
        let state = template.profile.states[index]
        let path = "states.\(state.name)"
        var tree = tree
        if index == template.profile.initial { return atRest(tree, state, path) }
        switch state.draw {
        case .cycle(let cycle):
            tree["cycle"]?["on-power"] = listening(at: "\(path).cycle.on-power")
            tree["cycle"]?["off-power"] = pause(of: cycle)
        case .constant(let power):
            if isListening(state, power) {
                tree["power"] = listening(at: "\(path).power")
            } else if hasReleaseTimer, state.carriesData {
                tree["power"] = draft.evidence(.connected, note: listeningNote)
            } else {
                tree["power"] = between(power)
            }
        }
        return tree
    }

    /// Whether a state counts as listening.
    ///
    /// A template without a base of transfers has full reception in its states; a Wi-Fi template's
    /// connected state is listening.
    private func isListening(_ state: RadioState, _ power: Milliwatts) -> Bool {
        if template.profile.technology == .wifi { return state.carriesData && figures.awake != nil }
        return power == template.reception
    }

    /// A note on the file's own figure of a listening modem; empty without one.
    private var listeningNote: String {
        guard let awake = figures.awake, awake != figures.receiving else { return "" }
        let origin = awake.copied.map { ", a copy: an equal value is in \($0)" } ?? ""
        return
            "the file's \(awake.element), \(awake.power)\(origin), is the modem that never sleeps "
            + "between data"
    }

    /// LTE and 5G: one connected state, whose power the network's sleep between data decides.
    private var hasReleaseTimer: Bool {
        template.profile.technology == .lte || template.profile.technology == .nr
    }

    private mutating func listening(at path: String) -> ProfileTree {
        put(figures.awake ?? figures.receiving, at: path)
    }

    private mutating func atRest(
        _ tree: ProfileTree, _ state: RadioState, _ path: String
    ) -> ProfileTree {
        var tree = tree
        if case .cycle = state.draw, !figures.holdsPaging {
            tree["cycle"]?["on-power"] = listening(at: "\(path).cycle.on-power")
            tree["cycle"]?["off-power"] = rest(at: "\(path).cycle.off-power")
            return tree
        }
        let others = tree.entries.filter { $0.key != "cycle" && $0.key != "power" }
        return ["power": rest(at: "\(path).power")] + .mapping(others)
    }

    private mutating func rest(at path: String) -> ProfileTree {
        guard template.profile.technology == .wifi else {
            if let paging = figures.paging { return draft.power(paging, at: path) }
            return draft.evidence(
                template.profile.technology == .nr ? .pagingOnNR : .pagingOnLTE)
        }
        if let asleep = figures.asleep { return draft.power(asleep, at: path) }
        // The template's associated power as a share of its awake power.
        let states = template.profile.states
        guard case .constant(let low) = states[template.profile.initial].draw,
            let state = states.first(where: \.carriesData), case .constant(let high) = state.draw,
            high > .zero
        else { return .assumed("0 mW", "not given") }
        let value = Milliwatts.tidy(awake.magnitude * low.magnitude / high.magnitude)
        return .assumed(
            "\(value)",
            "not given; \(template.profile.name)'s share of awake, \(low) of \(high), of \(awake)")
    }

    /// Between on-durations, by TR 38.840 v16 tables 18 and 19, with PDCCH alone, 100, as awake.
    private func pause(of cycle: PowerCycle) -> ProfileTree {
        let nanoseconds = cycle.period.nanoseconds - cycle.on.nanoseconds
        let gap = Double(nanoseconds) / 1e6
        let listens = awake.magnitude
        let power: Double
        let words: String
        if gap >= 20 {
            power = asleep.magnitude + 4.5 * listens / gap
            words = "deep sleep, with 4.5 ms of listening for going down and up"
        } else if gap >= 6 {
            power = 0.2 * listens + listens / gap
            words = "light sleep, a fifth of listening, with 1 ms of it for going down and up"
        } else {
            power = 0.45 * listens
            words = "micro sleep, 0.45 of listening"
        }
        return .assumed(
            "\(Milliwatts.tidy(power))",
            "a gap of \(PlainNumber.text(gap)) ms is \(words) (3GPP TR 38.840, tables 18 "
                + "and 19, with PDCCH alone as \(awake))")
    }

    private func release(_ tree: ProfileTree) -> ProfileTree {
        guard let text = tree["release"]?["power"]?.valueText,
            let power = try? Milliwatts(parsing: text)
        else { return tree }
        var tree = tree
        tree["release"]?["power"] = between(power)
        return tree
    }

    /// A promotion without a figure draws as sending does.
    private mutating func promotions(_ tree: ProfileTree) -> ProfileTree {
        var changed: [ProfileTree] = []
        for (tree, promotion) in zip(tree.items, template.profile.promotions) {
            var tree = tree
            let states = template.profile.states
            let path =
                "promotions[\(states[promotion.from].name) -> \(states[promotion.to].name)].power"
            let figure =
                figures.sending.power < figures.receiving.power
                ? figures.receiving : figures.sending
            // On the way to NR the phone first sends on LTE, without data.
            let power = states[promotion.to].carriesData ? sending : figure.power
            draft.note(path, "\(power)", figure)
            tree["power"] = .assumed(
                "\(power)", "not given; as sending: \(figure.element), \(figure.words)")
            changed.append(tree)
        }
        return .list(changed)
    }

    /// Receiving draws equally at every rate; sending reaches its figure at the template's full
    /// rate.
    private var transferPower: ProfileTree {
        mutating get {
            var tree: ProfileTree = [:]
            if template.profile.transferPower?.base != nil {
                tree["base"] = put(figures.receiving, at: "transfer-power.base")
            }
            let rates = template.profile.states.compactMap(\.uplink)
            let rate = rates.max() ?? BitsPerSecond(1e6)
            let more = sending - receiving
            let slope = MilliwattsPerMegabit.tidy(more.magnitude / (rate.magnitude / 1e6))
            let figure = figures.sending
            if more > .zero { draft.note("transfer-power.uplink", "\(slope)", figure) }
            tree["uplink"] = .assumed(
                "\(slope)",
                more > .zero
                    ? "sending (\(figure.element), \(figure.words)) less receiving, at "
                        + "\(rate); the file has no rates"
                    : "the file has sending at or below receiving")
            tree["downlink"] = .assumed(
                "0 mW/Mbps", "the file has one figure for receiving, at any rate")
            return tree
        }
    }

    /// The five transmit powers as signal levels: the network raises the power for a weaker signal.
    ///
    /// No file says at which signal it does.
    private static let levelNames = ["great", "good", "moderate", "poor", "worst"]

    /// Sending at each transmit power; receiving is equal at all, and the file has no rates.
    private var levels: ProfileTree? {
        mutating get {
            if figures.levels.isEmpty { return nil }
            var levels: ProfileTree = [:]
            for (name, figure) in zip(Self.levelNames, figures.levels) {
                let isLess = figure.power < figures.receiving.power
                let sending =
                    isLess
                    ? .assumed("\(receiving)", "the file has sending at or below receiving")
                    : put(figure, at: "levels.\(name).power.sending")
                levels[name] = ["power": ["sending": sending, "receiving": received]]
            }
            return levels
        }
    }

    private var received: ProfileTree {
        mutating get {
            let figure = figures.receiving
            return scale == 1
                ? .sourced("\(figure.power)", draft.key(of: figure))
                : .assumed(
                    "\(receiving)", "as without levels: \(figure.element), times \(share(scale))")
        }
    }

    private func sources(_ tree: ProfileTree) -> ProfileTree? {
        var without = tree
        without["sources"] = nil
        let used = Set(without.texts(under: "source"))
        let kept = (tree["sources"]?.entries ?? []).filter { used.contains($0.key) }
        let entries = kept + draft.sources
        return entries.isEmpty ? nil : .mapping(entries)
    }

    private func ordered(_ tree: ProfileTree) -> ProfileTree {
        let keys = [
            "kind", "name", "technology", "description", "source", "sources", "initial", "states",
            "demotions", "promotions", "round-trip", "transfer-power", "levels",
        ]
        let first = keys.compactMap { key in tree.entries.first { $0.key == key } }
        return .mapping(first + tree.entries.filter { !keys.contains($0.key) })
    }
}
