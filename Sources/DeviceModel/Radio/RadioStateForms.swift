import Forms
import Kernel

// What a state says that refers to no other. What is required has a stand-in.

extension RadioState {
    /// All but its name, its timer and what raises it.
    public static let form: Form<RadioState> = Form(
        "One RRC or power-save state: power, cycle or beacons, and what carries data has both "
            + "rates or carries: packets.",
        name: "state", standard: RadioState(name: "", draw: .constant(.zero)),
        alternatives: [["power"], ["cycle"], ["beacons"]],
        fields: [
            .quantity(
                "power", \.power, "Drawn all the time, without transfers.", isRequired: true),
            .part(
                "cycle", \.cycle, "A state that draws by turns: paging, discontinuous reception.",
                isRequired: true),
            .part(
                "beacons", \.beacons,
                "Asleep but for an access point's beacons, by their measured straight line.",
                isRequired: true),
            .quantity(
                "uplink", \.uplink, "How fast data goes out; only in a state that carries data.",
                .aboveZero, otherwise: .without(nil)),
            .quantity(
                "downlink", \.downlink,
                "How fast data comes in; only in a state that carries data.", .aboveZero,
                otherwise: .without(nil)),
            carriage,
            .part(
                "drx", \.reception,
                "Discontinuous reception while nothing is carried; the state's power is what is "
                    + "drawn awake.", without: "awake all the time"),
            .span(
                "paging", \.paging,
                "How often the phone looks for pages in a state that carries nothing: what comes "
                    + "down waits for the next whole multiple of this since the start.",
                .aboveZero, otherwise: .without("what comes down comes at once")),
            .part(
                "activity", \.activity, "What resets the state's inactivity timer.",
                without: "any data"),
            .part(
                "queue", \.queue,
                "How fast the queue that a threshold is tested against drains, by direction.",
                without: "as it is carried"),
        ])

    private static let carriage = Field<RadioState>(
        "carries",
        "Recorded packets pass in this state although it has no rates. Such a radio can replay "
            + "traces, and no scenario can use it.",
        isRequired: false, content: { _ in .choice(["packets"]) },
        read: { reader, state in
            let word = reader.givenRule("carries", of: ["packets"], what: "something to carry")
            state.carriesPackets = word != nil
        },
        text: { _ in nil })

    private var power: Milliwatts {
        get { if case .constant(let power) = draw { power } else { .zero } }
        set { draw = .constant(newValue) }
    }

    private var beacons: BeaconDraw {
        get { BeaconDraw.form.standard }
        set { draw = .constant(newValue.meanPower) }
    }

    private var cycle: PowerCycle {
        get { if case .cycle(let cycle) = draw { cycle } else { PowerCycle.form.standard } }
        set { draw = .cycle(newValue) }
    }
}

extension RaiseRule {
    /// All but the state that it leads to.
    public static let form: Form<RaiseRule> = Form(
        "What raises a state.",
        standard: RaiseRule(to: 0, window: .zero, bytesOver: nil, packetsOver: nil),
        atLeastOne: [["bytes-over", "packets-over"]],
        fields: [
            .span("window", \.window, "How long a window is.", .aboveZero, isRequired: true),
            .quantity(
                "bytes-over", \.bytesOver, "A window with more bytes than this is dense.",
                otherwise: .without(nil)),
            .statedCount(
                "packets-over", \.packetCount, "A window with more packets than this is dense.",
                in: 0...1_000_000, otherwise: .without(nil)),
            .span(
                "lingers", \.lingers,
                "How long the raised state is kept after a dense window."),
            .rule(
                "open-window", \.openWindow, what: "a way to treat the last window",
                "Whether the last window counts although no later packet has shown that it is "
                    + "over."),
            .rule(
                "windows-from", \.windowsFrom, what: "a beginning of windows",
                "Where the first window begins: when the state is entered, or at the start of the "
                    + "trace."),
        ])

    /// What becomes of the last window, when no packet shows that it is over.
    private enum OpenWindow: String, CaseIterable {
        case judged
        case ignored
    }

    private var openWindow: OpenWindow {
        get { judgesOpenWindow ? .judged : .ignored }
        set { judgesOpenWindow = newValue == .judged }
    }

    private var packetCount: Int? {
        get { packetsOver.map(Int.init) }
        set { packetsOver = newValue.map(Int64.init) }
    }
}

extension Release: Formed {
    public static let form: Form<Release> = Form(
        "Signalling that ends the connection; the old state is kept meanwhile, and data waits for "
            + "its end.",
        name: "release", standard: Release(delay: .zero, power: .zero),
        fields: [
            .span("delay", \.delay, "How long it takes.", .aboveZero, isRequired: true),
            .quantity(
                "power", \.power, "Drawn during the delay instead of the old state's power.",
                isRequired: true),
        ])
}

extension ActivityRule: Formed {
    public static let form: Form<ActivityRule> = Form(
        "What resets a timer.", standard: ActivityRule(bytes: .zero, within: .zero),
        fields: [
            .quantity(
                "bytes", \.bytes, "This much in one direction resets the timer.", .aboveZero,
                isRequired: true),
            .span(
                "within", \.within,
                "Bytes add up as long as the next come within this time of the last.", .aboveZero,
                isRequired: true),
            .rule(
                "sum-of", \.sumOf, what: "a sum of bytes",
                "Whose sum must reach the bytes: that of the data's own direction, or that of "
                    + "either, which stands until its direction was silent for longer."),
            .rule(
                "first-packet", \.firstPacket, what: "what a first packet does",
                "counted: as any other. resets: the first data in the state resets the timer, "
                    + "however small, and the sums begin with it."),
        ])
}

extension QueueLaws: Formed {
    public static let form: Form<QueueLaws> = Form(
        "How fast queues drain.", standard: QueueLaws(uplink: nil, downlink: nil),
        atLeastOne: [["uplink", "downlink"]],
        fields: [
            .part("uplink", \.uplink, "What waits to go out.", without: "as it is carried"),
            .part("downlink", \.downlink, "What waits to come in.", without: "as it is carried"),
        ])
}

extension DrainLaw: Formed {
    public static let form: Form<DrainLaw> = Form(
        "The time in which a queue drains: the sum of the parts. It is empty once so much time has "
            + "passed since the last data of its direction, and full as before until then.",
        name: "drain", standard: DrainLaw(perSquare: .zero, perByte: .zero, constant: .zero),
        atLeastOne: [["per-byte-squared", "per-byte", "constant"]],
        fields: [
            .span("per-byte-squared", \.perSquare, "For each byte squared.").without("none"),
            .span("per-byte", \.perByte, "For each byte.").without("none"),
            .span("constant", \.constant, "However much it is.").without("none"),
        ])
}
