import EventKernel
import Quantities

/// Why an app cannot keep a connection open as its options say.
public enum KeepAliveFault: Hashable, Sendable {
    /// Data for such a socket does not wake a suspended app.
    case transportDoesNotWake(KeepAliveOptions.Transport, system: String)
    /// The world forgets idle connections by TCP, and says nothing about UDP.
    case noTimeoutOfUDP
    case tooShortOnWiFi(asked: TimeSpan, allowed: TimeSpan, system: String)
    case searchEndsBelowStart(start: TimeSpan, atMost: TimeSpan)
    case factorTooSmall(option: String, found: Double, least: String)
    /// The app wants to be woken when it likes.
    case noTimers(system: String)
    /// An attempt in the handler that is longer than the handler may be.
    case attemptTooLong(asked: TimeSpan, allowed: TimeSpan, system: String)
    case retryEndsBelowFirst(first: TimeSpan, atMost: TimeSpan)
    case windowTooLarge(Fraction)
    /// The radio carries less than the call needs.
    case callTooFast(BitsPerSecond, radio: String)

    var message: String {
        switch self {
        case .transportDoesNotWake(let transport, let system):
            "\(system) wakes a suspended app for data on a TCP socket alone, and transport is "
                + transport.rawValue
        case .noTimeoutOfUDP:
            "transport is udp, and this world says after what time connections by TCP are "
                + "forgotten, not by UDP"
        case .tooShortOnWiFi(let asked, let allowed, let system):
            "keep-alive interval on Wi-Fi is \(asked.seconds), but \(system) refuses less than "
                + "\(allowed.seconds)"
        case .searchEndsBelowStart(let start, let atMost):
            "at-most is \(atMost.seconds), below the start of the search, \(start.seconds)"
        case .factorTooSmall(let option, let found, let least):
            "\(option) is \(found), but must be \(least)"
        case .noTimers(let system):
            "\(system) wakes no suspended app by timers of its own, so it cannot try again when it "
                + "likes"
        case .attemptTooLong(let asked, let allowed, let system):
            "an attempt to connect waits for \(asked.seconds), but \(system) ends the app after "
                + "\(allowed.seconds)"
        case .retryEndsBelowFirst(let first, let atMost):
            "at-most is \(atMost.seconds), below the first wait, \(first.seconds)"
        case .callTooFast(let rate, let radio):
            "a call has \(rate) each way, which \(radio) cannot carry"
        case .windowTooLarge(let window): "window is \(window), but must be at most 90 %"
        }
    }

    var advice: String {
        switch self {
        case .transportDoesNotWake:
            "Set it to tcp, or choose a system that wakes apps for both, such as android-4."
        case .noTimeoutOfUDP: "Set nat-idle-timeout-udp under world."
        case .tooShortOnWiFi(_, let allowed, _), .attemptTooLong(_, let allowed, _):
            "Set it to \(allowed.seconds) or "
                + (option == "interval-wi-fi" ? "more." : "less.")
        case .searchEndsBelowStart(let start, _): "Set it to \(start.seconds) or more."
        case .factorTooSmall(_, _, let least): "Write a number that is \(least)."
        case .noTimers: "Leave retry out, or choose a system that does, such as android-4."
        case .retryEndsBelowFirst(let first, _): "Set it to \(first.seconds) or more."
        case .callTooFast: "Set bit-rate to less, or choose a faster radio."
        case .windowTooLarge: "Set it to 90 % or less."
        }
    }

    /// The option at fault, as the file spells it.
    var option: String? {
        switch self {
        case .transportDoesNotWake, .noTimeoutOfUDP: "transport"
        case .tooShortOnWiFi: "interval-wi-fi"
        case .searchEndsBelowStart: "at-most"
        case .factorTooSmall(let option, _, _): option
        case .noTimers, .attemptTooLong, .retryEndsBelowFirst: "retry"
        case .windowTooLarge: "piggy-back"
        case .callTooFast: "call"
        }
    }
}

extension KeepAliveOptions {
    /// - Throws: the first reason why the app cannot do that on such a system, in such a world.
    func check(in setting: PolicySetting) throws(PolicyError) {
        let (system, radio, world) = (setting.system, setting.radio, setting.world)
        let rules = system.keepAlive
        try atLeast(Seconds(1), interval.seconds, extras.search == nil ? "interval" : "start")
        if interval < rules.minimumInterval {
            throw .keepAliveTooShort(
                asked: interval, allowed: rules.minimumInterval, system: system.name)
        }
        if handlerTime > rules.handlerLimit {
            throw .handlerTooLong(
                asked: handlerTime, allowed: rules.handlerLimit, system: system.name)
        }
        try extras.checkTransport(system, world)
        try extras.checkIntervals(start: interval, system)
        try extras.checkRetry(system)
        if let messages = extras.serverMessages {
            try atLeast(Seconds(1), messages.every.seconds, "server-messages")
        }
        try extras.call?.check(radio)
    }
}

extension KeepAliveOptions.CallAudio {
    fileprivate func check(_ radio: RadioProfile) throws(PolicyError) {
        if !(bitRate > .zero) { throw .nonPositive(option: "call", found: "\(bitRate)") }
        try atLeast(Seconds(0.01), every.seconds, "call")
        let isCarried = radio.states.contains { state in
            guard let uplink = state.uplink, let downlink = state.downlink else { return false }
            let bits = 8 * Double(packet)
            return bits / uplink.magnitude + bits / downlink.magnitude < every.seconds.magnitude
        }
        if !isCarried { throw .keepAlive(.callTooFast(bitRate, radio: radio.name)) }
    }
}

extension KeepAliveOptions.Extras {
    fileprivate func checkTransport(
        _ system: SystemRules, _ world: WorldProfile
    ) throws(PolicyError) {
        guard transport == .udp else { return }
        if !system.connections.wakesForUDP {
            throw .keepAlive(.transportDoesNotWake(.udp, system: system.name))
        }
        if world.network.natIdleTimeout != nil && world.network.natIdleTimeoutUDP == nil {
            throw .keepAlive(.noTimeoutOfUDP)
        }
    }

    fileprivate func checkIntervals(
        start: TimeSpan, _ system: SystemRules
    ) throws(PolicyError) {
        if let onWiFi = intervalOnWiFi {
            try atLeast(Seconds(1), onWiFi.seconds, "interval-wi-fi")
            let allowed = system.keepAlive.minimumInterval
            if onWiFi < allowed {
                throw .keepAlive(
                    .tooShortOnWiFi(asked: onWiFi, allowed: allowed, system: system.name))
            }
        }
        if let search {
            if !(search.factor >= 1.01) {
                throw .keepAlive(
                    .factorTooSmall(
                        option: "factor", found: search.factor, least: "1.01 or more"))
            }
            if search.atMost < start {
                throw .keepAlive(.searchEndsBelowStart(start: start, atMost: search.atMost))
            }
        }
        if let window = piggyBack?.window, !(window <= Fraction(0.9)) {
            throw .keepAlive(.windowTooLarge(window))
        }
    }

    fileprivate func checkRetry(_ system: SystemRules) throws(PolicyError) {
        guard let retry else { return }
        if !system.timers.wakesSuspended {
            throw .keepAlive(.noTimers(system: system.name))
        }
        try atLeast(Seconds(1), retry.first.seconds, "retry")
        try atLeast(Seconds(1), retry.giveUpAfter.seconds, "retry")
        if !(retry.factor >= 1) {
            throw .keepAlive(
                .factorTooSmall(option: "retry", found: retry.factor, least: "1 or more"))
        }
        if retry.atMost < retry.first {
            throw .keepAlive(.retryEndsBelowFirst(first: retry.first, atMost: retry.atMost))
        }
        let limit = system.keepAlive.handlerLimit
        if retry.giveUpAfter > limit {
            throw .keepAlive(
                .attemptTooLong(asked: retry.giveUpAfter, allowed: limit, system: system.name))
        }
    }
}
