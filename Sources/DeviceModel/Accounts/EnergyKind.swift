/// What energy was drawn for, whatever state the component was in.
///
/// *Promotion* and *tail* are kinds of energy, not protocol states: the radio stays in CELL_DCH
/// while its tail runs.
public enum EnergyKind: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    /// What the sleeping phone draws.
    case baseline
    /// Signalling that brings the radio to a state that can carry data.
    case promotion
    /// Data on the air.
    case transfer
    /// The radio waiting for its inactivity timers after data.
    case tail
    /// The processor woken, and running background code.
    case wakeUp = "wake-up"
    /// The satellite receiver on its way to a fix.
    case acquisition
    /// The satellite receiver with a fix.
    case tracking
    /// Sound.
    case playback
    /// The display lit to call the user.
    case alert
    /// The phone in its user's hand: the display lit, the processor at work for what is in front.
    case use

    /// The place of this kind in `allCases`.
    var index: Int {
        switch self {
        case .baseline: 0
        case .promotion: 1
        case .transfer: 2
        case .tail: 3
        case .wakeUp: 4
        case .acquisition: 5
        case .tracking: 6
        case .playback: 7
        case .alert: 8
        case .use: 9
        }
    }
}

/// Who caused energy to be drawn.
public struct Cause: BitwiseCopyable, Hashable, Sendable {
    /// An index of `LedgerPlan.activities`.
    public var activity: Int32
    /// Which one: keep-alive 17. Zero for an activity that is not counted.
    public var serial: Int32

    @inlinable
    public init(activity: Int, serial: Int = 0) {
        self.activity = Int32(truncatingIfNeeded: activity)
        self.serial = Int32(truncatingIfNeeded: serial)
    }

    /// No activity: the phone as it lies there.
    public static let noActivity = Cause(activity: 0)
    /// Other apps' traffic, which belongs to the world.
    public static let otherApps = Cause(activity: 1)
    /// What the radio tells the network of the phone's place, whatever its apps do.
    public static let networkSignalling = Cause(activity: 2)
}

/// A part of the phone that draws power of its own and is in exactly one state at a time.
public enum Component: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    case cellular
    case wifi = "wi-fi"
    case bluetooth
    case gnss
    case processor
    case audio
    case display
    /// The rest of the sleeping phone.
    case floor
    /// The level of the signal, where a world has levels. It draws nothing: its states say how long
    /// each level was there.
    case signal
}
