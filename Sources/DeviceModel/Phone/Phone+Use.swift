import Kernel

/// What a phone has been through in its user's hand.
struct TimeInHand: Hashable, Sendable {
    /// Since when; `nil`: it lies there.
    fileprivate var since: Instant?
    /// What had been drawn by then since the start of the run.
    fileprivate var drawnBefore = Millijoules.zero
    /// What has been drawn in hand, all together.
    fileprivate(set) var energy = Millijoules.zero
    fileprivate(set) var time = TimeSpan.zero
    /// How often it was taken into the hand.
    fileprivate(set) var count = 0
}

/// A user has the phone in hand, and one app in front.
extension Phone {
    /// The user has an app in front from now on, beside which no other one is.
    ///
    /// - Parameter place: of the app; below zero for one that is no policy's.
    mutating func bringToFront(_ place: Int32) {
        if deferrals != nil { noteUse(of: place) }
        front = place
        letFrontGoFirst()
        guard let user = layout.user, inHand.since == nil else { return }
        inHand.since = now
        inHand.count += 1
        inHand.drawnBefore = drawnEnergy(until: now)
        processor.comeToFront(for: user, isWorking: sound.isOn, at: now, ledger: &ledger)
        if !tolerantTimers.isEmpty { callTolerantTimers() }
        changeDisplay()
    }

    /// The user has put the phone down.
    mutating func putDown() {
        if deferrals != nil { noteUse(of: nil) }
        front = nil
        letFrontGoFirst()
        endTimeInHand(at: now)
        settle(to: now)
        processor.leaveFront(at: now, ledger: &ledger)
        changeDisplay()
    }

    /// What waits on the radios of the app that is in front now goes first (SR-009).
    private mutating func letFrontGoFirst() {
        guard system.lifeCycle.frontGoesFirst else { return }
        settle(to: now)
        radio.putFirst(front)
        other?.radio.putFirst(front)
    }

    /// Counts what has been drawn in hand; at the end of a run it may be there still.
    mutating func endTimeInHand(at time: Instant) {
        guard let since = inHand.since else { return }
        inHand.energy += drawnEnergy(until: time) - inHand.drawnBefore
        inHand.time = inHand.time + (time - since)
        inHand.since = nil
    }

    /// The display is lit in the user's hand, or by an alert, or off.
    mutating func changeDisplay() {
        let (line, cause): (Int, Cause) =
            if let user = layout.user, front != nil {
                (lines.display.inHand, user)
            } else if now < litUntil {
                (lines.display.lit, litCause)
            } else {
                (lines.display.off, .noActivity)
            }
        ledger.change(to: line, cause: cause, at: now)
    }
}

extension Phone {
    /// A time within which a transfer that were handed over now would have ended.
    func longestTime(for transfer: Transfer) -> TimeSpan { radio.longestTime(for: transfer) }
}
