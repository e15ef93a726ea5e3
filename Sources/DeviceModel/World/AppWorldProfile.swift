import Kernel

/// What a world holds for one app, whatever the app does about it.
public struct AppWorldProfile: Hashable, Sendable {
    /// The share of the user's pick-ups that open the app.
    public var opened: Fraction
    /// When the user has the app in front beside these; `nil`: never during the run.
    public var sessions: Spells?
    /// From one force quit of the app to the next; `nil`: never.
    public var forceQuits: Distribution<Seconds>?
    /// Things that come to the app's server for its user; `nil`: none.
    public var messages: Items?
    /// Things that the app has to send; `nil`: none.
    public var outbox: Items?
    /// When the user has its sound paused; `nil`: never.
    public var pauses: Spells?
    /// When the user has it record; `nil`: never.
    public var recordings: Spells?
    /// When its accessory is out of range; `nil`: never.
    public var outOfRange: Spells?

    public init(
        opened: Fraction = .zero, sessions: Spells? = nil, forceQuits: Distribution<Seconds>? = nil,
        messages: Items? = nil, outbox: Items? = nil,
        pauses: Spells? = nil, recordings: Spells? = nil,
        outOfRange: Spells? = nil
    ) {
        self.opened = opened
        self.sessions = sessions
        self.forceQuits = forceQuits
        self.messages = messages
        self.outbox = outbox
        self.pauses = pauses
        self.recordings = recordings
        self.outOfRange = outOfRange
    }

    /// Whether the user ever has the app in front.
    public var isOpened: Bool { sessions != nil || opened > .zero }

    /// Things that come now and then, of a size each.
    public struct Items: Hashable, Sendable {
        /// From one to the next; the first comes after one such time.
        public var every: Distribution<Seconds>
        public var size: Distribution<Bytes>
        /// When in the day they come more often; `nil`: all day alike.
        public var byHour: DayRhythm?
    }
}

/// When memory is short, and how short.
public struct MemoryPressure: Hashable, Sendable {
    /// From one such time to the next.
    public var every: Distribution<Seconds>
    /// Suspended apps that are larger than this are purged (SR-004); drawn each time.
    public var leaves: Distribution<Bytes>
}
