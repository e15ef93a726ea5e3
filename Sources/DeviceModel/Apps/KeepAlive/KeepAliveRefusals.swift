import Kernel

extension Refusal {
    /// IM-050.
    static func noSockets(system: String) -> Refusal {
        Refusal(
            rule: "keep-alive.keeps-sockets",
            "\(system) ends a VoIP app that keeps a socket of its own (IM-050)",
            advice: "Use push.", isOfSystem: true)
    }

    static func keepAliveTooShort(asked: TimeSpan, allowed: TimeSpan, system: String) -> Refusal {
        Refusal(
            option: "interval",
            "keep-alive interval is \(asked.seconds), but \(system) refuses less than "
                + "\(allowed.seconds)",
            advice: "Set it to \(allowed.seconds) or more.", isOfSystem: true)
    }

    static func handlerTooLong(asked: TimeSpan, allowed: TimeSpan, system: String) -> Refusal {
        Refusal(
            option: "handler-time",
            "handler time is \(asked.seconds), but \(system) ends the app after "
                + "\(allowed.seconds)",
            advice: "Set it to \(allowed.seconds) or less.")
    }

    /// Data for the socket does not wake a suspended app.
    static func transportDoesNotWake(_ transport: KeepAliveOptions.Transport, system: String)
        -> Refusal
    {
        Refusal(
            option: "transport",
            "\(system) wakes a suspended app for data on a TCP socket alone, and transport is "
                + transport.rawValue,
            advice: "Set it to tcp.", isOfSystem: true)
    }

    /// The world states when idle connections expire for TCP, but not for UDP.
    static let noTimeoutOfUDP = Refusal(
        option: "transport",
        "transport is udp, and this world says after what time connections by TCP are "
            + "forgotten, not by UDP",
        advice: "Set nat-idle-timeout-udp under world.")

    static func tooShortOnWiFi(asked: TimeSpan, allowed: TimeSpan, system: String) -> Refusal {
        Refusal(
            option: "interval-wi-fi",
            "keep-alive interval on Wi-Fi is \(asked.seconds), but \(system) refuses less than "
                + "\(allowed.seconds)",
            advice: "Set it to \(allowed.seconds) or more.")
    }

    static func searchEndsBelowStart(start: TimeSpan, atMost: TimeSpan) -> Refusal {
        Refusal(
            option: "at-most",
            "at-most is \(atMost.seconds), below the start of the search, \(start.seconds)",
            advice: "Set it to \(start.seconds) or more.")
    }

    static func factorTooSmall(option: String, found: Double, least: String) -> Refusal {
        Refusal(
            option: option,
            "\(option) is \(found), but must be \(least)",
            advice: "Write a number that is \(least).")
    }

    static func noTimers(system: String) -> Refusal {
        Refusal(
            option: "retry",
            "\(system) wakes no suspended app by timers of its own, so it cannot try again when it "
                + "likes",
            advice: "Leave retry out.", isOfSystem: true)
    }

    /// An attempt would outlast the handler that makes it.
    static func attemptTooLong(asked: TimeSpan, allowed: TimeSpan, system: String) -> Refusal {
        Refusal(
            option: "retry",
            "an attempt to connect waits for \(asked.seconds), but \(system) ends the app after "
                + "\(allowed.seconds)",
            advice: "Set it to \(allowed.seconds) or less.")
    }

    static func retryEndsBelowFirst(first: TimeSpan, atMost: TimeSpan) -> Refusal {
        Refusal(
            option: "retry",
            "at-most is \(atMost.seconds), below the first wait, \(first.seconds)",
            advice: "Set it to \(first.seconds) or more.")
    }

    static func windowTooLarge(_ window: Fraction) -> Refusal {
        Refusal(
            option: "piggy-back",
            "window is \(window), but must be at most 90 %",
            advice: "Set it to 90 % or less.")
    }

    static func callTooFast(_ rate: BitsPerSecond, radio: String) -> Refusal {
        Refusal(
            option: "call",
            "a call has \(rate) each way, which \(radio) cannot carry",
            advice: "Set bit-rate to less, or choose a faster radio.")
    }
}
