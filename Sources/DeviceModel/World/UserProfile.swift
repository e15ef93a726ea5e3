import Forms
import Kernel

/// Somebody who uses a phone: when it is picked up, for how long, and what its display is set to.
public struct UserProfile: Hashable, Sendable {
    /// The name of its file; empty where a scenario describes the user in place.
    public var name = ""
    /// When the user has the phone in hand, which opens one app each time; `nil`: only in the
    /// sessions that the world tells of.
    public var pickUps: Spells?
    /// Of the display, from its dimmest to its brightest: 0 to 100 %.
    public var brightness: Fraction
    /// What an app carries that is no policy's, while the user has it in front; `nil`: nothing.
    public var transfers: TrafficSource?

    public init(
        pickUps: Spells? = nil, brightness: Fraction = UserProfile.usualBrightness,
        transfers: TrafficSource? = nil
    ) {
        self.pickUps = pickUps
        self.brightness = brightness
        self.transfers = transfers
    }

    /// Where no user says otherwise: half, as reviewers set it (AnandTech, *The iPhone 4 Review*,
    /// 2010).
    public static let usualBrightness = Fraction(0.5)
}

extension UserProfile: Formed {
    public static let form: Form<UserProfile> = Form(
        "A user: when the phone is picked up, for how long, and how bright its display is.",
        name: "user", standard: UserProfile(),
        fields: [
            .part(
                "pick-ups", \.pickUps,
                "When the user has the phone in hand; each opens an app by what the world says "
                    + "of it under opened, or another.",
                without: "only the sessions of the world"),
            .quantity(
                "brightness", \.brightness,
                "Of the display, from the dimmest (0 %) to the brightest (100 %)."),
            .part(
                "transfers", \.transfers,
                "What an app that is none of the scenario's carries while the user has it in "
                    + "front.",
                without: "nothing"),
        ],
        check: { user in
            user.brightness > Fraction(1)
                ? FormFault(
                    option: "brightness",
                    message: "the brightness is \(user.brightness), but 100 % is the brightest",
                    advice: "Set it to 100 % or less.")
                : nil
        })
}

extension Field {
    /// How much more happens at some hours of the day than at others.
    static func byHour(_ key: String, _ path: Path<DayRhythm?>) -> Field {
        Field(
            key,
            "How often it happens at each hour of the day, from midnight on: 24 numbers, of which "
                + "only the ratios count.",
            isRequired: false, without: "all day alike",
            content: { _ in .stated(.list(.decimal, 24...24)) },
            read: { reader, owner in
                guard let weights = reader.givenStatedDecimals(key, count: 24) else { return }
                owner[keyPath: path] = DayRhythm(weights: weights)
                if owner[keyPath: path] == nil {
                    reader.refuse(
                        FormFault(
                            option: key, message: "an hour's number is below zero, or all are zero",
                            advice: "Write numbers from 0 on, at least one of them above 0."))
                }
            },
            text: { _ in nil })
    }
}
