/// How time at rest is split: awake, then asleep except for on-durations, in short and then long
/// cycles.
///
/// On-durations begin at whole multiples of their cycle since the start of the run, as a network
/// counts them. So a rest of any length is computed at once: two pauses, whose depth depends on
/// when the rest began, and whole cycles.
struct LedgerReception: BitwiseCopyable, Hashable, Sendable {
    /// A sleep line, and the shortest pause for it.
    struct Sleep: BitwiseCopyable, Hashable, Sendable {
        let leastGap: TimeSpan
        let line: Int
    }

    struct Cycle: BitwiseCopyable, Hashable, Sendable {
        let period: TimeSpan
        /// The line of on-durations and the pauses between them.
        let line: Int
    }

    /// A part of a rest within one line.
    struct Part: Hashable, Sendable {
        let line: Int
        let from: Instant
        let until: Instant
        /// Whether a sleep begins here, which is charged as an event.
        let isSleep: Bool
    }

    /// The line that is split; it draws the power awake.
    let awake: Int
    /// Time awake from the beginning of the rest.
    let inactivity: TimeSpan
    let on: TimeSpan
    /// `nil`: only long cycles. Its period divides that of the long cycle.
    let short: Cycle?
    /// The length of short cycles after the inactivity timer expires.
    let shortSpan: TimeSpan
    let long: Cycle
    /// Sleeps in order of their shortest pause.
    let shallow: Sleep?
    let middle: Sleep?
    let deep: Sleep?

    /// The deepest sleep that fits a pause.
    func sleep(in gap: TimeSpan) -> Sleep? {
        if let deep, gap >= deep.leastGap { return deep }
        if let middle, gap >= middle.leastGap { return middle }
        if let shallow, gap >= shallow.leastGap { return shallow }
        return nil
    }

    /// Splits a rest into parts, in order of time.
    ///
    /// - Complexity: O(1) for any length.
    func parts(from: Instant, until: Instant) -> Parts {
        Parts(reception: self, place: from, until: until)
    }

    struct Parts: Sequence, IteratorProtocol {
        private enum Step { case awake, firstPause, shortCycles, secondPause, longCycles }

        private let reception: LedgerReception
        private var place: Instant
        private let until: Instant
        private var step = Step.awake
        /// The last on-duration that began before the next part.
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
                // Short cycles end where they began within a period: the last on-duration is in
                // step with the first.
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
    /// The last multiple since the start that is not after this instant.
    func lastMultiple(of period: TimeSpan) -> Instant {
        Instant(nanoseconds: nanoseconds - nanoseconds % period.nanoseconds)
    }
}
