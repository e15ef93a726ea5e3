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
}
