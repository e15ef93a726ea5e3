extension KeepAliveOptions.CallAudio {
    func check(_ radio: RadioProfile) throws(Refusal) {
        try atLeast(Seconds(0.01), every.seconds, "call")
        let isCarried = radio.states.contains { state in
            guard let uplink = state.uplink, let downlink = state.downlink else { return false }
            let bits = 8 * Double(packet)
            return bits / uplink.magnitude + bits / downlink.magnitude < every.seconds.magnitude
        }
        try refuse(
            !isCarried, option: "call",
            "a call needs \(bitRate) each way, more than \(radio.name) can carry",
            advice: "Set a lower bit-rate, or choose a faster radio.")
    }
}

extension KeepAliveOptions.Extras {
    func checkTransport(_ system: SystemRules, _ world: WorldProfile) throws(Refusal) {
        guard transport == .udp else { return }
        try refuse(
            !system.connections.wakesForUDP, option: "transport",
            "\(system.name) wakes a suspended app only for data on a TCP socket, but transport is "
                + "udp",
            advice: "Set it to tcp.", isOfSystem: true)
        let network = world.network
        try refuse(
            network.natIdleTimeout != nil && network.natIdleTimeoutUDP == nil, option: "transport",
            "transport is udp, but this world has an idle timeout for TCP only",
            advice: "Set nat-idle-timeout-udp under world.")
    }

    func checkIntervals(start: TimeSpan, _ system: SystemRules) throws(Refusal) {
        if let onWiFi = intervalOnWiFi {
            try atLeast(Seconds(1), onWiFi.seconds, "interval-wi-fi")
            let allowed = system.keepAlive.minimumInterval
            try refuse(
                onWiFi < allowed, option: "interval-wi-fi",
                "keep-alive interval on Wi-Fi is \(onWiFi.seconds), but \(system.name) refuses "
                    + "less than \(allowed.seconds)",
                advice: "Set it to \(allowed.seconds) or more.")
        }
        if let search {
            try check(search.factor, least: 1.01, "1.01 or more", option: "factor")
            try refuse(
                search.atMost < start, option: "at-most",
                "at-most is \(search.atMost.seconds), below the start of the search, "
                    + "\(start.seconds)",
                advice: "Set it to \(start.seconds) or more.")
        }
        if let window = piggyBack?.window {
            try refuse(
                !(window <= Fraction(0.9)), option: "piggy-back",
                "window is \(window), but must be at most 90 %",
                advice: "Set it to 90 % or less.")
        }
    }

    func checkRetry(_ system: SystemRules) throws(Refusal) {
        guard let retry else { return }
        try refuse(
            !system.timers.wakesSuspended, option: "retry",
            "\(system.name) wakes no suspended app by its own timers, so the app cannot retry",
            advice: "Leave retry out.", isOfSystem: true)
        try atLeast(Seconds(1), retry.first.seconds, "retry")
        try atLeast(Seconds(1), retry.giveUpAfter.seconds, "retry")
        try check(retry.factor, least: 1, "1 or more", option: "retry")
        let (first, limit) = (retry.first.seconds, system.keepAlive.handlerLimit)
        try refuse(
            retry.atMost < retry.first, option: "retry",
            "at-most is \(retry.atMost.seconds), but the first wait is \(first)",
            advice: "Set it to \(first) or more.")
        try refuse(
            retry.giveUpAfter > limit, option: "retry",
            "a connection attempt waits for \(retry.giveUpAfter.seconds), but \(system.name) ends "
                + "the app after \(limit.seconds)",
            advice: "Set it to \(limit.seconds) or less.")
    }

    private func check(
        _ factor: Double, least: Double, _ possible: String, option: String
    ) throws(Refusal) {
        try refuse(
            !(factor >= least), option: option, "\(option) is \(factor), but must be \(possible)",
            advice: "Write a number that is \(possible).")
    }
}
