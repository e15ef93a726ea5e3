import Kernel

/// How time at rest in one line is shared out among several: awake at first, then asleep but for
/// on-durations, by a short and then by a long cycle.
///
/// On-durations begin at whole multiples of their cycle since the start of the run, as a network
/// counts them, and not when the rest begins. So what a rest of any length comes to is known at
/// once: it is two pauses whose depth depends on when the rest began, and whole cycles.
struct LedgerReception: BitwiseCopyable, Hashable, Sendable {
    /// Time in which the line asleep draws, and how long such a pause must be.
    struct Sleep: BitwiseCopyable, Hashable, Sendable {
        let leastGap: TimeSpan
        let line: Int
    }

    struct Cycle: BitwiseCopyable, Hashable, Sendable {
        let period: TimeSpan
        /// Of its on-durations with the pauses between them.
        let line: Int
    }

    /// A part of a rest, all of it in one line.
    struct Part: Hashable, Sendable {
        let line: Int
        let from: Instant
        let until: Instant
        /// Whether a sleep begins with it that its line charges as an event.
        let isSleep: Bool
    }

    /// The line that is shared out: what is drawn awake.
    let awake: Int
    /// Since the rest began.
    let inactivity: TimeSpan
    let on: TimeSpan
    /// `nil`: there is only the long one, of which this is a whole fraction.
    let short: Cycle?
    /// How long the short one lasts once the inactivity timer has run out.
    let shortSpan: TimeSpan
    let long: Cycle
    /// By the least pause.
    let shallow: Sleep?
    let middle: Sleep?
    let deep: Sleep?

    /// The deepest sleep that a pause is long enough for.
    func sleep(in gap: TimeSpan) -> Sleep? {
        if let deep, gap >= deep.leastGap { return deep }
        if let middle, gap >= middle.leastGap { return middle }
        if let shallow, gap >= shallow.leastGap { return shallow }
        return nil
    }

    /// What a rest comes to, in the order of time.
    ///
    /// - Complexity: O(1), however long it is.
    func parts(from: Instant, until: Instant) -> Parts {
        Parts(reception: self, place: from, until: until)
    }

    struct Parts: Sequence, IteratorProtocol {
        private enum Step {
            case awake, firstPause, shortCycles, secondPause, longCycles
        }

        private let reception: LedgerReception
        private var place: Instant
        private let until: Instant
        private var step = Step.awake
        /// The last on-duration that began before what comes next.
        private var window = Instant.start

        fileprivate init(reception: LedgerReception, place: Instant, until: Instant) {
            (self.reception, self.place, self.until) = (reception, place, until)
        }

        mutating func next() -> Part? {
            while place < until {
                let part = take()
                if part.from < part.until { return part }
            }
            return nil
        }

        private mutating func take() -> Part {
            let (on, long) = (reception.on, reception.long)
            switch step {
            case .awake:
                let expiry = place + reception.inactivity
                window = expiry.lastMultiple(of: (reception.short ?? long).period)
                step = .firstPause
                return part(reception.awake, to: Swift.max(expiry, window + on))
            case .firstPause:
                step = reception.short == nil ? .longCycles : .shortCycles
                return pause(to: window + (reception.short ?? long).period)
            case .shortCycles:
                // All of them end alike: the last on-duration lies where the first did.
                window = window + reception.shortSpan
                step = .secondPause
                return part(reception.short?.line ?? long.line, to: window + on)
            case .secondPause:
                step = .longCycles
                return pause(to: window.lastMultiple(of: long.period) + long.period)
            case .longCycles: return part(long.line, to: until)
            }
        }

        private mutating func pause(to end: Instant) -> Part {
            guard let sleep = reception.sleep(in: end - place) else {
                return part(reception.awake, to: end)
            }
            return part(sleep.line, to: end, isSleep: true)
        }

        private mutating func part(_ line: Int, to end: Instant, isSleep: Bool = false) -> Part {
            let from = place
            place = Swift.min(end, until)
            return Part(line: line, from: from, until: place, isSleep: isSleep)
        }
    }
}

extension Instant {
    /// The last whole multiple of `period` since the start that is not after this.
    func lastMultiple(of period: TimeSpan) -> Instant {
        Instant(nanoseconds: nanoseconds - nanoseconds % period.nanoseconds)
    }
}
