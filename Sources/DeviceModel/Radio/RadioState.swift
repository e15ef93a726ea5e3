/// One RRC or power-save state.
public struct RadioState: Formed, Hashable, Sendable {
    /// As 3GPP writes it: `CELL_DCH`, `RRC_IDLE`.
    public var name = ""
    public var draw = PowerDraw.constant(.zero)
    /// `nil` in a state that cannot carry simulated transfers.
    public var uplink: BitsPerSecond?
    /// Present exactly when `uplink` is.
    public var downlink: BitsPerSecond?
    /// Whether recorded packets pass in this state of a peer's radio, which has no rates.
    public internal(set) var carriesPackets = false
    /// Where an expired inactivity timer leads; `nil`: the state is kept.
    public var demotion: Demotion?
    public var reception: DiscontinuousReception?
    public var paging: TimeSpan?
    /// The beacons that `draw` comes from; `nil`: it comes from none.
    private(set) var heard: BeaconDraw?

    public var carriesData: Bool { carriesPackets || (uplink != nil && downlink != nil) }

    /// All but its name and its timer.
    public static let form = Form(
        Self(),
        "An RRC or power-save state. It has power, cycle or beacons; a state that carries data has "
            + "both rates.", name: "state", alternatives: [["power"], ["cycle"], ["beacons"]],
        together: [["uplink", "downlink"]]
    ).required(
        .quantity("power", \.power, "Constant power without transfers."),
        .part("cycle", \.cycle, "Power that alternates: paging, discontinuous reception."),
        .part(
            "beacons", \.beacons,
            "Power asleep with an access point's beacons, from a linear fit of measurements.")
    ).optional(
        .quantity(
            "uplink", \.uplink, "Uplink rate; only in a state that carries data.", .aboveZero,
            otherwise: .without(nil)),
        .quantity(
            "downlink", \.downlink, "Downlink rate; only in a state that carries data.", .aboveZero,
            otherwise: .without(nil)),
        .part(
            "drx", \.reception,
            "Discontinuous reception while nothing is carried; the state's power is then the power "
                + "awake.", without: "awake all the time"),
        .span(
            "paging", \.paging,
            "Paging cycle of a state that carries nothing: downlink data waits for the next whole "
                + "multiple of this time since the start.", .aboveZero,
            otherwise: .without("downlink data arrives at once")))

    private var power: Milliwatts {
        get { if case .constant(let power) = draw { power } else { .zero } }
        set { draw = .constant(newValue) }
    }

    var beacons: BeaconDraw {
        get { heard ?? BeaconDraw.form.standard }
        set { (heard, draw) = (newValue, .constant(newValue.meanPower)) }
    }

    private var cycle: PowerCycle {
        get { if case .cycle(let cycle) = draw { cycle } else { PowerCycle.form.standard } }
        set { draw = .cycle(newValue) }
    }
}

/// What an expired inactivity timer does.
public struct Demotion: Formed, Hashable, Sendable {
    public var to = 0
    /// Time without data; greater than zero. UMTS calls the timers *T1* and *T2*.
    public var after = TimeSpan.zero
    public var release: Release?

    public static let form = Form(
        Self(), "Effect of an expired inactivity timer.", name: "demotion"
    ).required(
        .reference("to", \.to, to: "states", "Next state."),
        .span("after", \.after, "Time without data before the demotion.", .aboveZero)
    ).optional(.part("release", \.release, "Signalling that ends the connection.", without: "none"))
}

/// Signalling that ends a connection. The old state is kept, and data waits.
public struct Release: Formed, Hashable, Sendable {
    /// Greater than zero.
    public var delay = TimeSpan.zero
    public var power = Milliwatts.zero

    public static let form = Form(
        Self(),
        "Signalling that ends the connection; meanwhile the radio stays in the old state and data "
            + "waits.", name: "release"
    ).required(
        .span("delay", \.delay, "Time that the signalling takes.", .aboveZero),
        .quantity("power", \.power, "Power during the delay, instead of the old state's power."))
}

/// The phone's own timer: after this long without data the phone asks for its release.
///
/// It runs in every state with an inactivity timer, beside that timer, once after any data.
public struct FastDormancy: Hashable, Sendable {
    public var after = TimeSpan.zero
    public var to = 0
    public var release: Release?
}
