import Forms
import Kernel

/// A radio as its operator configures it and its modem draws power: states, inactivity timers,
/// promotions. UMTS, LTE, NR and Wi-Fi are the same machine with other tables.
///
/// Valid by construction: `init` refuses a machine that could not run. Indices count `states`.
public struct RadioProfile: Hashable, Sendable {
    public let name: String
    /// What the network calls itself: `UMTS`, `LTE`, `NR`, `Wi-Fi`.
    public let technology: Technology
    public let states: [RadioState]
    /// The state at the start of a run.
    public let initial: Int
    /// In the order in which they are tried.
    public let promotions: [Promotion]
    /// One request and its answer, without the time that the bytes themselves take; `nil` only in
    /// a radio that can but replay packets.
    public let roundTrip: Seconds?
    public let transferPower: TransferPower?
    public let bursts: BurstPower?
    public let fastDormancy: FastDormancy?
    /// What the phone and the network say to each other when the serving cell changes.
    public let signalling: CellSignalling
    /// How it carries data by the level of the signal; empty: at any signal alike.
    public let levels: [SignalLevel]
    /// Which radios it is one of, when all of a kind are compared; `nil`: it stands by itself.
    public let membership: Membership?

    /// Radios of one kind that a phone may meet: no answer about the kind rests on one of them.
    public enum Family: String, CaseIterable, Hashable, Sendable {
        case umts
        case lte
        case nr = "5g"
        case wifi

        /// A kind as users write it: `lte` or `LTE`, `wifi` or `Wi-Fi`, `5g` or `NR`.
        public init?(word: String) {
            let plain = word.lowercased().filter { $0 != "-" }
            self.init(rawValue: plain == "nr" ? "5g" : plain)
        }
    }

    /// A profile's place among others of its kind.
    public struct Membership: Formed, Hashable, Sendable {
        public var family = Family.umts
        public var because = ""

        public static let form: Form<Membership> = Form(
            "A place among the radios of one kind.", standard: Membership(),
            fields: [
                .choice(
                    "of", \.family, what: "a family of radios", "The kind.", isRequired: true),
                .text("because", \.because, "Why it costs what it does: what sets it apart."),
            ])
    }

    /// Whether some state carries recorded packets but has no rates: such a radio can replay a
    /// trace, and cannot carry a simulated transfer.
    public var carriesOnlyPackets: Bool {
        roundTrip == nil || states.contains { $0.carriesData && $0.uplink == nil }
    }

    public enum Technology: String, CaseIterable, Hashable, Sendable {
        case umts = "UMTS"
        case lte = "LTE"
        case nr = "NR"
        case wifi = "Wi-Fi"

        /// The component of the phone that this radio is.
        public var component: Component { self == .wifi ? .wifi : .cellular }
    }

    /// - Throws: the first reason why the machine could not run.
    public init(
        name: String, technology: Technology, states: [RadioState], initial: Int,
        promotions: [Promotion], roundTrip: Seconds?, transferPower: TransferPower?,
        bursts: BurstPower? = nil, fastDormancy: FastDormancy? = nil,
        signalling: CellSignalling = .none, levels: [SignalLevel] = [],
        membership: Membership? = nil
    ) throws(RadioProfileError) {
        self.name = name
        self.technology = technology
        self.states = states
        self.initial = initial
        self.promotions = promotions
        self.roundTrip = roundTrip
        self.transferPower = transferPower
        self.bursts = bursts
        self.fastDormancy = fastDormancy
        self.signalling = signalling
        self.levels = levels
        self.membership = membership
        try checkMachine()
    }
}
