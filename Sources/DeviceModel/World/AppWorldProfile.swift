import EventKernel
import Quantities

/// What a world holds for one app, whatever the app does about it.
public struct AppWorldProfile: Hashable, Sendable {
    /// When the user has the app in front; `nil`: never during the run.
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

    public init(
        sessions: Spells? = nil, forceQuits: Distribution<Seconds>? = nil,
        messages: Items? = nil, outbox: Items? = nil,
        pauses: Spells? = nil, recordings: Spells? = nil
    ) {
        self.sessions = sessions
        self.forceQuits = forceQuits
        self.messages = messages
        self.outbox = outbox
        self.pauses = pauses
        self.recordings = recordings
    }

    /// Things that come now and then, of a size each.
    public struct Items: Hashable, Sendable {
        /// From one to the next; the first comes after one such time.
        public var every: Distribution<Seconds>
        public var size: Distribution<Bytes>

        public init(every: Distribution<Seconds>, size: Distribution<Bytes>) {
            self.every = every
            self.size = size
        }
    }
}

/// When memory is short, and how short.
public struct MemoryPressure: Hashable, Sendable {
    /// From one such time to the next.
    public var every: Distribution<Seconds>
    /// Suspended apps that are larger than this are purged (SR-004); drawn each time.
    public var leaves: Distribution<Bytes>

    public init(every: Distribution<Seconds>, leaves: Distribution<Bytes>) {
        self.every = every
        self.leaves = leaves
    }
}
