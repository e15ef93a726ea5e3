import Forms
import Kernel

/// One RRC or power-save state.
public struct RadioState: Hashable, Sendable {
    /// As 3GPP writes it: `CELL_DCH`, `RRC_IDLE`.
    public var name = ""
    public var draw = PowerDraw.constant(.zero)
    /// `nil` in a state that cannot carry simulated transfers.
    public var uplink: BitsPerSecond?
    /// Present exactly when `uplink` is.
    public var downlink: BitsPerSecond?
    /// Whether recorded packets pass in this state although it has no rates.
    public var carriesPackets = false
    /// Where an expired inactivity timer leads; `nil`: the state is kept.
    public var demotion: Demotion?
    public var reception: DiscontinuousReception?
    public var paging: TimeSpan?
    public var activity: ActivityRule?
    public var queue: QueueLaws?
    /// Dense traffic raises this state to another.
    public var raise: RaiseRule?

    public var carriesData: Bool { carriesPackets || (uplink != nil && downlink != nil) }
}

/// What an expired inactivity timer does.
public struct Demotion: Hashable, Sendable {
    public var to = 0
    /// Time without data; greater than zero. UMTS calls the timers *T1* and *T2*.
    public var after = TimeSpan.zero
    /// Signalling of the release; `nil`: it takes nothing.
    public var release: Release?
}

/// Signalling that ends a connection. The old state is kept, and data waits.
public struct Release: Formed, Hashable, Sendable {
    /// Greater than zero.
    public var delay = TimeSpan.zero
    public var power = Milliwatts.zero

    public static let form: Form<Release> = Form(
        "Signalling that ends the connection; meanwhile the radio stays in the old state and "
            + "data waits.",
        name: "release", standard: Release(),
        fields: [
            .span("delay", \.delay, "Time that it takes.", .aboveZero, isRequired: true),
            .quantity(
                "power", \.power, "Power during the delay, instead of the old state's power.",
                isRequired: true),
        ])
}

/// The phone's own timer: after this long without data the phone asks for its release.
///
/// It runs in every state with an inactivity timer, beside that timer, once after any data. The
/// network's activity rule does not affect it.
public struct FastDormancy: Hashable, Sendable {
    /// Time since the last data; greater than zero.
    public var after = TimeSpan.zero
    public var to = 0
    public var release: Release?
}

/// How much data counts as activity: enough bytes in one direction, close together.
///
/// Bytes add up while each comes `within` of the last; data that brings the sum to `bytes` resets
/// the inactivity timer. AT&T's ARO 4.1.1 counts this way: 320 B within 300 ms.
public struct ActivityRule: Formed, Hashable, Sendable {
    public var bytes = Bytes.zero
    public var within = TimeSpan.zero
    public var sumOf = SumOf.ownDirection
    public var firstPacket = FirstPacket.isCounted

    /// The sum that must reach `bytes` to reset the timer.
    public enum SumOf: String, CaseIterable, Hashable, Sendable {
        /// The sum of the data's own direction.
        case ownDirection = "own-direction"
        /// Either direction's sum. Little data then resets the timer while the other direction's
        /// sum stands, until that direction is silent for longer than `within`.
        case eitherDirection = "either-direction"
    }

    /// How the first data after entering the state counts.
    public enum FirstPacket: String, CaseIterable, Hashable, Sendable {
        /// As any other data.
        case isCounted = "counted"
        /// It resets the timer, however small, and starts the sums. No sum includes a recorded
        /// packet that a promotion behind it brought to the state.
        case resets
    }

    public static let form: Form<ActivityRule> = Form(
        "Traffic that resets a timer.", standard: ActivityRule(),
        fields: [
            .quantity(
                "bytes", \.bytes, "Amount in one direction that resets the timer.", .aboveZero,
                isRequired: true),
            .span(
                "within", \.within, "Longest time between data whose bytes add up.", .aboveZero,
                isRequired: true),
            .rule(
                "sum-of", \.sumOf, what: "a sum of bytes",
                "Bytes that count: those of the data's own direction, or of either direction; a "
                    + "sum lasts until its direction is silent for longer."),
            .rule(
                "first-packet", \.firstPacket, what: "an effect of a first packet",
                "counted: as any other. resets: the first data in the state resets the timer, "
                    + "whatever its size, and starts the sums."),
        ])
}

/// How fast the queues for thresholds drain, by direction.
public struct QueueLaws: Formed, BitwiseCopyable, Hashable, Sendable {
    public var uplink: DrainLaw?
    public var downlink: DrainLaw?

    public static let form: Form<QueueLaws> = Form(
        "Time in which queues drain.", standard: QueueLaws(),
        atLeastOne: [["uplink", "downlink"]],
        fields: [
            .part("uplink", \.uplink, "Uplink queue.", without: "as it is carried"),
            .part("downlink", \.downlink, "Downlink queue.", without: "as it is carried"),
        ])
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

    public static let form: Form<DrainLaw> = Form(
        "Time in which a queue drains: the sum of the parts. The queue counts as full until "
            + "this time has passed since the last data of its direction, and as empty afterwards.",
        name: "drain", standard: DrainLaw(),
        atLeastOne: [["per-byte-squared", "per-byte", "constant"]],
        fields: [
            .span("per-byte-squared", \.perSquare, "Time per byte squared.").without("none"),
            .span("per-byte", \.perByte, "Time per byte.").without("none"),
            .span("constant", \.constant, "Time for any amount.").without("none"),
        ])
}

/// Dense traffic raises the state: Wi-Fi's *high* mode.
///
/// The stay is cut into windows. A window with more than `bytesOver` bytes or `packetsOver` packets
/// is spent in `to`, as far as it lies in the stay.
public struct RaiseRule: BitwiseCopyable, Hashable, Sendable {
    /// A state that carries data, without timer and promotions.
    public var to = 0
    public var window = TimeSpan.zero
    public var bytesOver: Bytes?
    public var packetsOver: Int64?
    public var lingers = TimeSpan.zero
    /// Whether the last window counts although no later packet closes it.
    public var judgesOpenWindow = true
    public var windowsFrom = WindowsFrom.entry

    /// Where the first window begins.
    public enum WindowsFrom: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
        /// When the state is entered.
        case entry
        /// At the start of the trace, so that a state may be entered in mid-window.
        case traceStart = "trace-start"
    }
}

extension RadioState: Formed {
    /// All but its name and its timer.
    public static let form: Form<RadioState> = Form(
        "An RRC or power-save state. It has power, cycle or beacons; a state that carries data "
            + "has both rates, or carries: packets.",
        name: "state", standard: RadioState(),
        alternatives: [["power"], ["cycle"], ["beacons"]], together: [["uplink", "downlink"]],
        fields: [
            .quantity(
                "power", \.power, "Constant power without transfers.", isRequired: true),
            .part(
                "cycle", \.cycle, "Power that alternates: paging, discontinuous reception.",
                isRequired: true),
            .part(
                "beacons", \.beacons,
                "Power asleep with an access point's beacons, from a linear fit of measurements.",
                isRequired: true),
            .quantity(
                "uplink", \.uplink, "Uplink rate; only in a state that carries data.",
                .aboveZero, otherwise: .without(nil)),
            .quantity(
                "downlink", \.downlink,
                "Downlink rate; only in a state that carries data.", .aboveZero,
                otherwise: .without(nil)),
            carriage,
            .part(
                "drx", \.reception,
                "Discontinuous reception while nothing is carried; the state's power is then "
                    + "the power awake.", without: "awake all the time"),
            .span(
                "paging", \.paging,
                "Paging cycle of a state that carries nothing: downlink data waits for the next "
                    + "whole multiple of this time since the start.",
                .aboveZero, otherwise: .without("downlink data arrives at once")),
            .part(
                "activity", \.activity, "Traffic that resets the state's inactivity timer.",
                without: "any data"),
            .part(
                "queue", \.queue,
                "Draining of the queue that a threshold is tested against, by direction.",
                without: "as it is carried"),
            .part(
                "raise", \.raise,
                "Dense traffic raises the state: time is cut into windows, and the radio spends "
                    + "a dense window in another state.",
                without: "nothing does"),
        ])

    private static let carriage = Field<RadioState>(
        "carries",
        "Recorded packets pass in this state although it has no rates. The radio can replay "
            + "traces, but no scenario can use it.",
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

extension RaiseRule: Formed {
    public static let form: Form<RaiseRule> = Form(
        "Conditions that raise a state.", standard: RaiseRule(),
        atLeastOne: [["bytes-over", "packets-over"]],
        fields: [
            .reference(
                "to", \.to, to: "states",
                "State that carries data, and that nothing else leads to or from.", isRule: true),
            .span("window", \.window, "Length of a window.", .aboveZero, isRequired: true),
            .quantity(
                "bytes-over", \.bytesOver, "Bytes above which a window is dense.",
                otherwise: .without(nil)),
            .statedCount(
                "packets-over", \.packetCount, "Packets above which a window is dense.",
                in: 0...1_000_000, otherwise: .without(nil)),
            .span(
                "lingers", \.lingers, "Time that the raised state lasts after a dense window."),
            .rule(
                "open-window", \.openWindow, what: "a way to treat the last window",
                "Whether the last window counts although no later packet shows that it is over."),
            .rule(
                "windows-from", \.windowsFrom, what: "a beginning of windows",
                "Start of the first window: when the state is entered, or when the trace starts."),
        ])

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
