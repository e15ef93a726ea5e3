import Kernel

/// Options of `keep-alive` and `adaptive-keep-alive`.
public struct KeepAliveOptions: Hashable, Sendable {
    /// The time-out that the handler is installed with; at least the system's minimum. Where the
    /// interval is searched for, the first one.
    public var interval: TimeSpan
    /// How long the handler keeps the processor awake, beside the transfer.
    public var handlerTime: TimeSpan
    /// The message that keeps the mapping alive, and its answer.
    public var message: TransferShape
    /// TCP, TLS and login after the connection was lost.
    public var reconnect: TransferShape
    /// What an incoming call's signalling brings before the phone rings.
    public var ring: TransferShape
    /// What the app can do beside.
    public var extras: Extras

    public init(
        interval: TimeSpan, handlerTime: TimeSpan, message: TransferShape,
        reconnect: TransferShape, ring: TransferShape, extras: Extras = Extras()
    ) {
        self.interval = interval
        self.handlerTime = handlerTime
        self.message = message
        self.reconnect = reconnect
        self.ring = ring
        self.extras = extras
    }

    /// What not every app that keeps a connection does.
    public struct Extras: Hashable, Sendable {
        public var transport: Transport
        /// The interval while the phone is on Wi-Fi; `nil`: the same as elsewhere.
        public var intervalOnWiFi: TimeSpan?
        /// How the longest interval that survives is looked for; `nil`: it is not.
        public var search: Search?
        /// How keep-alives join other traffic; `nil`: as the system groups them.
        public var piggyBack: PiggyBack?
        /// What the server sends by itself to keep the connection; `nil`: nothing.
        public var serverMessages: ServerMessages?
        /// How messages for the user come; `nil`: the app takes none.
        public var delivery: Delivery?
        /// When a failed attempt to connect is made again; `nil`: by the next handler.
        public var retry: Retry?
        /// The sound of calls that are answered; `nil`: the app only rings.
        public var call: CallAudio?

        public init(
            transport: Transport = .tcp, intervalOnWiFi: TimeSpan? = nil, search: Search? = nil,
            piggyBack: PiggyBack? = nil, serverMessages: ServerMessages? = nil,
            delivery: Delivery? = nil, retry: Retry? = nil, call: CallAudio? = nil
        ) {
            self.transport = transport
            self.intervalOnWiFi = intervalOnWiFi
            self.search = search
            self.piggyBack = piggyBack
            self.serverMessages = serverMessages
            self.delivery = delivery
            self.retry = retry
            self.call = call
        }
    }

}

extension KeepAliveOptions {
    /// What signalling is carried by.
    public enum Transport: String, CaseIterable, Hashable, Sendable {
        case tcp
        /// Its mappings are forgotten sooner, and its data wakes an app on few systems.
        case udp
    }

    /// The search for the longest interval that survives: longer by a factor as long as it does,
    /// back to the longest that did once it does not.
    public struct Search: Hashable, Sendable {
        /// How much longer the next interval is; above one.
        public var factor: Double
        public var atMost: TimeSpan

        public init(factor: Double, atMost: TimeSpan) {
            self.factor = factor
            self.atMost = atMost
        }
    }

    /// Keep-alives on the back of other traffic: the interval counts from the last packet of the
    /// connection, and other apps' traffic calls the handler early.
    public struct PiggyBack: Hashable, Sendable {
        /// The last part of the interval in which other apps' traffic does so, if the system allows
        /// no larger one.
        public var window: Fraction

        public init(window: Fraction) { self.window = window }
    }

    /// What a server sends again and again, for the client to see that it is there.
    public struct ServerMessages: Hashable, Sendable {
        public var every: TimeSpan
        public var shape: TransferShape
        /// How long the app keeps the processor awake to look at one.
        public var time: TimeSpan

        public init(every: TimeSpan, shape: TransferShape, time: TimeSpan) {
            self.every = every
            self.shape = shape
            self.time = time
        }
    }

    /// How a message for the user comes over the connection.
    public struct Delivery: Hashable, Sendable {
        /// Beside the bytes of the message itself.
        public var shape: TransferShape
        /// How long the app keeps the processor awake for it.
        public var time: TimeSpan

        public init(shape: TransferShape, time: TimeSpan) {
            self.shape = shape
            self.time = time
        }
    }

    /// Attempts to connect after one that got no answer.
    public struct Retry: Hashable, Sendable {
        /// From the first failure to the next attempt.
        public var first: TimeSpan
        /// How much longer each further wait is; at least one.
        public var factor: Double
        public var atMost: TimeSpan
        /// How long an attempt waits for an answer.
        public var giveUpAfter: TimeSpan

        public init(first: TimeSpan, factor: Double, atMost: TimeSpan, giveUpAfter: TimeSpan) {
            self.first = first
            self.factor = factor
            self.atMost = atMost
            self.giveUpAfter = giveUpAfter
        }

        /// Where nothing is said about attempts: the time that the shortest handler has (IO-002).
        static let usualPatience = TimeSpan(Seconds(10))
    }

    /// The sound of a call, in packets both ways.
    public struct CallAudio: Hashable, Sendable {
        /// Each way, headers included; greater than zero.
        public var bitRate: BitsPerSecond
        /// From one packet to the next.
        public var every: TimeSpan

        public init(bitRate: BitsPerSecond, every: TimeSpan) {
            self.bitRate = bitRate
            self.every = every
        }

        /// Bytes of one packet each way.
        var packet: Int64 {
            max(1, (bitRate * every.seconds).count)
        }
    }
}

extension KeepAliveOptions: BehaviourOptions {
    var needs: AppNeeds { [] }
    var activities: [String] { booked.map(\.name) }
    func makePolicy() -> any Policy { KeepAlivePolicy(self) }

    /// Without messages, or calls that are answered, the books have no line for them.
    private var booked: [KeepAliveActivity] {
        KeepAliveActivity.allCases.filter {
            switch $0 {
            case .message: extras.delivery != nil
            case .call: extras.call != nil
            case .keepAlive, .reconnect, .incomingCall: true
            }
        }
    }

    /// What a call that is answered is booked under, which is the last activity but may follow one
    /// that is not booked.
    ///
    /// - Parameter serial: which call of all that came.
    func callCause(_ serial: Int) -> Cause {
        guard let place = booked.firstIndex(of: .call) else {
            preconditionFailure("call \(serial) is answered by an app that has no sound")
        }
        return Cause(activity: LedgerPlan.firstPolicyActivity + place, serial: serial)
    }
}

extension PolicyOptions {
    /// An app that keeps a connection to its server open: VoIP, messages, mail.
    public static func keepAlive(_ options: KeepAliveOptions) -> PolicyOptions {
        PolicyOptions(options)
    }
}
