import Forms
import Kernel

/// A change to a state that can carry more.
public struct Promotion: Hashable, Sendable {
    public var from = 0
    public var to = 0
    public var delay = PromotionDelay(.zero)
    public var power = Milliwatts.zero
    public var trigger = Trigger.data
    public var placement = PacketPlacement.before

    public enum Trigger: Hashable, Sendable {
        /// Any data in a state that cannot carry it.
        case data
        /// More than this much queued in one direction; `nil` never triggers.
        case queueOver(uplink: Bytes?, downlink: Bytes?)
    }

}

/// How long a promotion takes: a constant, or a triangular distribution.
///
/// A simulation draws from it; a replay measures: data within `least` waits, the first data after
/// that ends the promotion, and without data until `most` it takes `usual`.
public struct PromotionDelay: BitwiseCopyable, Hashable, Sendable {
    public let least: TimeSpan
    /// The mode of the triangular distribution.
    public let usual: TimeSpan
    public let most: TimeSpan

    /// - Precondition: `least` ≤ `usual` ≤ `most`.
    public init(least: TimeSpan, usual: TimeSpan, most: TimeSpan) {
        precondition(least <= usual && usual <= most, "a delay of \(least), \(usual), \(most)")
        self.least = least
        self.usual = usual
        self.most = most
    }

    public init(_ delay: TimeSpan) { self.init(least: delay, usual: delay, most: delay) }

    public var isConstant: Bool { least == most }
}

/// Where an inferred promotion lies, relative to the recorded packet that needs it.
public struct PacketPlacement: Formed, BitwiseCopyable, Hashable, Sendable {
    public var uplink: Place
    public var downlink: Place
    /// For the first packet of a trace, in any direction; `nil`: as for its direction.
    public var first: Place?

    public enum Place: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
        /// It ends when the packet passes. It cuts the state before short, back to the previous
        /// packet if need be.
        case before
        /// As `before`, but it cuts only the state before, not those that timers have ended.
        case withinState = "within-state"
        /// As `before` for the first packet in a state. A later packet needs the usual or least
        /// time before it, or behind an earlier uplink packet of the stay; otherwise the new state
        /// begins without a promotion.
        case fitted
        /// It begins when the packet passes.
        case after
        /// As `after`, but another packet before its end cancels it, and the inactivity timer
        /// counts from the packet.
        case unlessFollowed = "unless-followed"
    }

    public var places: Set<Place> { Set([uplink, downlink, first].compactMap { $0 }) }

    /// A phone's own trace shows packets when they were carried, so promotions lie before them.
    public static let before = PacketPlacement(uplink: .before, downlink: .before)

    public static let form: Form<PacketPlacement> = Form(
        "Where a promotion lies.", standard: before,
        fields: [
            .rule(
                "uplink", \.uplink, what: what, "For a packet that the phone sends.",
                isRequired: true),
            .rule(
                "downlink", \.downlink, what: what, "For a packet that the phone receives.",
                isRequired: true),
            .rule(
                "first", \.first, what: what,
                "For the first packet of a trace, whatever its direction. before: the promotion "
                    + "has ended when the packet passes. within-state: as before, but no longer "
                    + "than the state had lasted. fitted: as before for the first packet in the "
                    + "state; for a later one with its usual or least time where that fits between "
                    + "the packets, or behind an earlier uplink packet, or not at all. after: it "
                    + "begins with the packet. unless-followed: as after, but if another packet "
                    + "passes before its end, it has not taken place.",
                without: "as for its direction"),
        ])

    private static let what = "a place for a promotion"
}

extension Demotion: Formed {
    public static let form: Form<Demotion> = Form(
        "What an expired inactivity timer does.", name: "demotion", standard: Demotion(),
        fields: [
            .reference("to", \.to, to: "states", "The state that is entered."),
            .span("after", \.after, "Without data for this long.", .aboveZero, isRequired: true),
            .part(
                "release", \.release, "Signalling that ends the connection.", without: "none"),
        ])
}

extension FastDormancy {
    public static let form: Form<FastDormancy> = Form(
        "The phone's own timer with where it leads and what the release takes.",
        name: "dormancy", standard: FastDormancy(),
        fields: [
            .reference(
                "to", \.to, to: "states", "The state that is entered.", isRequired: false,
                isRule: true
            ).without("the initial one"),
            .span(
                "after", \.after,
                "Without any data for this long, in a state that has an inactivity timer.",
                .aboveZero, isRequired: true),
            .part(
                "release", \.release, "Signalling that ends the connection.", without: "none"),
        ])
}

extension Promotion: Formed {
    public static let form: Form<Promotion> = Form(
        "A change to a state that can carry more.", name: "promotion", standard: Promotion(),
        fields: [
            .reference("from", \.from, to: "states", "The state that is left."),
            .reference("to", \.to, to: "states", "The state that is entered."),
            signalling,
            .quantity(
                "power", \.power, "Drawn during the delay instead of the old state's power.",
                isRequired: true),
            cause,
            .part(
                "placement", \.placement,
                "Where the promotion lies relative to the recorded packet that needs it."
            ).without("before it"),
        ])

    private static let cause = Field<Promotion>(
        "trigger",
        "data: any data in a state that cannot carry it. Or how much must be queued, in one "
            + "direction or the other.",
        isRequired: true,
        content: { _ in .either([.choice(["data"]), .part(Trigger.queued.shape)]) },
        read: { reader, promotion in
            if reader.hasOptions("trigger") {
                let queued = reader.givenPart("trigger") { Trigger.queued.value(from: $0) }
                promotion.trigger = queued ?? .data
            } else {
                _ = reader.givenWord("trigger", of: ["data"], what: "a trigger")
            }
        },
        text: { _ in nil })

    private static let signalling = Field<Promotion>(
        "delay",
        "Signalling time, in which nothing is carried: one time, or the least, usual and most.",
        isRequired: true,
        content: { _ in .either([.quantity(Seconds.self), .part(PromotionDelay.triangle)]) },
        read: { reader, promotion in
            guard let law: Distribution<Seconds> = reader.givenLaw("delay", .zeroOrMore) else {
                return
            }
            if let delay = PromotionDelay(law) {
                promotion.delay = delay
            } else {
                reader.refuse(
                    FormFault(
                        option: "delay", message: "a promotion's delay is constant or triangular",
                        advice: "Write one time, or { triangular: [least, usual, most] } such as "
                            + "[1.5 s, 2 s, 4 s]."))
            }
        },
        text: { _ in nil })
}

extension PromotionDelay {
    /// `nil` for a law that a replay cannot infer.
    fileprivate init?(_ law: Distribution<Seconds>) {
        switch law {
        case .constant(let delay): self.init(TimeSpan(delay))
        case .triangular(let least, let usual, let most):
            self.init(least: TimeSpan(least), usual: TimeSpan(usual), most: TimeSpan(most))
        default: return nil
        }
    }

    /// The only distribution that a replay can infer.
    fileprivate static let triangle = FormShape(
        "A simulated promotion draws from it; of a recorded one, what comes until the least waits, "
            + "and the first packet that comes later has ended it.",
        exclusive: [["source", "assumption"]],
        [
            .needed(
                "triangular", .list(.plain(QuantityShape(Seconds.self)), 3...3),
                "Least, usual and most."),
            .optional("source", .defined("source"), "Where it is from."),
            .optional("assumption", .defined("assumption"), "Why it is plausible."),
        ])
}

extension Promotion.Trigger {
    /// What must be queued for a promotion that not all data triggers.
    static let queued: Form<Promotion.Trigger> = Form(
        "More than this much must be queued, in one direction or the other.",
        standard: .queueOver(uplink: nil, downlink: nil),
        atLeastOne: [["uplink-over", "downlink-over"]],
        fields: [
            .quantity(
                "uplink-over", \.uplink, "More than this much waits to go out.",
                otherwise: .without(nil)),
            .quantity(
                "downlink-over", \.downlink, "More than this much waits to come in.",
                otherwise: .without(nil)),
        ])

    private var uplink: Bytes? {
        get { if case .queueOver(let uplink, _) = self { uplink } else { nil } }
        set { self = .queueOver(uplink: newValue, downlink: downlink) }
    }

    private var downlink: Bytes? {
        get { if case .queueOver(_, let downlink) = self { downlink } else { nil } }
        set { self = .queueOver(uplink: uplink, downlink: newValue) }
    }
}
