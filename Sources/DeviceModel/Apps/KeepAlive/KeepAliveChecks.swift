extension KeepAliveOptions {
    /// - Throws: The first reason why the app cannot run there.
    func check(in setting: PolicySetting) throws(Refusal) {
        let (system, radio, world) = (setting.system, setting.radio, setting.world)
        let rules = system.keepAlive
        if !rules.keepsSockets { throw .noSockets(system: system.name) }
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
    fileprivate func check(_ radio: RadioProfile) throws(Refusal) {
        try atLeast(Seconds(0.01), every.seconds, "call")
        let isCarried = radio.states.contains { state in
            guard let uplink = state.uplink, let downlink = state.downlink else { return false }
            let bits = 8 * Double(packet)
            return bits / uplink.magnitude + bits / downlink.magnitude < every.seconds.magnitude
        }
        if !isCarried { throw .callTooFast(bitRate, radio: radio.name) }
    }
}

extension KeepAliveOptions.Extras {
    fileprivate func checkTransport(_ system: SystemRules, _ world: WorldProfile) throws(Refusal) {
        guard transport == .udp else { return }
        if !system.connections.wakesForUDP {
            throw .transportDoesNotWake(.udp, system: system.name)
        }
        if world.network.natIdleTimeout != nil && world.network.natIdleTimeoutUDP == nil {
            throw .noTimeoutOfUDP
        }
    }

    fileprivate func checkIntervals(start: TimeSpan, _ system: SystemRules) throws(Refusal) {
        if let onWiFi = intervalOnWiFi {
            try atLeast(Seconds(1), onWiFi.seconds, "interval-wi-fi")
            let allowed = system.keepAlive.minimumInterval
            if onWiFi < allowed {
                throw .tooShortOnWiFi(asked: onWiFi, allowed: allowed, system: system.name)
            }
        }
        if let search {
            if !(search.factor >= 1.01) {
                throw .factorTooSmall(option: "factor", found: search.factor, least: "1.01 or more")
            }
            if search.atMost < start {
                throw .searchEndsBelowStart(start: start, atMost: search.atMost)
            }
        }
        if let window = piggyBack?.window, !(window <= Fraction(0.9)) {
            throw .windowTooLarge(window)
        }
    }

    fileprivate func checkRetry(_ system: SystemRules) throws(Refusal) {
        guard let retry else { return }
        if !system.timers.wakesSuspended { throw .noTimers(system: system.name) }
        try atLeast(Seconds(1), retry.first.seconds, "retry")
        try atLeast(Seconds(1), retry.giveUpAfter.seconds, "retry")
        if !(retry.factor >= 1) {
            throw .factorTooSmall(option: "retry", found: retry.factor, least: "1 or more")
        }
        if retry.atMost < retry.first {
            throw .retryEndsBelowFirst(first: retry.first, atMost: retry.atMost)
        }
        let limit = system.keepAlive.handlerLimit
        if retry.giveUpAfter > limit {
            throw .attemptTooLong(asked: retry.giveUpAfter, allowed: limit, system: system.name)
        }
    }
}
