/// A change to a state that can carry more.
public struct Promotion: Formed, Hashable, Sendable {
    public var from = 0
    public var to = 0
    public var delay = PromotionDelay(.zero)
    public var power = Milliwatts.zero
    public var trigger = Trigger.data

    public enum Trigger: Hashable, Sendable {
        /// Any data in a state that cannot carry it.
        case data
        /// More than this much queued in one direction; `nil` never triggers.
        case queueOver(uplink: Bytes?, downlink: Bytes?)
    }

    public static let form = Form(
        Self(), "A change to a state that can carry more.", name: "promotion"
    ).required(
        .reference("from", \.from, to: "states", "State before the promotion."),
        .reference("to", \.to, to: "states", "State after the promotion.")
    ).optional(signalling).required(
        .quantity("power", \.power, "Power during the delay, instead of the old state's power.")
    ).optional(cause)

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
        })

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
        })
}

/// How long a promotion takes: a constant, or a triangular distribution.
///
/// A simulation draws from it, and a replay takes `usual`. A peer's radio may measure: data within
/// `least` waits, the first data after that ends the promotion, and without data until `most` it
/// takes `usual`.
public struct PromotionDelay: BitwiseCopyable, Hashable, Sendable {
    public let least: TimeSpan
    /// The mode of the triangular distribution.
    public let usual: TimeSpan
    public let most: TimeSpan

    /// - Precondition: `least` ≤ `usual` ≤ `most`.
    public init(least: TimeSpan, usual: TimeSpan, most: TimeSpan) {
        precondition(least <= usual && usual <= most, "a delay of \(least), \(usual), \(most)")
        (self.least, self.usual, self.most) = (least, usual, most)
    }

    public init(_ delay: TimeSpan) { self.init(least: delay, usual: delay, most: delay) }
    public var isConstant: Bool { least == most }
}

extension FastDormancy {
    public static let form = Form(
        Self(), "Fast dormancy: the phone's own timer, the next state and the release.",
        name: "dormancy"
    ).optional(
        .reference("to", \.to, to: "states", "Next state.", isRule: true).without("the initial one")
    ).required(
        .span(
            "after", \.after, "Time without data, in a state that has an inactivity timer.",
            .aboveZero)
    ).optional(.part("release", \.release, "Signalling that ends the connection.", without: "none"))
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
            .optional("assumption", .defined("assumption"), "Reason why the values are plausible."),
        ])
}

extension Promotion.Trigger {
    /// The data that must be queued for a promotion that not all data triggers.
    static let queued = Form<Promotion.Trigger>(
        .queueOver(uplink: nil, downlink: nil), "Amount that must be queued in one direction.",
        atLeastOne: [["uplink-over", "downlink-over"]]
    ).optional(
        .quantity(
            "uplink-over", \.uplink, "Uplink queue above which the promotion starts.",
            otherwise: .without(nil)),
        .quantity(
            "downlink-over", \.downlink, "Downlink queue above which the promotion starts.",
            otherwise: .without(nil)))

    private var uplink: Bytes? {
        get { if case .queueOver(let uplink, _) = self { uplink } else { nil } }
        set { self = .queueOver(uplink: newValue, downlink: downlink) }
    }

    private var downlink: Bytes? {
        get { if case .queueOver(_, let downlink) = self { downlink } else { nil } }
        set { self = .queueOver(uplink: uplink, downlink: newValue) }
    }
}
