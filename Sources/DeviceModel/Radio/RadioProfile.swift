/// A radio's states, inactivity timers, promotions and powers. UMTS, LTE, NR and Wi-Fi differ only
/// in the tables.
///
/// Valid by construction: `init` refuses a machine that could not run. Indices refer to `states`.
public struct RadioProfile: Hashable, Sendable {
    public let name: String
    public let technology: Technology
    public internal(set) var states: [RadioState]
    public internal(set) var initial: Int
    /// In the order in which they are tried.
    public let promotions: [Promotion]
    /// Time of a request and its answer without their bytes; `nil` for a peer's radio.
    public let roundTrip: Seconds?
    public let transferPower: TransferPower?
    /// Drawn in every state by a modem that waits for pages, where the powers of the states are
    /// above those of the idle phone.
    public internal(set) var camped = Milliwatts.zero
    public let bursts: BurstPower?
    public let fastDormancy: FastDormancy?
    public let signalling: CellSignalling
    /// Transfers by level of the signal; empty: the level makes no difference.
    public let levels: [SignalLevel]
    /// Its kind for comparisons; `nil`: none.
    public let membership: Membership?
    /// Another tool's rules; such a radio has no rates, and can only replay packets.
    public let peer: PeerRules?

    /// Radios of one kind that a phone may meet: an answer about the kind must not rest on one of
    /// them.
    public enum Family: String, CaseIterable, Hashable, Sendable {
        case umts, lte
        case nr = "5g"
        case wifi

        /// Parses a kind as users write it: `lte` or `LTE`, `wifi` or `Wi-Fi`, `5g` or `NR`.
        public init?(word: String) {
            let plain = word.lowercased().filter { $0 != "-" }
            self.init(rawValue: plain == "nr" ? "5g" : plain)
        }
    }

    /// A profile's place among others of its kind.
    public struct Membership: Formed, Hashable, Sendable {
        public var family = Family.umts
        public var because = ""

        public static let form = Form(Self(), "Place among the radios of a family.").required(
            .choice("of", \.family, what: "a family of radios", "Kind of radio."),
            .text("because", \.because, "Reason for its energy cost, compared with the others."))
    }

    public enum Technology: String, CaseIterable, Hashable, Sendable {
        case umts = "UMTS"
        case lte = "LTE"
        case nr = "NR"
        case wifi = "Wi-Fi"

        public var component: Component { self == .wifi ? .wifi : .cellular }
    }

    /// - Throws: the first reason why the machine could not run.
    public init(
        name: String, technology: Technology, states: [RadioState], initial: Int,
        promotions: [Promotion], roundTrip: Seconds?, transferPower: TransferPower?,
        camped: Milliwatts = .zero, bursts: BurstPower? = nil, fastDormancy: FastDormancy? = nil,
        signalling: CellSignalling = .none, levels: [SignalLevel] = [],
        membership: Membership? = nil, peer: PeerRules? = nil
    ) throws(RadioProfileError) {
        (self.name, self.technology) = (name, technology)
        var states = states
        for index in states.indices where peer != nil {
            states[index].carriesPackets = !promotions.contains {
                $0.from == index && $0.trigger == .data
            }
        }
        (self.states, self.initial, self.promotions) = (states, initial, promotions)
        (self.roundTrip, self.transferPower, self.bursts) = (roundTrip, transferPower, bursts)
        (self.fastDormancy, self.signalling, self.levels) = (fastDormancy, signalling, levels)
        (self.membership, self.peer, self.camped) = (membership, peer, camped)
        try checkMachine()
    }

    func checkMachine() throws(RadioProfileError) {
        if states.isEmpty {
            throw RadioProfileError(
                ["states"], "a radio needs at least one state",
                advice: "Add at least one state under states.")
        }
        for state in states { try check(state) }
        if !states.contains(where: \.carriesData) {
            throw RadioProfileError(
                ["states"], "no state of this radio can carry data",
                advice: "Give uplink and downlink to at least one state.")
        }
        if roundTrip == nil, states.contains(where: { $0.uplink != nil }) {
            throw RadioProfileError(
                ["states"], "the states have rates, but the radio has no round trip",
                advice: "Add, for example, round-trip: 150 ms.")
        }
        try checkPeer()
        try checkPromotions()
        try checkDormancy()
        try checkTimersEnd()
        try checkReachable()
        try checkDataIsCarried()
        try checkLevels()
    }

    private func checkLevels() throws(RadioProfileError) {
        for (index, level) in levels.enumerated() {
            var fault = level.fault
            if levels[..<index].contains(where: { $0.name == level.name }) {
                fault = ("is listed twice", "Give each level its own name.")
            }
            if let (words, advice) = fault {
                throw RadioProfileError(
                    ["levels", level.name], "the level \(level.name) \(words)", advice: advice)
            }
        }
    }

    private func check(_ state: RadioState) throws(RadioProfileError) {
        let name = state.name
        if (state.uplink == nil) != (state.downlink == nil) {
            throw RadioProfileError(
                ["states", name],
                "\(name) has one of uplink and downlink, but a state carries both or none",
                advice: "Give both rates, or neither.")
        }
        for rate in [state.uplink, state.downlink] {
            if let rate, !(rate > .zero) || !rate.isFinite {
                throw RadioProfileError(
                    ["states", name],
                    "the rate of \(name) is \(rate), but must be greater than zero",
                    advice: "Write a rate such as 1 Mbit/s, or leave it out.")
            }
        }
        if let demotion = state.demotion, demotion.after <= .zero {
            throw RadioProfileError(
                ["states", name],
                "the inactivity timer of \(name) is \(demotion.after.seconds), but must be longer "
                    + "than zero",
                advice: "Write a time such as 5 s, or leave the demotion out.")
        }
        if let release = state.demotion?.release, release.delay <= .zero {
            throw .notAboveZero("the release", of: state)
        }
        if case .cycle(let cycle) = state.draw, cycle.on <= .zero || cycle.on > cycle.period {
            throw RadioProfileError(
                ["states", name, "cycle"], "the cycle of \(name) must have 0 < on <= period",
                advice: "Write, for example, period: 1280 ms and on: 43 ms.")
        }
        if state.reception != nil { try checkReception(of: state) }
        if let paging = state.paging { try check(paging, of: state) }
    }

    private func check(_ paging: TimeSpan, of state: RadioState) throws(RadioProfileError) {
        var fault: String?
        if paging <= .zero { fault = "which must be longer than zero" }
        if paging > DiscontinuousReception.longest { fault = "which is longer than an hour" }
        if state.carriesData { fault = "but carries data, and needs no paging" }
        guard let fault else { return }
        throw RadioProfileError(
            ["states", state.name, "paging"], "\(state.name) has a paging cycle, \(fault)",
            advice: state.carriesData
                ? "Remove paging; drx sets when a state that carries data listens."
                : "Write, for example, paging: 1280 ms.")
    }

    private func checkReception(of state: RadioState) throws(RadioProfileError) {
        var fault = state.reception?.fault
        if !state.carriesData {
            fault = (
                "but cannot carry data; a state that only listens has a cycle",
                "Write cycle instead of power and drx."
            )
        }
        if state.draw.cycle != nil {
            fault = (
                "and a cycle, which already describes its power over time",
                "Write power, drawn while awake, instead of cycle."
            )
        }
        guard let (words, advice) = fault else { return }
        throw RadioProfileError(
            ["states", state.name, "drx"], "\(state.name) has discontinuous reception, \(words)",
            advice: advice)
    }

    private func checkDormancy() throws(RadioProfileError) {
        guard let dormancy = fastDormancy else { return }
        if dormancy.after <= .zero {
            throw RadioProfileError(
                ["fast-dormancy"],
                "fast dormancy comes after \(dormancy.after.seconds), but must come after more "
                    + "than zero",
                advice: "Write a time such as 3 s, or leave fast-dormancy out.")
        }
        let target = states[dormancy.to]
        if let release = dormancy.release, release.delay <= .zero {
            throw .notAboveZero("the release by fast dormancy", of: target)
        }
        let runs = states.indices.contains { states[$0].demotion != nil && $0 != dormancy.to }
        if runs { return }
        throw RadioProfileError(
            ["fast-dormancy"],
            "fast dormancy never comes: no state but \(target.name), to which it leads, has an "
                + "inactivity timer", advice: "Add a demotion, or remove fast-dormancy.")
    }

    private func checkPromotions() throws(RadioProfileError) {
        for (index, state) in states.enumerated() {
            let always = promotions.indices.filter {
                promotions[$0].from == index && promotions[$0].trigger == .data
            }
            if always.count < 2 { continue }
            throw RadioProfileError(
                ["promotions", "\(always[1] + 1)", "trigger"],
                "\(state.name) has two promotions with trigger data, and the second is never taken",
                advice: "Remove one of the two, or give the first a threshold.")
        }
    }

    private func checkTimersEnd() throws(RadioProfileError) {
        for start in states.indices {
            var path = [start]
            while let next = states[path[path.count - 1]].demotion?.to {
                if let first = path.firstIndex(of: next) {
                    let loop = (path[first...] + [next]).map { states[$0].name }
                    throw RadioProfileError(
                        ["demotions", "\(loop[0])>\(loop[1])", "to"],
                        "inactivity timers form a loop: \(loop.joined(separator: " -> "))",
                        advice: "Let the demotions end in a state that has none.")
                }
                path.append(next)
            }
        }
    }

    private func checkReachable() throws(RadioProfileError) {
        var reached: Set<Int> = [initial]
        var frontier = [initial]
        while let state = frontier.popLast() {
            let next =
                promotions.filter { $0.from == state }.map(\.to)
                + [states[state].demotion?.to, peer?.dense?.to].compactMap { $0 }
                + (states[state].demotion == nil ? [] : [fastDormancy?.to].compactMap { $0 })
            for state in next where reached.insert(state).inserted { frontier.append(state) }
        }
        for (index, state) in states.enumerated() where !reached.contains(index) {
            throw RadioProfileError(
                ["states", state.name],
                "\(state.name) cannot be reached from \(states[initial].name)",
                advice: "Add a promotion or demotion that leads to it, or remove it.")
        }
    }

    /// Follows every promotion that queued data of any amount could take.
    private func checkDataIsCarried() throws(RadioProfileError) {
        var good: Set<Int> = []
        for state in states.indices { try follow(path: [state], good: &good) }
    }

    /// - Parameter good: states from which every path is known to end in one that carries data.
    private func follow(path: [Int], good: inout Set<Int>) throws(RadioProfileError) {
        let state = path[path.count - 1]
        if good.contains(state) { return }
        let ways = promotions.filter { $0.from == state }
        if !states[state].carriesData, !ways.contains(where: { $0.trigger == .data }) {
            let name = states[state].name
            throw RadioProfileError(
                ["states", name],
                "data that comes in \(name) could never be carried: \(name) has no rates and no "
                    + "promotion with trigger data",
                advice: "Give the state rates, or a promotion with trigger: data.")
        }
        for way in ways {
            if let first = path.firstIndex(of: way.to) {
                let loop = (path[first...] + [way.to]).map { states[$0].name }
                throw RadioProfileError(
                    ["promotions", loop.suffix(2).joined(separator: ">"), "to"],
                    "promotions form a loop: \(loop.joined(separator: " -> "))",
                    advice: "Let the promotions end in a state that carries data.")
            }
            try follow(path: path + [way.to], good: &good)
        }
        good.insert(state)
    }
}
