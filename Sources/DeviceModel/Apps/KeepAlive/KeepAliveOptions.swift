import Kernel

/// Options of `keep-alive` and `adaptive-keep-alive`.
public struct KeepAliveOptions: Hashable, Sendable {
    /// The time-out that the handler is installed with; at least the system's minimum. Where the
    /// interval is searched for, the first one.
    public var interval = TimeSpan.zero
    public var handlerTime = TimeSpan(Seconds(5))
    public var message = TransferShape(roundTrips: 1, uplink: Bytes(200), downlink: .zero)
    /// TCP, TLS and login after the connection was lost.
    public var reconnect = TransferShape(
        roundTrips: 4, uplink: Bytes(2000), downlink: Bytes(5000))
    /// What an incoming call's signalling brings before the phone rings.
    public var ring = TransferShape(roundTrips: 2, uplink: Bytes(500), downlink: Bytes(1500))
    /// What the app can do beside.
    public var extras = Extras()

    /// What not every app that keeps a connection does.
    public struct Extras: Hashable, Sendable {
        public var transport = Transport.tcp
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
        public var factor = 0.0
        public var atMost = TimeSpan.zero
    }

    /// Keep-alives on the back of other traffic: the interval counts from the last packet of the
    /// connection, and other apps' traffic calls the handler early.
    public struct PiggyBack: Hashable, Sendable {
        /// The last part of the interval in which other apps' traffic does so, if the system allows
        /// no larger one.
        public var window = Fraction.zero
    }

    /// What a server sends again and again, for the client to see that it is there.
    public struct ServerMessages: Hashable, Sendable {
        public var every = TimeSpan.zero
        public var shape = TransferShape(roundTrips: 1, uplink: Bytes(52), downlink: Bytes(100))
        /// How long the app keeps the processor awake to look at one.
        public var time = TimeSpan(Seconds(1))
    }

    /// How a message for the user comes over the connection.
    public struct Delivery: Hashable, Sendable {
        /// Beside the bytes of the message itself.
        public var shape = TransferShape(roundTrips: 1, uplink: Bytes(200), downlink: Bytes(200))
        public var time = TimeSpan(Seconds(1))
    }

    /// Attempts to connect after one that got no answer.
    public struct Retry: Hashable, Sendable {
        public var first = TimeSpan.zero
        /// How much longer each further wait is; at least one.
        public var factor = 1.0
        public var atMost = TimeSpan.zero
        public var giveUpAfter = usualPatience

        /// Where nothing is said about attempts: the time that the shortest handler has (IO-002).
        static let usualPatience = TimeSpan(Seconds(10))
    }

    /// The sound of a call, in packets both ways.
    public struct CallAudio: Hashable, Sendable {
        /// Each way, headers included; greater than zero.
        public var bitRate = BitsPerSecond.zero
        public var every = TimeSpan(Seconds(0.06))

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
