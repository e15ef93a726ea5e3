public struct KeepAliveOptions: Hashable, Sendable, BehaviourOptions, Formed {
    /// The handler's time-out, at least the system's minimum; where it is searched for, the first
    /// one.
    public var interval = TimeSpan.zero
    public var handlerTime = TimeSpan(Seconds(5))
    public var message = TransferShape(roundTrips: 1, uplink: Bytes(200), downlink: .zero)
    /// TCP, TLS and login after a lost connection.
    public var reconnect = TransferShape(roundTrips: 4, uplink: Bytes(2000), downlink: Bytes(5000))
    public var ring = TransferShape(roundTrips: 2, uplink: Bytes(500), downlink: Bytes(1500))
    public var extras = Extras()

    /// Features of only some apps with a connection.
    public struct Extras: Hashable, Sendable {
        public var transport = Transport.tcp
        public var intervalOnWiFi: TimeSpan?
        /// `nil`: a fixed interval.
        public var search: Search?
        public var piggyBack: PiggyBack?
        public var serverMessages: ServerMessages?
        public var delivery: Delivery?
        public var retry: Retry?
        public var call: CallAudio?
    }

    public enum Transport: String, CaseIterable, Hashable, Sendable {
        case tcp
        /// Its mappings expire sooner, and its data wakes an app on few systems.
        case udp
    }

    /// The search for the longest interval that survives.
    public struct Search: Hashable, Sendable {
        public var factor = 0.0
        public var atMost = TimeSpan.zero
    }

    /// Keep-alives that join other traffic: the interval counts from the connection's last packet,
    /// and other apps' traffic calls the handler early.
    public struct PiggyBack: Formed, Hashable, Sendable {
        public var window = Fraction.zero

        public static let form = Form(
            Self(), "Keep-alives that share a wake-up with other traffic."
        ).optional(
            .quantity(
                "window", \.window,
                "Last part of the interval, in which other traffic calls the handler, unless the "
                    + "system allows a larger part."))
    }

    /// Messages by which a server shows at intervals that it is there.
    public struct ServerMessages: Formed, Hashable, Sendable {
        public var every = TimeSpan.zero
        public var shape = TransferShape(roundTrips: 1, uplink: Bytes(52), downlink: Bytes(100))
        public var time = TimeSpan(Seconds(1))

        public static let form = Form(
            Self(), "Messages that a server repeats."
        ).required(.span("every", \.every, "Time from one message to the next.", .aboveZero))
            .optional(
                .part("message", \.shape, "One message and its answer."),
                .span("time", \.time, "Time that the app keeps the processor awake for a message."))
    }

    public struct Delivery: Formed, Hashable, Sendable {
        public var shape = TransferShape(roundTrips: 1, uplink: Bytes(200), downlink: Bytes(200))
        public var time = TimeSpan(Seconds(1))

        public static let form = Form(
            Self(), "How a message for the user arrives over the connection."
        ).optional(
            .part("transfer", \.shape, "Transfer besides the message itself."),
            .span("time", \.time, "Time that the app keeps the processor awake for a message."))
    }

    public struct Retry: Formed, Hashable, Sendable {
        public var first = TimeSpan.zero
        public var factor = 1.0
        public var atMost = TimeSpan.zero
        public var giveUpAfter = usualPatience

        /// The default for an attempt: the time of the shortest handler (IO-002).
        static let usualPatience = TimeSpan(Seconds(10))

        public static let form = Form(
            Self(), "Connection attempts after one that got no answer.",
            alternatives: [["every"], ["first", "factor", "at-most"]]
        ).optional(
            .span(
                "give-up-after", \.giveUpAfter, "Time that an attempt waits for an answer.",
                .aboveZero)
        ).required(
            .span("every", \.every, "Time from a failure to the next attempt.", .aboveZero),
            .span("first", \.first, "Time from the first failure to the next attempt.", .aboveZero),
            .decimal("factor", \.factor, "Factor from one wait to the next, 1 or more."),
            .span("at-most", \.atMost, "Longest wait.", .aboveZero))

        /// The constant wait between attempts.
        private var every: TimeSpan {
            get { first }
            set { (first, factor, atMost) = (newValue, 1, newValue) }
        }
    }

    public struct CallAudio: Formed, Hashable, Sendable {
        public var bitRate = BitsPerSecond.zero
        public var every = TimeSpan(Seconds(0.06))

        /// Bytes of one packet each way.
        var packet: Int64 { max(1, (bitRate * every.seconds).count) }

        public static let form = Form(Self(), "Sound of a call, in packets both ways.").required(
            .quantity("bit-rate", \.bitRate, "Bit rate each way, headers included.", .aboveZero)
        ).optional(.span("every", \.every, "Time from one packet to the next.", .aboveZero))
    }

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

    /// - Throws: The first reason why the app cannot run there.
    func check(in setting: PolicySetting) throws(Refusal) {
        let (system, radio, world) = (setting.system, setting.radio, setting.world)
        let rules = system.keepAlive
        try refuse(
            !rules.keepsSockets, rule: "keep-alive.keeps-sockets",
            "\(system.name) ends a VoIP app that keeps its own socket (IM-050)",
            advice: "Use push.", isOfSystem: true)
        try atLeast(Seconds(1), interval.seconds, extras.search == nil ? "interval" : "start")
        let (least, limit) = (rules.minimumInterval, rules.handlerLimit)
        try refuse(
            interval < least, option: "interval",
            "keep-alive interval is \(interval.seconds), but \(system.name) refuses less than "
                + "\(least.seconds)",
            advice: "Set it to \(least.seconds) or more.", isOfSystem: true)
        try refuse(
            handlerTime > limit, option: "handler-time",
            "handler time is \(handlerTime.seconds), but \(system.name) ends the app after "
                + "\(limit.seconds)",
            advice: "Set it to \(limit.seconds) or less.")
        try extras.checkTransport(system, world)
        try extras.checkIntervals(start: interval, system)
        try extras.checkRetry(system)
        if let messages = extras.serverMessages {
            try atLeast(Seconds(1), messages.every.seconds, "server-messages")
        }
        try extras.call?.check(radio)
    }

    /// A fixed interval.
    public static let form = Form(
        Self(), "An app that keeps a connection to its server open: VoIP, messages, mail."
    ).required(
        .span(
            "interval", \.interval,
            "Interval at which the app asks the system to call its handler.", .aboveZero)
    ).and(connection + extras)

    /// An interval that is searched for.
    static let adaptiveForm = Form<KeepAliveOptions>(
        adaptive,
        "As keep-alive, but searches for the longest interval that the connection survives: longer "
            + "after each success, back after a loss."
    ).required(
        .span("start", \.interval, "First interval tried.", .aboveZero),
        .decimal(
            "factor", \.searched.factor, "Factor from one interval to the next, 1.01 or more."),
        .span("at-most", \.searched.atMost, "Longest interval tried.", .aboveZero)
    ).and(connection + extras)

    private static var adaptive: KeepAliveOptions {
        var options = KeepAliveOptions()
        options.extras.search = Search()
        return options
    }

    private var searched: Search {
        get { extras.search ?? Search() }
        set { extras.search = newValue }
    }

    private static let connection: [Field<KeepAliveOptions>] = [
        .span(
            "handler-time", \.handlerTime,
            "Time that the handler keeps the processor awake, besides the transfer."),
        .part("message", \.message, "Message that keeps the connection alive, and its answer."),
        .part("reconnect", \.reconnect, "Transfer of a new connection after a loss."),
        .part("ring", \.ring, "Transfer of an incoming call before the phone rings."),
    ]

    private static let extras: [Field<KeepAliveOptions>] = [
        .choice(
            "transport", \.extras.transport, what: "a transport",
            "Transport of the signalling, which decides the idle timeout of the connection."),
        .span(
            "interval-wi-fi", \.extras.intervalOnWiFi,
            "Interval while the phone is on Wi-Fi.", .aboveZero,
            otherwise: .without("as elsewhere")),
        .part(
            "piggy-back", \.extras.piggyBack,
            "Counts the interval from the connection's last packet; other apps' traffic "
                + "calls the handler early.",
            without: "as the system groups them"),
        .part(
            "server-messages", \.extras.serverMessages,
            "Messages by which the server keeps the connection open; the app handles each "
                + "one and sleeps again.",
            without: "nothing"),
        .part(
            "delivery", \.extras.delivery, "Delivery of the world's messages.",
            without: "the app receives none"),
        .part(
            "retry", \.extras.retry,
            "Repeats a connection attempt that got no answer, at a fixed or a growing "
                + "interval, if the app's own timers wake it.",
            without: "the next handler tries"),
        .part("call", \.extras.call, "Sound of answered calls.", without: "the app only rings"),
    ]
}
