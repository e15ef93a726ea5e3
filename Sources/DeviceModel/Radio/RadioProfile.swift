import EventKernel
import Quantities

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
    /// One request and its answer, without the time that the bytes themselves take.
    public let roundTrip: Seconds
    public let transferPower: TransferPower?

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
        promotions: [Promotion], roundTrip: Seconds, transferPower: TransferPower?
    ) throws(RadioProfileError) {
        self.name = name
        self.technology = technology
        self.states = states
        self.initial = initial
        self.promotions = promotions
        self.roundTrip = roundTrip
        self.transferPower = transferPower
        try checkMachine()
    }
}

/// One RRC or power-save state.
public struct RadioState: Hashable, Sendable {
    /// As 3GPP prints it: `CELL_DCH`, `RRC_IDLE`.
    public let name: String
    public let draw: PowerDraw
    /// How fast data goes out, or `nil` in a state that cannot carry data.
    public let uplink: BitsPerSecond?
    /// How fast data comes in; present exactly when `uplink` is.
    public let downlink: BitsPerSecond?
    /// Where an expired inactivity timer leads; `nil` in a state that is kept.
    public let demotion: Demotion?

    public init(
        name: String, draw: PowerDraw, uplink: BitsPerSecond? = nil,
        downlink: BitsPerSecond? = nil, demotion: Demotion? = nil
    ) {
        self.name = name
        self.draw = draw
        self.uplink = uplink
        self.downlink = downlink
        self.demotion = demotion
    }

    /// Whether data can be sent and received in this state.
    public var carriesData: Bool { uplink != nil && downlink != nil }
}

/// What a state draws: the same all the time, or by turns (paging, discontinuous reception).
public enum PowerDraw: Hashable, Sendable {
    case constant(Milliwatts)
    case cycle(PowerCycle)
}

/// A cycle that begins with its on-duration when the state is entered.
public struct PowerCycle: Hashable, Sendable {
    /// One on-duration and the pause after it. Greater than zero.
    public let period: TimeSpan
    /// Greater than zero, at most `period`.
    public let on: TimeSpan
    public let onPower: Milliwatts
    public let offPower: Milliwatts

    public init(period: TimeSpan, on: TimeSpan, onPower: Milliwatts, offPower: Milliwatts) {
        self.period = period
        self.on = on
        self.onPower = onPower
        self.offPower = offPower
    }

    /// How much of the first `span` after entry is on-duration: whole cycles and a part of one.
    @inlinable
    public func onTime(within span: TimeSpan) -> TimeSpan {
        let (cycles, rest) = span.nanoseconds.quotientAndRemainder(dividingBy: period.nanoseconds)
        return TimeSpan(nanoseconds: cycles * on.nanoseconds + min(rest, on.nanoseconds))
    }
}

/// What an expired inactivity timer does.
public struct Demotion: Hashable, Sendable {
    public let to: Int
    /// Without data for this long; greater than zero. UMTS calls the timers *T1* and *T2*.
    public let after: TimeSpan

    public init(to: Int, after: TimeSpan) {
        self.to = to
        self.after = after
    }
}

/// A change to a state that can carry more.
public struct Promotion: Hashable, Sendable {
    public let from: Int
    public let to: Int
    /// Signalling time, during which nothing is carried and the old state is kept.
    public let delay: TimeSpan
    /// Drawn during `delay` instead of the old state's power.
    public let power: Milliwatts
    public let trigger: Trigger

    public enum Trigger: Hashable, Sendable {
        /// Any data in a state that cannot carry it.
        case data
        /// More than this much queued in either direction; `nil` never triggers.
        case queueOver(uplink: Bytes?, downlink: Bytes?)
    }

    public init(from: Int, to: Int, delay: TimeSpan, power: Milliwatts, trigger: Trigger) {
        self.from = from
        self.to = to
        self.delay = delay
        self.power = power
        self.trigger = trigger
    }
}

/// Power that grows with the bit rate while a transfer is on.
public struct TransferPower: Hashable, Sendable {
    /// Instead of the state's own power while a transfer is on; `nil`: the state's own.
    public let base: Milliwatts?
    public let uplink: MilliwattsPerMegabit
    public let downlink: MilliwattsPerMegabit

    public init(
        base: Milliwatts?, uplink: MilliwattsPerMegabit, downlink: MilliwattsPerMegabit
    ) {
        self.base = base
        self.uplink = uplink
        self.downlink = downlink
    }
}
