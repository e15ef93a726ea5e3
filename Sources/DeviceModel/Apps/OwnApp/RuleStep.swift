/// A step of an errand. Each step begins when the one before it has ended.
public indirect enum RuleStep: Hashable, Sendable {
    /// Computes; the span is that of the processor at full speed.
    case work(TimeSpan)
    case request(RuleRequest)
    /// A large transfer in pieces.
    case transfer(RuleRequest)
    /// Hands a transfer to the system.
    case handOver(RuleHandOver)
    case fetch(RuleRequest)
    case queue(Bytes)
    /// Sends what the outbox holds.
    case flush(RuleRequest)
    /// The errand is cut off if no position is found.
    case locate(LocationAccuracy, within: TimeSpan)
    case track(RuleTrack)
    /// Alerts the user, unless the app is in front.
    case notify(RuleAlert)
    /// Reports a call to the system, which rings unless the app is in front.
    case ring
    /// Scans for Bluetooth devices for a time.
    case scan(RuleScan)
    /// Scans for Wi-Fi access points, if the system lets the app.
    case scanWiFi
    case wait(TimeSpan)
    /// Waits for the next multiple of this span since the start of the run.
    case waitForMultiple(TimeSpan)
    /// Waits until the oldest outbox item is this old; an empty outbox ends the errand.
    case waitQueued(TimeSpan)
    /// The system lets the app run meanwhile: task completion, or a wake lock.
    case asTask([RuleStep])
    /// The steps start at once, even in Doze; without time left for expedited jobs the errand is
    /// cut off.
    case asExpeditedJob([RuleStep])
    /// A turn begins one period after the last began, or when that ends if later.
    case `repeat`(every: TimeSpan, times: Int32?, while: [RuleCondition], [RuleStep])
    /// At random, by weight.
    case choose([RuleBranch])
    /// Ends the errand unless these hold.
    case onlyIf([RuleCondition])
    /// Ends the errand.
    case stop
}

/// One exchange with a server, or a transfer.
public struct RuleRequest: BitwiseCopyable, Hashable, Sendable {
    public var roundTrips: Int32 = 2
    public var uplink: Int64 = 0
    public var downlink: Int64 = 0
    /// Round trips that make a connection, which the app keeps for later requests; zero: it keeps
    /// none.
    public var connecting: Int32 = 0
    /// `nil`: the request waits as long as the server takes.
    public var timeout: TimeSpan? = Self.usualTimeout
    public var retries: Int32 = 0
    public var work = TimeSpan.zero
    /// Bytes handed over at once, between which others have their turn. `nil`: the step's default.
    public var piece: Int64?

    /// In bytes; for transfers and fetches.
    public static let usualPiece: Int64 = 65_536

    /// An assumption: what the HTTP clients of both systems wait.
    public static let usualTimeout = TimeSpan(Seconds(60))
}

/// A transfer that the system carries for an app.
public struct RuleHandOver: Hashable, Sendable {
    public var shape = TransferShape(roundTrips: 2, uplink: .zero, downlink: .zero)
    public var isDiscretionary = false
    /// Each outbox item is carried in a transfer of its own, in addition to the shape.
    public var outbox = HandedOutbox.nothing
    /// Greater than zero.
    public var piece = Bytes(Double(RuleRequest.usualPiece))
}

/// What happens to the outbox when an app hands over a transfer.
public enum HandedOutbox: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
    case nothing
    /// Each item is sent.
    case upload
    /// Each item is a request for a file of its size.
    case download
}

/// The display lights up.
public struct RuleAlert: Formed, BitwiseCopyable, Hashable, Sendable {
    public var sound = false
    public var vibration = false
    public var isCall = false

    public static let form = Form(
        Self(), "How the app alerts its user; the system decides about the display."
    ).optional(
        .flag("sound", \.sound, "Whether a sound is played."),
        .flag("vibration", \.vibration, "Whether the phone vibrates."),
        .flag("call", \.isCall, "Whether it is a call, which wakes the display in any case."))
}

/// The standard location service for the duration of a step.
public struct RuleTrack: BitwiseCopyable, Hashable, Sendable {
    public var accuracy: LocationAccuracy
    /// The least distance between reported positions; zero: they come at rest as well.
    public var filter: Meters
    /// The least time between reported positions; zero: each second with satellites.
    public var every = TimeSpan.zero
    public var span: TimeSpan
}

public struct RuleScan: Formed, BitwiseCopyable, Hashable, Sendable {
    public var span = TimeSpan.zero
    public var scan = ScanRequest()

    public static let form = Form(
        Self(), "A scan for Bluetooth devices."
    ).required(.span("for", \.span, "Time for which the app scans.", .aboveZero)).and(
        ScanRequest.fields.map { $0.within(\.scan) })
}

/// A branch of a choice, with its weight.
public struct RuleBranch: Formed, Hashable, Sendable {
    public var weight = 1.0
    public var steps: [RuleStep] = []

    public static let form = Form(Self(), "One of several alternatives.").optional(
        .decimal("weight", \.weight, "Weight of this alternative relative to the others."),
        .steps("do", \.steps, "Steps.")
    ).checked {
        .when(
            !($0.weight > 0 && $0.weight.isFinite), "weight",
            "weight is \($0.weight), but must be above 0", advice: "Write a number above 0.")
    }
}
