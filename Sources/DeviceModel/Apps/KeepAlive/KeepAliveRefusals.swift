extension Refusal {
    /// IM-050.
    static func noSockets(system: String) -> Refusal {
        Refusal(
            rule: "keep-alive.keeps-sockets",
            "\(system) ends a VoIP app that keeps its own socket (IM-050)",
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
            "\(system) wakes a suspended app only for data on a TCP socket, but transport is "
                + transport.rawValue,
            advice: "Set it to tcp.", isOfSystem: true)
    }

    /// The world states when idle connections expire for TCP, but not for UDP.
    static let noTimeoutOfUDP = Refusal(
        option: "transport",
        "transport is udp, but this world has an idle timeout for TCP only",
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
            "\(system) wakes no suspended app by its own timers, so the app cannot retry",
            advice: "Leave retry out.", isOfSystem: true)
    }

    /// An attempt would outlast the handler that makes it.
    static func attemptTooLong(asked: TimeSpan, allowed: TimeSpan, system: String) -> Refusal {
        Refusal(
            option: "retry",
            "a connection attempt waits for \(asked.seconds), but \(system) ends the app "
                + "after \(allowed.seconds)",
            advice: "Set it to \(allowed.seconds) or less.")
    }

    static func retryEndsBelowFirst(first: TimeSpan, atMost: TimeSpan) -> Refusal {
        Refusal(
            option: "retry",
            "at-most is \(atMost.seconds), but the first wait is \(first.seconds)",
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
            "a call needs \(rate) each way, more than \(radio) can carry",
            advice: "Set a lower bit-rate, or choose a faster radio.")
    }
}
