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
        "Placement of a promotion relative to a recorded packet.", standard: before,
        fields: [
            .rule(
                "uplink", \.uplink, what: what, "Placement for a packet that the phone sends.",
                isRequired: true),
            .rule(
                "downlink", \.downlink, what: what,
                "Placement for a packet that the phone receives.", isRequired: true),
            .rule(
                "first", \.first, what: what,
                "Placement for the first packet of a trace, in either direction. before: the "
                    + "promotion ends when the packet passes. within-state: as before, but not "
                    + "longer than the state lasted. fitted: as before for the first packet in "
                    + "the state; for a later one, with its usual or least time if that fits "
                    + "between the packets or behind an earlier uplink packet, otherwise none. "
                    + "after: it begins with the packet. unless-followed: as after, but it is "
                    + "dropped if another packet passes before its end.",
                without: "as for its direction"),
        ])

    private static let what = "a placement of a promotion"
}

extension Demotion: Formed {
    public static let form: Form<Demotion> = Form(
        "Effect of an expired inactivity timer.", name: "demotion", standard: Demotion(),
        fields: [
            .reference("to", \.to, to: "states", "Next state."),
            .span(
                "after", \.after, "Time without data before the demotion.", .aboveZero,
                isRequired: true),
            .part(
                "release", \.release, "Signalling that ends the connection.", without: "none"),
        ])
}

extension FastDormancy {
    public static let form: Form<FastDormancy> = Form(
        "Fast dormancy: the phone's own timer, the next state and the release.",
        name: "dormancy", standard: FastDormancy(),
        fields: [
            .reference(
                "to", \.to, to: "states", "Next state.", isRequired: false,
                isRule: true
            ).without("the initial one"),
            .span(
                "after", \.after, "Time without data, in a state that has an inactivity timer.",
                .aboveZero, isRequired: true),
            .part(
                "release", \.release, "Signalling that ends the connection.", without: "none"),
        ])
}

extension Promotion: Formed {
    public static let form: Form<Promotion> = Form(
        "A change to a state that can carry more.", name: "promotion", standard: Promotion(),
        fields: [
            .reference("from", \.from, to: "states", "State before the promotion."),
            .reference("to", \.to, to: "states", "State after the promotion."),
            signalling,
            .quantity(
                "power", \.power, "Power during the delay, instead of the old state's power.",
                isRequired: true),
            cause,
            .part(
                "placement", \.placement,
                "Placement of the promotion relative to the recorded packet that needs it."
            ).without("before it"),
        ])

    private static let cause = Field<Promotion>(
        "trigger",
        "data: any data in a state that cannot carry it. Otherwise, an amount that must be "
            + "queued in one direction.",
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
        "Signalling time, during which nothing is carried: one time, or least, usual and most.",
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
                        option: "delay", message: "the delay is neither constant nor triangular",
                        advice: "Write one time, or { triangular: [least, usual, most] } such "
                            + "as [1.5 s, 2 s, 4 s]."))
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
        "A simulated promotion draws its delay from this. In a replay, packets before the least "
            + "time wait, and the first later packet shows that the promotion has ended.",
        exclusive: [["source", "assumption"]],
        [
            .needed(
                "triangular", .list(.plain(QuantityShape(Seconds.self)), 3...3),
                "Least, usual and most."),
            .optional("source", .defined("source"), "Source of the values."),
            .optional("assumption", .defined("assumption"), "Reason why they are plausible."),
        ])
}

extension Promotion.Trigger {
    /// The data that must be queued for a promotion that not all data triggers.
    static let queued: Form<Promotion.Trigger> = Form(
        "Amount that must be queued in one direction.",
        standard: .queueOver(uplink: nil, downlink: nil),
        atLeastOne: [["uplink-over", "downlink-over"]],
        fields: [
            .quantity(
                "uplink-over", \.uplink, "Uplink queue above which the promotion starts.",
                otherwise: .without(nil)),
            .quantity(
                "downlink-over", \.downlink, "Downlink queue above which the promotion starts.",
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
