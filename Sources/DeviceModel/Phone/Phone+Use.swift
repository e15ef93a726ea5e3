/// Time and energy for which the user had the phone in hand.
struct TimeInHand: Hashable, Sendable {
    fileprivate var since: Instant?
    fileprivate var drawnBefore = Millijoules.zero
    fileprivate(set) var energy = Millijoules.zero
    fileprivate(set) var time = TimeSpan.zero
    fileprivate(set) var count = 0
}

extension Phone {
    /// The user brings an app to the front.
    ///
    /// - Parameter place: negative for an app that is not a policy.
    mutating func bringToFront(_ place: Int32) {
        if deferrals != nil { noteUse(of: place) }
        front = place
        followScans()
        letFrontGoFirst()
        guard let user = layout.user, inHand.since == nil else { return }
        inHand.since = now
        inHand.count += 1
        inHand.drawnBefore = drawnEnergy(until: now)
        processor.comeToFront(for: user, isWorking: sound.isOn, at: now, ledger: &ledger)
        if !tolerantTimers.isEmpty { callTolerantTimers() }
        changeDisplay()
    }

    mutating func putDown() {
        if deferrals != nil { noteUse(of: nil) }
        front = nil
        letFrontGoFirst()
        endTimeInHand(at: now)
        settle(to: now)
        processor.leaveFront(at: now, ledger: &ledger)
        changeDisplay()
    }

    /// Gives waiting transfers of the app in front priority on the radios (SR-009).
    private mutating func letFrontGoFirst() {
        guard system.lifeCycle.frontGoesFirst else { return }
        settle(to: now)
        radio.putFirst(front)
        other?.radio.putFirst(front)
    }

    mutating func endTimeInHand(at time: Instant) {
        guard let since = inHand.since else { return }
        inHand.energy += drawnEnergy(until: time) - inHand.drawnBefore
        inHand.time = inHand.time + (time - since)
        inHand.since = nil
    }

    mutating func changeDisplay() {
        let (line, cause): (Int, Cause) =
            if let user = layout.user, front != nil {
                (lines.display.inHand, user)
            } else if now < litUntil {
                (lines.display.lit, litCause)
            } else if let pulse = lines.display.pulse, now < pulsesUntil {
                (pulse, pulseCause)
            } else {
                (lines.display.off, .noActivity)
            }
        ledger.change(to: line, cause: cause, at: now)
        followScans()
    }

    /// Upper bound of the time that a transfer would take if it began now.
    func longestTime(for transfer: Transfer) -> TimeSpan { radio.longestTime(for: transfer) }
}
