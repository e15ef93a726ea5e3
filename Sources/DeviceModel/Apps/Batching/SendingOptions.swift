import EventKernel
import Quantities

/// Options of `batch` and `tail-ender`: an app that has things to send
/// which nobody waits for.
public struct SendingOptions: Hashable, Sendable {
    public var rule: Rule
    /// What every sending carries beside the items: one request and its answer.
    public var request: TransferShape
    public var kept: KeptRunning

    /// When items are sent.
    public enum Rule: Hashable, Sendable {
        /// All that there are, when other apps' traffic has the radio up, or when the first of them
        /// has waited for `deadline`.
        case batch(deadline: TimeSpan)
        /// As the published algorithm of that name decides.
        ///
        /// `tail` is how long the app reckons that the radio stays up after a transfer, `share` the
        /// part of it in which items are sent at once. With `joins`, other apps' traffic takes
        /// items along as in `batch`.
        case tailEnder(deadline: TimeSpan, tail: TimeSpan, share: Fraction, joins: Bool)
    }

    public init(rule: Rule, request: TransferShape, kept: KeptRunning) {
        self.rule = rule
        self.request = request
        self.kept = kept
    }

    /// How long an item may wait.
    var deadline: TimeSpan {
        switch rule {
        case .batch(let deadline), .tailEnder(let deadline, _, _, _): deadline
        }
    }

    /// Whether other apps' traffic takes items along.
    var joinsOthers: Bool {
        switch rule {
        case .batch: true
        case .tailEnder(_, _, _, let joins): joins
        }
    }
}

/// What keeps an app from being suspended in the background, by a mode whose own energy is not
/// counted.
public enum KeptRunning: String, CaseIterable, Hashable, Sendable {
    /// Nothing: it runs while its user has it in front, and where timers wake suspended apps.
    case nothing
    /// It plays sound.
    case audio
    /// It runs the standard location service.
    case location

    /// Whether an app runs all the time, unless its user ends it.
    func runsInBackground(_ system: SystemRules) -> Bool {
        self != .nothing || system.timers.wakesSuspended
    }
}

extension SendingOptions {
    func check(in setting: PolicySetting) throws(Refusal) {
        let (system, world) = (setting.system, setting.world)
        if !world.apps.contains(where: { $0.outbox != nil }) { throw .nothingToSend }
        try checkRule()
        switch kept {
        case .nothing: break
        case .audio:
            if !system.audio.keepsRunning { throw .notKept(kept, system: system.name) }
        case .location:
            if !system.standardLocation.keepsRunning {
                throw .notKept(kept, system: system.name)
            }
        }
        let isOpened = world.apps.contains { $0.isOpened }
        if !kept.runsInBackground(system) && !isOpened {
            throw .neverSends(system: system.name)
        }
    }

    private func checkRule() throws(Refusal) {
        switch rule {
        case .batch(let deadline): try atLeast(Seconds(1), deadline.seconds, "deadline")
        case .tailEnder(let deadline, let tail, let share, _):
            try atLeast(Seconds(1), deadline.seconds, "deadline")
            if tail <= .zero { throw .nonPositive(option: "tail", found: "\(tail.seconds)") }
            if !(share <= Fraction(1)) { throw .shareAboveOne(share) }
        }
    }
}
