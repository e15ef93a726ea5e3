/// Another tool's rules for recorded packets, which take no time there and need no rates.
///
/// Each rule is one of EnergyBox, ARO, SmartDiet or PowerTutor. A state carries packets unless any
/// data promotes the radio out of it.
public struct PeerRules: Formed, Hashable, Sendable {
    public var promotions = Placement.before
    public var activity: Activity?
    public var queues: Queues?
    public var dense: DenseTraffic?
    public var burstGap = TimeSpan.zero
    public var lastPacket = LastPacket.costs

    /// Where a promotion lies, relative to the packet that needs it.
    public enum Placement: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
        /// It ends when the packet passes. It cuts the state before short, not those that timers
        /// have ended.
        case before
        /// As ARO places it: an uplink packet or the first packet begins a promotion, which a later
        /// packet ends. A downlink packet ends one, which cuts the time before short.
        case byDirection = "by-direction"
        /// It begins when the packet passes. Another packet before its end cancels it, and the
        /// inactivity timer counts from the packet.
        case unlessFollowed = "unless-followed"
    }

    /// Whether a packet that the tail follows costs energy for its bytes.
    public enum LastPacket: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
        case costs, free
    }

    /// How much data resets a state's timer: enough bytes of either direction, close together.
    ///
    /// A sum stands until its direction is silent for longer than `within`. The first packet in the
    /// state resets the timer at any size.
    public struct Activity: Formed, Hashable, Sendable {
        public var state = 0
        public var bytes = Bytes.zero
        public var within = TimeSpan.zero

        public static let form = Form(
            Self(),
            "Traffic that resets a timer: enough bytes of either direction, close together, or a "
                + "first packet."
        ).required(
            .reference("state", \.state, to: "states", "State with the timer.", isRule: true),
            .quantity(
                "bytes", \.bytes, "Amount in one direction that resets the timer.", .aboveZero),
            .span("within", \.within, "Longest time between data whose bytes add up.", .aboveZero))
    }

    /// How the queues for thresholds drain, by direction.
    public struct Queues: Formed, BitwiseCopyable, Hashable, Sendable {
        public var uplink = DrainLaw()
        public var downlink = DrainLaw()

        public static let form = Form(Self(), "Time in which queues drain.").required(
            .part("uplink", \.uplink, "Uplink queue."),
            .part("downlink", \.downlink, "Downlink queue."))
    }

    /// Dense traffic raises a state to another: Wi-Fi's *high* mode.
    ///
    /// The trace is cut into windows. One with more than `bytesOver` bytes, and the time `lingers`
    /// after it, are spent in `to`, as far as they lie in the stay. A window that no later packet
    /// follows does not count.
    public struct DenseTraffic: Formed, Hashable, Sendable {
        public var state = 0
        public var to = 0
        public var window = TimeSpan.zero
        public var bytesOver = Bytes.zero
        public var lingers = TimeSpan.zero

        public static let form = Form(
            Self(),
            "Dense traffic raises a state: the trace is cut into windows, and the radio spends a "
                + "dense window in another state."
        ).required(
            .reference("state", \.state, to: "states", "State that is raised.", isRule: true),
            .reference("to", \.to, to: "states", "State that it is raised to.", isRule: true),
            .span("window", \.window, "Length of a window.", .aboveZero),
            .quantity("bytes-over", \.bytesOver, "Bytes above which a window is dense.")
        ).optional(
            .span(
                "lingers", \.lingers, "Time that the raised state lasts after a dense window."
            ).without("none"))
    }

    public static let form = Form(
        Self(),
        "Another tool's rules for recorded packets, which pass at once. A state carries them "
            + "unless any data promotes the radio out of it."
    ).required(
        .rule(
            "promotions", \.promotions, what: "a placement of promotions",
            "before: a promotion ends when the packet that needs it passes, and takes no more time "
                + "than the state lasted. by-direction: uplink packets and the first packet begin "
                + "a promotion, other downlink packets end one. unless-followed: it begins with "
                + "the packet, and is dropped if another packet passes before its end.")
    ).optional(
        .part(
            "activity", \.activity, "Traffic that resets a state's inactivity timer.",
            without: "any data"),
        .part(
            "queue", \.queues,
            "Draining of the queue that a threshold is tested against, by direction.",
            without: "at once"),
        .part(
            "dense", \.dense, "Dense traffic, which raises a state to another.",
            without: "nothing does"),
        .span(
            "burst-gap", \.burstGap,
            "Longest time between packets of one burst, for a radio with bursts."
        ).without("only packets of one instant are"),
        .rule(
            "last-packet", \.lastPacket, what: "a cost of the last packet",
            "Whether the bytes of a packet that the tail follows cost energy."
        ).without("they do"))
}

/// The time in which a queue of *x* bytes drains: `perSquare` x² + `perByte` x + `constant`.
///
/// The queue stays full until this time has passed since its last data, and is then empty, as it
/// was measured (Qian et al., "Profiling Resource Usage for Mobile Applications", MobiSys 2011).
public struct DrainLaw: Formed, BitwiseCopyable, Hashable, Sendable {
    public var perSquare = TimeSpan.zero
    public var perByte = TimeSpan.zero
    public var constant = TimeSpan.zero

    /// Whether `gap`, the time since the last data, exceeds the drain time of `bytes`.
    func drains(_ bytes: Int64, within gap: TimeSpan) -> Bool {
        let x = Int128(bytes)
        // At 4 GiB a nanosecond per byte squared already exceeds any run; more would overflow.
        let square = min(x, 1 << 32) * min(x, 1 << 32)
        let time =
            Int128(perSquare.nanoseconds) * square + Int128(perByte.nanoseconds) * x
            + Int128(constant.nanoseconds)
        return Int128(gap.nanoseconds) > time
    }

    public static let form = Form(
        Self(),
        "Time in which a queue drains: the sum of the parts. The queue counts as full until this "
            + "time has passed since the last data of its direction, and as empty afterwards.",
        name: "drain", atLeastOne: [["per-byte-squared", "per-byte", "constant"]]
    ).optional(
        .span("per-byte-squared", \.perSquare, "Time per byte squared.").without("none"),
        .span("per-byte", \.perByte, "Time per byte.").without("none"),
        .span("constant", \.constant, "Time for any amount.").without("none"))
}

extension RadioProfile {
    /// Refuses what a peer's rules do not know.
    func checkPeer() throws(RadioProfileError) {
        guard let peer else { return }
        func refuse(_ path: [String], _ what: String) throws(RadioProfileError) {
            throw RadioProfileError(
                path, "\(what), which a radio with another tool's rules does not know",
                advice: "Remove it, or peer.")
        }
        for state in states {
            let path = ["states", state.name]
            if state.uplink != nil { try refuse(path, "\(state.name) has rates") }
            if state.reception != nil { try refuse(path + ["drx"], "\(state.name) has drx") }
            if state.paging != nil { try refuse(path + ["paging"], "\(state.name) has paging") }
            if state.demotion?.release != nil { try refuse(path, "\(state.name) has a release") }
        }
        if fastDormancy != nil { try refuse(["fast-dormancy"], "the phone has its own timer") }
        if !levels.isEmpty { try refuse(["levels"], "transfers depend on the signal") }
        for (index, promotion) in promotions.enumerated()
        where !states[promotion.to].carriesData {
            throw RadioProfileError(
                ["promotions", "\(index + 1)", "to"],
                "a packet waits for one promotion only by another tool's rules, but any data "
                    + "promotes the radio out of \(states[promotion.to].name)",
                advice: "Lead to a state without a promotion by data.")
        }
        // Each posts into the past in its own way.
        let rules = [
            bursts != nil, peer.dense != nil, peer.lastPacket == .free,
            peer.promotions == .byDirection,
        ]
        if rules.count(where: { $0 }) > 1 {
            throw RadioProfileError(
                ["peer"],
                "the radio has two of bursts, dense traffic, a free last packet and promotions by "
                    + "direction, which no tool has together",
                advice: "Keep one of them.")
        }
        if let dense = peer.dense, dense.window <= .zero {
            throw .notAboveZero("the window", of: states[dense.state])
        }
    }
}
