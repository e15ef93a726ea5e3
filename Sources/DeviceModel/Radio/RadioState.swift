import Kernel

/// One RRC or power-save state.
public struct RadioState: Hashable, Sendable {
    /// As 3GPP prints it: `CELL_DCH`, `RRC_IDLE`.
    public var name: String
    public var draw: PowerDraw
    /// How fast data goes out, or `nil` in a state that cannot carry simulated transfers.
    public var uplink: BitsPerSecond?
    /// How fast data comes in; present exactly when `uplink` is.
    public var downlink: BitsPerSecond?
    /// Whether recorded packets pass in this state although it has no rates.
    public var carriesPackets = false
    /// Where an expired inactivity timer leads; `nil` in a state that is kept.
    public var demotion: Demotion?
    /// How it sleeps while nothing is carried; `nil`: it is awake all the time.
    public var reception: DiscontinuousReception?
    /// How often the phone looks for pages in a state that carries nothing: what comes down waits
    /// for the next whole multiple of this since the start of the run; `nil`: it comes at once.
    public var paging: TimeSpan?
    /// What resets the inactivity timer; `nil`: any data.
    public var activity: ActivityRule?
    /// How fast what waits for a threshold is taken to drain; `nil`: as it is carried.
    public var queue: QueueLaws?
    /// The state to which dense traffic raises this one.
    public var raise: RaiseRule?

    /// Whether data can be sent and received in this state.
    public var carriesData: Bool { carriesPackets || (uplink != nil && downlink != nil) }
}

/// What an expired inactivity timer does.
public struct Demotion: Hashable, Sendable {
    public var to: Int
    /// Without data for this long; greater than zero. UMTS calls the timers *T1* and *T2*.
    public var after: TimeSpan
    /// What the signalling of the release itself takes; `nil`: nothing.
    public var release: Release?
}

/// Signalling that ends a connection; the old state is kept meanwhile, and data waits for its end.
public struct Release: Hashable, Sendable {
    /// Greater than zero.
    public var delay: TimeSpan
    /// Drawn during `delay` instead of the old state's power.
    public var power: Milliwatts
}

/// The phone's own timer: without any data for this long it asks for its release.
///
/// It runs in every state that has an inactivity timer, beside that timer, and once after each
/// data. What the network's rule counts as activity does not matter to it.
public struct FastDormancy: Hashable, Sendable {
    /// Since the last data; greater than zero.
    public var after: TimeSpan
    public var to: Int
    public var release: Release?

    public init(after: TimeSpan, to: Int, release: Release? = nil) {
        self.after = after
        self.to = to
        self.release = release
    }
}

/// What counts as activity: so many bytes in one direction, close together.
///
/// Bytes of one direction add up as long as the next come within `within` of the last; data that
/// brings the sum to `bytes` resets the inactivity timer. Less is carried, and resets nothing.
/// This is how AT&T's ARO 4.1.1 counts: 320 B within 300 ms.
public struct ActivityRule: Hashable, Sendable {
    /// At least one byte.
    public var bytes: Bytes
    /// Greater than zero.
    public var within: TimeSpan
    /// Whose sum is looked at when data comes.
    public var sumOf = SumOf.ownDirection
    /// What the first data in the state does.
    public var firstPacket = FirstPacket.isCounted

    /// Whose sum must reach `bytes` for data to reset the timer.
    public enum SumOf: String, CaseIterable, Hashable, Sendable {
        /// That of the data's own direction.
        case ownDirection = "own-direction"
        /// That of either: little data resets the timer while the other direction's sum stands,
        /// which it does until that direction was silent for longer than `within`.
        case eitherDirection = "either-direction"
    }

    /// What the first data does that passes in the state after it was entered.
    public enum FirstPacket: String, CaseIterable, Hashable, Sendable {
        /// It is counted as any other.
        case isCounted = "counted"
        /// It resets the timer, however small, and the sums begin with it: a recorded packet that
        /// was brought there by a promotion behind it is in none.
        case resets
    }
}

/// How fast the queue that a threshold is tested against drains, by direction.
public struct QueueLaws: BitwiseCopyable, Hashable, Sendable {
    public var uplink: DrainLaw?
    public var downlink: DrainLaw?
}

/// The time in which a queue of *x* bytes drains: `perSquare` x² + `perByte` x + `constant`.
///
/// The queue is empty once so much time has passed since the last data of its direction, and full
/// as before until then: the form in which it was measured (Qian et al., "Profiling Resource Usage
/// for Mobile Applications", MobiSys 2011).
public struct DrainLaw: BitwiseCopyable, Hashable, Sendable {
    /// For each byte squared.
    public var perSquare: TimeSpan
    /// For each byte.
    public var perByte: TimeSpan
    public var constant: TimeSpan

    /// Whether a queue of `bytes` has drained `gap` after its last data: later than the law says.
    func drains(_ bytes: Int64, within gap: TimeSpan) -> Bool {
        let x = Int128(bytes)
        // Already at 4 GiB a nanosecond for each byte squared is longer than any run; more would
        // overflow.
        let square = min(x, 1 << 32) * min(x, 1 << 32)
        let time =
            Int128(perSquare.nanoseconds) * square + Int128(perByte.nanoseconds) * x
            + Int128(constant.nanoseconds)
        return Int128(gap.nanoseconds) > time
    }
}

/// Dense traffic raises the state: Wi-Fi's *high* mode.
///
/// Time in the state is cut into windows. One in which more than `bytesOver` bytes or more than
/// `packetsOver` packets pass is spent in `to`, as far as it lies in the stay.
public struct RaiseRule: BitwiseCopyable, Hashable, Sendable {
    /// A state that carries data and has neither timer nor promotions of its own.
    public var to: Int
    /// Greater than zero.
    public var window: TimeSpan
    public var bytesOver: Bytes?
    public var packetsOver: Int64?
    /// How long `to` is kept after such a window.
    public var lingers = TimeSpan.zero
    /// Whether the last window counts although no later packet has shown that it is over.
    public var judgesOpenWindow = true
    /// What the windows are counted from.
    public var windowsFrom = WindowsFrom.entry

    /// Where the first window begins.
    public enum WindowsFrom: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
        /// When the state is entered.
        case entry
        /// At the start of the trace, wherever in a window the state is entered.
        case traceStart = "trace-start"
    }
}
