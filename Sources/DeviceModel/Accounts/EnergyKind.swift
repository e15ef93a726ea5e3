/// What energy was drawn for, independent of the component's state.
///
/// *Promotion* and *tail* are kinds of energy, not protocol states: the radio stays in CELL_DCH
/// during its tail.
public enum EnergyKind: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    /// The sleeping phone.
    case baseline
    /// Signalling towards a state that can carry data.
    case promotion, transfer
    /// The radio waiting for its inactivity timers after data.
    case tail
    /// Waking up, and background code.
    case wakeUp = "wake-up"
    /// The satellite receiver before its fix.
    case acquisition, tracking, playback
    /// The display, to alert the user.
    case alert
    /// In hand: display on, processor at work for the app in front.
    case use

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

/// The activity that caused energy to be drawn.
public struct Cause: BitwiseCopyable, Hashable, Sendable {
    /// An index of `LedgerPlan.activities`.
    public var activity: Int32
    /// The occurrence, as in keep-alive 17; 0 for uncounted activities.
    public var serial: Int32

    @inlinable
    public init(activity: Int, serial: Int = 0) {
        self.activity = Int32(truncatingIfNeeded: activity)
        self.serial = Int32(truncatingIfNeeded: serial)
    }

    /// The phone at rest.
    public static let noActivity = Cause(activity: 0)
    /// Other apps' traffic, which belongs to the world.
    public static let otherApps = Cause(activity: 1)
    /// Location updates, independent of apps.
    public static let networkSignalling = Cause(activity: 2)
}

/// A part of the phone that draws power and is always in exactly one state.
public enum Component: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    case cellular
    case wifi = "wi-fi"
    case bluetooth, gnss, processor, audio, display
    /// The rest of the sleeping phone.
    case floor
    /// Where a world has levels. It draws nothing; its states record residence times.
    case signal
}
