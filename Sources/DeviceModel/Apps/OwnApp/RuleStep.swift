import Kernel

/// What an app does in an errand. Each step begins when the one before it has ended.
public indirect enum RuleStep: Hashable, Sendable {
    /// The processor computes, for so long at its full speed.
    case work(TimeSpan)
    /// One exchange with the server.
    case request(RuleRequest)
    /// Much data, carried piece by piece.
    case transfer(RuleRequest)
    /// The system carries it, and tells the app when all that it had is carried.
    case handOver(RuleHandOver)
    /// Asks the server, and gets what has come there.
    case fetch(RuleRequest)
    /// A thing of this size is put into the outbox.
    case queue(Bytes)
    /// Sends what lies in the outbox; nothing where it is empty.
    case flush(RuleRequest)
    /// Looks for a position; the errand is cut off where none is found.
    case locate(LocationAccuracy, within: TimeSpan)
    /// Runs the standard location service for so long.
    case track(RuleTrack)
    /// Calls the user, unless the app is in front.
    case notify(RuleAlert)
    /// Tells the system of a call, for which it rings, unless the app is in front.
    case ring
    /// Nothing, for so long.
    case wait(TimeSpan)
    /// Nothing, to the next multiple of this since the start of the run.
    case waitForMultiple(TimeSpan)
    /// Nothing, until the oldest thing in the outbox has waited so long; the errand is done where
    /// nothing lies there any more.
    case waitQueued(TimeSpan)
    /// A bracket of steps for which the system lets the app run on: task completion, or a wake
    /// lock.
    case asTask([RuleStep])
    /// A job that begins at once, in spite of Doze: the errand is cut off where the app has used
    /// up its time for such.
    case asExpeditedJob([RuleStep])
    /// The steps again and again, from one beginning to the next or after the end if that is later.
    case `repeat`(every: TimeSpan, times: Int32?, while: [RuleCondition], [RuleStep])
    /// One of several ways, by their weights.
    case choose([RuleBranch])
    /// The errand is done here unless these hold.
    case onlyIf([RuleCondition])
    /// The errand is done here.
    case stop
}

/// One exchange with a server, or a transfer.
public struct RuleRequest: BitwiseCopyable, Hashable, Sendable {
    public var roundTrips: Int32 = 2
    public var uplink: Int64 = 0
    public var downlink: Int64 = 0
    /// Of the round trips, those that make a connection, which the app keeps for the next request;
    /// zero: it keeps none.
    public var connecting: Int32 = 0
    /// A request that waits longer has failed; `nil`: it waits for as long as the server takes.
    public var timeout: TimeSpan? = Self.usualTimeout
    /// How often it is tried again.
    public var retries: Int32 = 0
    public var work = TimeSpan.zero
    /// What goes at once: between two pieces others have their turn. `nil`: what is usual of the
    /// step, all of it or ``usualPiece``.
    public var piece: Int64?

    /// Of much data, and of what has come to the server.
    public static let usualPiece: Int64 = 65_536

    /// Of requests that say nothing else; an assumption: what the HTTP clients of both systems
    /// wait.
    public static let usualTimeout = TimeSpan(Seconds(60))

    var bytes: Int64 { uplink + downlink }
}

/// What the system carries for an app.
public struct RuleHandOver: Hashable, Sendable {
    public var shape = TransferShape(roundTrips: 2, uplink: .zero, downlink: .zero)
    public var isDiscretionary = false
    /// What it carries beside the shape, which each thing of the outbox has to itself then.
    public var outbox = HandedOutbox.nothing
    /// What goes at once; greater than zero.
    public var piece = Bytes(Double(RuleRequest.usualPiece))
}

/// What becomes of the outbox when an app hands something over.
public enum HandedOutbox: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    /// It stays.
    case nothing
    /// Each thing is sent.
    case upload
    /// Each is a wish, for a file of its size.
    case download
}

/// How the user is called; the display is lit.
public struct RuleAlert: BitwiseCopyable, Hashable, Sendable {
    public var sound = false
    public var vibration = false
}

/// The standard location service, while a step lasts.
public struct RuleTrack: BitwiseCopyable, Hashable, Sendable {
    public var accuracy: LocationAccuracy
    /// Positions nearer than this to the one before are not told; greater than zero.
    public var filter: Meters
    /// How long the step lasts.
    public var span: TimeSpan
}

/// One of several ways.
public struct RuleBranch: Hashable, Sendable {
    /// Against those of the other ways.
    public var weight = 1.0
    public var steps: [RuleStep] = []
}
