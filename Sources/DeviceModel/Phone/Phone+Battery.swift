extension Phone {
    var isInLowPower: Bool { battery?.isLow ?? false }
    var isOff: Bool { battery?.isOff ?? false }
    var holdsBackWork: Bool { isInLowPower && system.lowPower?.holdsBackWork ?? false }

    /// Whether pushes that wake an app but are not shown wait for a charger.
    var holdsSilentPushes: Bool { isInLowPower && system.lowPower?.holdsPushes ?? false }

    /// Whether apps in the background have no network until the phone is charged.
    var savesNetwork: Bool { isInLowPower && system.lowPower?.cutsNetwork ?? false }

    /// Whether the app at `place` gets no positions until the phone is charged.
    func savesPositions(of place: Int32) -> Bool {
        guard isInLowPower, let positions = system.lowPower?.positions else { return false }
        return switch positions {
        case .all: false
        case .screenOn: front == nil
        // The system itself (a negative place) counts as in front.
        case .inFront: place >= 0 && front != place && !keepsRunning(place)
        }
    }

    /// Whether something keeps the app running in the background, so that it counts as in front.
    private func keepsRunning(_ place: Int32) -> Bool {
        guard let deferrals else { return false }
        return deferrals[place].isServed || deferrals[place].isKept
    }

    /// Level of the battery; 1 for a phone without one.
    mutating func batteryShare() -> Fraction {
        guard let battery else { return Fraction(1) }
        battery.follow(to: now, drawn: drawnEnergy(until: now))
        return battery.share
    }

    mutating func setCharging(_ isCharging: Bool) {
        self.isCharging = isCharging
        followUptime()
        deferrals?.chargesSince = isCharging ? now : nil
        if isCharging, let span = deferrals?.rules.standby?.chargingLiftsAfter {
            // Jobs that buckets hold back may begin then (AM-113), whatever else happens.
            calendar.schedule(.rare(.deferral(.exemptions)), at: now + span, priority: .timer)
        }
        guard let battery else { return }
        battery.follow(to: now, drawn: drawnEnergy(until: now))
        battery.isCharging = isCharging
    }

    mutating func lookAtBattery() {
        battery?.look = nil
        battery?.follow(to: now, drawn: drawnEnergy(until: now))
    }

    mutating func planBatteryLook() {
        guard let battery else { return }
        cancel(battery.look)
        battery.look = battery.untilNextLook(power: presentPower()).map {
            calendar.schedule(.rare(.battery), at: now + $0, priority: .arrival)
        }
    }

    /// Energy that the whole phone has drawn since the start of the run.
    mutating func drawnEnergy(until time: Instant) -> Millijoules {
        settle(to: time)
        other?.radio.advance(to: time, ledger: &ledger)
        var energy = ledger.energy(until: time) + radio.openEnergy(until: time, ledger)
        if let other { energy += other.radio.openEnergy(until: time, ledger) }
        return energy + processor.openEnergy(until: time, ledger)
    }

    private func presentPower() -> Milliwatts {
        var power = ledger.switchedPower + ledger.power(of: radio.presentLine(at: now))
        if let other { power += ledger.power(of: other.radio.presentLine(at: now)) }
        return power + ledger.power(of: processor.presentLine)
    }

    /// The battery is empty: nothing draws power and nothing runs from now on.
    mutating func powerDown() {
        guard let battery, let off = layout.off else { return }
        settle(to: now)
        if let other {
            other.radio.advance(to: now, ledger: &ledger)
            if isOnWiFi { swap(&radio, &other.radio) }
            cancel(other.step)
            other.step = nil
            radio.take(from: &other.radio, at: now, ledger: &ledger)
            if let wifi = layout.wifi { other.radio.lose(by: wifi.off, at: now, ledger: &ledger) }
        }
        radio.lose(by: off.radio, at: now, ledger: &ledger)
        processor.lose(at: now, ledger: &ledger)
        ledger.change(to: lines.display.dark, cause: .noActivity, at: now)
        switchModem(on: false)
        battery.frozen = ledger.freeze(to: [lines.gnss.off, lines.audio.off, off.floor], at: now)
        if lines.wifi.scanning != nil {
            ledger.change(to: lines.wifi.off, cause: .noActivity, at: now)
        }
    }

    mutating func powerUp() {
        guard let battery else { return }
        if hasNetwork {
            radio.regain(at: now, ledger: &ledger)
        } else if let line = layout.offline {
            radio.lose(by: line, at: now, ledger: &ledger)
        }
        processor.regain(at: now, ledger: &ledger)
        for part in battery.frozen { ledger.change(to: part.line, cause: part.cause, at: now) }
        battery.frozen = []
        if layout.habits.showsTime { changeDisplay() }
        switchModem(on: hasNetwork)
        // The sound may have changed while the phone was off.
        changeSound()
    }

    func hold(_ event: Event, _ key: EventKey) { battery?.held.append((key, event)) }

    func takeHeld() -> Event? {
        guard let battery, !battery.held.isEmpty else { return nil }
        return battery.held.removeFirst().event
    }

    /// When apps last did something: the horizon, or when the phone went off.
    var lastRun: Instant { min(calendar.horizon, battery?.offSince ?? .never) }

    var hoursOn: Double {
        guard let battery else { return calendar.horizon.seconds.magnitude / 3600 }
        let off = battery.timeOff + (calendar.horizon - lastRun)
        return (calendar.horizon - .start - off).seconds.magnitude / 3600
    }
}
