import EventKernel
import Quantities

/// What an app does in the background, with its options: one of the things that are compared.
public enum PolicyOptions: Hashable, Sendable {
    /// The app is not installed: the reference for marginal cost.
    case none
    /// A VoIP app that keeps its signalling connection open.
    case keepAlive(KeepAliveOptions)
    /// A player that streams.
    case streaming(StreamingOptions)
    /// A tracker that keeps the satellite receiver on.
    case gpsContinuous(GPSContinuousOptions)
    /// A tracker that looks for its position now and then.
    case gpsPeriodic(GPSPeriodicOptions)
    /// An app that runs the standard location service.
    case standard(StandardOptions)
    /// An app that is told of significant changes.
    case significantChange(SignificantChangeOptions)
    /// An app that is told when the phone enters and leaves regions.
    case region(RegionOptions)
    /// An app that looks for one fix on each significant change.
    case hybrid(HybridOptions)
    /// A tracker that keeps the satellite receiver on outside its regions alone, or inside them.
    case regionTriggered(RegionTriggeredOptions)
}

/// One request and its answer.
public struct TransferShape: Hashable, Sendable {
    public var roundTrips: Int
    public var uplink: Bytes
    public var downlink: Bytes

    public init(roundTrips: Int, uplink: Bytes, downlink: Bytes) {
        self.roundTrips = roundTrips
        self.uplink = uplink
        self.downlink = downlink
    }
}

/// Options of `keep-alive`.
public struct KeepAliveOptions: Hashable, Sendable {
    /// The time-out that the handler is installed with; at least the system's minimum.
    public var interval: TimeSpan
    /// How long the handler keeps the processor awake, beside the transfer.
    public var handlerTime: TimeSpan
    /// The message that keeps the mapping alive, and its answer.
    public var message: TransferShape
    /// TCP, TLS and login after the connection was lost.
    public var reconnect: TransferShape
    /// What an incoming call's signalling brings before the phone rings.
    public var ring: TransferShape

    public init(
        interval: TimeSpan, handlerTime: TimeSpan, message: TransferShape,
        reconnect: TransferShape, ring: TransferShape
    ) {
        self.interval = interval
        self.handlerTime = handlerTime
        self.message = message
        self.reconnect = reconnect
        self.ring = ring
    }
}

/// Options of `trickle`, `chunked` and `buffered`.
public struct StreamingOptions: Hashable, Sendable {
    /// Of the audio itself; greater than zero.
    public var bitRate: BitsPerSecond
    public var fetch: Fetch
    /// So much sound must be there before playing begins, or begins again.
    public var startBuffer: TimeSpan
    /// The largest piece that is asked for at once; greater than zero.
    public var request: Bytes

    /// When data is fetched.
    public enum Fetch: Hashable, Sendable {
        /// At the play rate: every `every`, as much as was played.
        case trickle(every: TimeSpan)
        /// A whole track, or `ahead` of it, at full speed; the next one `lead` before it is needed.
        case chunked(ahead: TimeSpan?, lead: TimeSpan)
        /// At full speed up to the high mark, again from the low mark.
        case buffered(low: TimeSpan, high: TimeSpan)
    }

    public init(bitRate: BitsPerSecond, fetch: Fetch, startBuffer: TimeSpan, request: Bytes) {
        self.bitRate = bitRate
        self.fetch = fetch
        self.startBuffer = startBuffer
        self.request = request
    }
}
