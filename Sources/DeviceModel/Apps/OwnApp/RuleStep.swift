import Kernel

/// What an app does in an errand. Each step begins when the one before it has ended.
public indirect enum RuleStep: Hashable, Sendable {
    /// Computes; the span is that of the processor at full speed.
    case work(TimeSpan)
    case request(RuleRequest)
    /// A large transfer, carried in pieces.
    case transfer(RuleRequest)
    /// Hands a transfer to the system, which tells the app when it has carried all that it was
    /// given.
    case handOver(RuleHandOver)
    /// Asks the server, and gets what has arrived there.
    case fetch(RuleRequest)
    /// Puts an item of this size into the outbox.
    case queue(Bytes)
    /// Sends what the outbox holds; does nothing if it is empty.
    case flush(RuleRequest)
    /// Gets a position; the errand is cut off if none is found.
    case locate(LocationAccuracy, within: TimeSpan)
    /// Runs the standard location service for a time.
    case track(RuleTrack)
    /// Alerts the user, unless the app is in front.
    case notify(RuleAlert)
    /// Reports a call to the system, which rings unless the app is in front.
    case ring
    case wait(TimeSpan)
    /// Waits for the next multiple of this span since the start of the run.
    case waitForMultiple(TimeSpan)
    /// Waits until the oldest outbox item is this old; ends the errand if the outbox is empty.
    case waitQueued(TimeSpan)
    /// Steps during which the system lets the app run: task completion, or a wake lock.
    case asTask([RuleStep])
    /// Steps that start at once, even in Doze; the errand is cut off if the app has used up its
    /// time for expedited jobs.
    case asExpeditedJob([RuleStep])
    /// Repeats the steps; a turn begins one period after the last began, or when it ends if that is
    /// later.
    case `repeat`(every: TimeSpan, times: Int32?, while: [RuleCondition], [RuleStep])
    /// Takes one branch at random, by weight.
    case choose([RuleBranch])
    /// Ends the errand unless these hold.
    case onlyIf([RuleCondition])
    /// Ends the errand.
    case stop
}

/// One exchange with a server, or a transfer.
public struct RuleRequest: BitwiseCopyable, Hashable, Sendable {
    public var roundTrips: Int32
    public var uplink: Int64
    public var downlink: Int64
    /// How many of the round trips make a connection, which the app keeps for later requests; zero:
    /// it keeps none.
    public var connecting: Int32
    /// A request that waits longer has failed; `nil`: it waits as long as the server takes.
    public var timeout: TimeSpan?
    public var retries: Int32
    public var work: TimeSpan
    /// Bytes handed over at once; others have their turn between pieces. `nil`: the step's default,
    /// all of it or ``usualPiece``.
    public var piece: Int64?

    public init(
        roundTrips: Int32 = 2, uplink: Int64 = 0, downlink: Int64 = 0, connecting: Int32 = 0,
        timeout: TimeSpan? = Self.usualTimeout, retries: Int32 = 0, work: TimeSpan = .zero,
        piece: Int64? = nil
    ) {
        self.roundTrips = roundTrips
        self.uplink = uplink
        self.downlink = downlink
        self.connecting = connecting
        self.timeout = timeout
        self.retries = retries
        self.work = work
        self.piece = piece
    }

    /// The default piece of transfers and fetches, in bytes.
    public static let usualPiece: Int64 = 65_536

    /// The default timeout; an assumption: what the HTTP clients of both systems wait.
    public static let usualTimeout = TimeSpan(Seconds(60))

    var bytes: Int64 { uplink + downlink }
}

/// What the system carries for an app.
public struct RuleHandOver: Hashable, Sendable {
    public var shape: TransferShape
    public var isDiscretionary: Bool
    /// What is carried in addition to the shape; each outbox item then gets a transfer of its own.
    public var outbox: HandedOutbox
    /// Bytes handed over at once; greater than zero.
    public var piece: Bytes

    public init(
        _ shape: TransferShape = TransferShape(roundTrips: 2, uplink: .zero, downlink: .zero),
        isDiscretionary: Bool = false, outbox: HandedOutbox = .nothing,
        piece: Bytes = Bytes(Double(RuleRequest.usualPiece))
    ) {
        (self.shape, self.isDiscretionary) = (shape, isDiscretionary)
        (self.outbox, self.piece) = (outbox, piece)
    }
}

/// What happens to the outbox when an app hands over a transfer.
public enum HandedOutbox: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    /// It stays as it is.
    case nothing
    /// Each item is sent.
    case upload
    /// Each item is a request for a file of its size.
    case download
}

/// How the user is alerted; the display lights up.
public struct RuleAlert: BitwiseCopyable, Hashable, Sendable {
    public var sound: Bool
    public var vibration: Bool

    public init(sound: Bool = false, vibration: Bool = false) {
        (self.sound, self.vibration) = (sound, vibration)
    }
}

/// The standard location service for the duration of a step.
public struct RuleTrack: BitwiseCopyable, Hashable, Sendable {
    public var accuracy: LocationAccuracy
    /// Positions nearer than this to the last reported one are not reported; greater than zero.
    public var filter: Meters
    public var span: TimeSpan

    public init(accuracy: LocationAccuracy, filter: Meters, span: TimeSpan) {
        (self.accuracy, self.filter, self.span) = (accuracy, filter, span)
    }
}

/// One branch of a choice.
public struct RuleBranch: Hashable, Sendable {
    /// Relative to the weights of the other branches.
    public var weight: Double
    public var steps: [RuleStep]

    public init(weight: Double = 1, _ steps: [RuleStep]) {
        (self.weight, self.steps) = (weight, steps)
    }
}
