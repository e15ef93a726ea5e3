import Kernel

/// Options of `keep-alive` and `adaptive-keep-alive`.
public struct KeepAliveOptions: Hashable, Sendable {
    /// The handler's time-out, at least the system's minimum; where it is searched for, the first
    /// one.
    public var interval = TimeSpan.zero
    public var handlerTime = TimeSpan(Seconds(5))
    public var message = TransferShape(roundTrips: 1, uplink: Bytes(200), downlink: .zero)
    /// TCP, TLS and login after a lost connection.
    public var reconnect = TransferShape(roundTrips: 4, uplink: Bytes(2000), downlink: Bytes(5000))
    /// The signalling of an incoming call before the phone rings.
    public var ring = TransferShape(roundTrips: 2, uplink: Bytes(500), downlink: Bytes(1500))
    public var extras = Extras()

    /// Features of only some apps with a connection.
    public struct Extras: Hashable, Sendable {
        public var transport = Transport.tcp
        /// `nil`: the same interval as elsewhere.
        public var intervalOnWiFi: TimeSpan?
        /// `nil`: a fixed interval.
        public var search: Search?
        /// `nil`: keep-alives are grouped as the system does.
        public var piggyBack: PiggyBack?
        /// Messages of the server that keep the connection; `nil`: none.
        public var serverMessages: ServerMessages?
        /// `nil`: the app takes no messages.
        public var delivery: Delivery?
        /// `nil`: the next handler makes the next attempt.
        public var retry: Retry?
        /// `nil`: the app only rings.
        public var call: CallAudio?
    }
}

extension KeepAliveOptions {
    /// The transport of the signalling.
    public enum Transport: String, CaseIterable, Hashable, Sendable {
        case tcp
        /// Its mappings expire sooner, and its data wakes an app on few systems.
        case udp
    }

    /// The search for the longest interval that survives.
    public struct Search: Hashable, Sendable {
        /// The growth from one interval to the next; above one.
        public var factor = 0.0
        public var atMost = TimeSpan.zero
    }

    /// Keep-alives that join other traffic: the interval counts from the connection's last packet,
    /// and other apps' traffic calls the handler early.
    public struct PiggyBack: Hashable, Sendable {
        /// The last part of the interval in which other traffic calls the handler, if larger than
        /// the system's.
        public var window = Fraction.zero
    }

    /// Messages by which a server shows at intervals that it is there.
    public struct ServerMessages: Hashable, Sendable {
        public var every = TimeSpan.zero
        public var shape = TransferShape(roundTrips: 1, uplink: Bytes(52), downlink: Bytes(100))
        /// How long the app keeps the processor awake for one.
        public var time = TimeSpan(Seconds(1))
    }

    /// How a message for the user comes over the connection.
    public struct Delivery: Hashable, Sendable {
        /// In addition to the bytes of the message.
        public var shape = TransferShape(roundTrips: 1, uplink: Bytes(200), downlink: Bytes(200))
        public var time = TimeSpan(Seconds(1))
    }

    /// Attempts to connect after one without an answer.
    public struct Retry: Hashable, Sendable {
        public var first = TimeSpan.zero
        /// The growth of each further wait; at least one.
        public var factor = 1.0
        public var atMost = TimeSpan.zero
        public var giveUpAfter = usualPatience

        /// The default for an attempt: the time of the shortest handler (IO-002).
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

    /// Messages and answered calls have no ledger line if the app has none.
    private var booked: [KeepAliveActivity] {
        KeepAliveActivity.allCases.filter {
            switch $0 {
            case .message: extras.delivery != nil
            case .call: extras.call != nil
            case .keepAlive, .reconnect, .incomingCall: true
            }
        }
    }

    /// The booking of an answered call: the last activity, though others before it may be absent.
    ///
    /// - Parameter serial: The number of the call among all calls.
    func callCause(_ serial: Int) -> Cause {
        guard let place = booked.firstIndex(of: .call) else {
            preconditionFailure("call \(serial) is answered by an app that has no sound")
        }
        return Cause(activity: LedgerPlan.firstPolicyActivity + place, serial: serial)
    }
}
