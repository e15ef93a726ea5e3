/// Power and speed of transfers at one level of the signal.
///
/// A level affects only data on the air, not rest, promotions and releases.
public struct SignalLevel: Formed, Hashable, Sendable {
    public var name = ""
    public var powers: Powers?
    public var uplink = Fraction(1)
    public var downlink = Fraction(1)

    /// Power while a transfer is on the air, in place of all power by state, rate and direction.
    public struct Powers: Formed, Hashable, Sendable {
        public var sending: Milliwatts
        public var receiving: Milliwatts

        public static let form = Form(
            Powers(sending: .zero, receiving: .zero), "Power during a transfer."
        ).required(
            .quantity("sending", \.sending, "Power while bytes go out."),
            .quantity(
                "receiving", \.receiving,
                "Power while bytes come in, and while the radio waits for an answer."))
    }

    /// The fault, as the end of a sentence, and the remedy.
    var fault: (words: String, advice: String)? {
        for share in [uplink, downlink] where !(share > .zero && share <= Fraction(1)) {
            return (
                "must have more than 0 % and at most 100 % of the states' rates",
                "Write, for example, uplink: 25 %."
            )
        }
        guard let powers, powers.sending < powers.receiving else { return nil }
        return (
            "draws less while it sends than while it receives",
            "Write a sending power of at least the receiving power."
        )
    }

    /// All but its name.
    public static let form = Form(Self(), "Transfers at one signal level.", name: "level").optional(
        .part(
            "power", \.powers,
            "Power while a transfer is on the air; it replaces all other powers.",
            without: "as without levels"),
        .quantity(
            "uplink", \.uplink, "Share of a state's uplink rate that remains.", .aboveZero
        ).without("all of it"),
        .quantity(
            "downlink", \.downlink, "Share of a state's downlink rate that remains.", .aboveZero
        ).without("all of it"))
}
