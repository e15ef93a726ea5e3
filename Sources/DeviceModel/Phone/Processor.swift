import EventKernel

/// The processor as background code sees it: asleep, waking, or awake for as long as somebody needs
/// it.
///
/// Like the radio it is evaluated lazily: it falls asleep at a time that is known beforehand,
/// unless somebody needs it again before.
struct Processor: Sendable {
    /// Ledger lines of the three states.
    struct Lines: Sendable {
        var asleep: Int
        var waking: Int
        var awake: Int
    }

    private enum Phase { case asleep, waking, awake }

    let lines: Lines
    let wakeUpTime: TimeSpan
    private(set) var wakeUpCount: Int64 = 0

    private var phase = Phase.asleep
    private var codeRuns: Instant = .start
    private var awakeUntil: Instant = .start
    private var holds = 0
    private var cause = Cause.nobody

    init(lines: Lines, wakeUpTime: TimeSpan) {
        self.lines = lines
        self.wakeUpTime = wakeUpTime
    }

    var isAsleep: Bool { phase == .asleep }

    /// Wakes the processor if it sleeps, and keeps it awake for `span` from when code runs.
    ///
    /// - Returns: when code runs: now, or after the wake-up.
    mutating func wake(
        for span: TimeSpan, cause: Cause, at time: Instant, ledger: inout EnergyLedger
    ) -> Instant {
        advance(to: time, ledger: &ledger)
        if phase == .asleep {
            wakeUpCount += 1
            self.cause = cause
            phase = .waking
            codeRuns = time + wakeUpTime
            awakeUntil = codeRuns
            ledger.change(.processor, to: lines.waking, cause: cause, at: time)
            ledger.charge(lines.waking, cause: cause)
        }
        let start = max(codeRuns, time)
        awakeUntil = max(awakeUntil, start + span)
        advance(to: time, ledger: &ledger)
        return start
    }

    /// Keeps the processor awake until as many calls of `release` have come.
    mutating func hold(cause: Cause, at time: Instant, ledger: inout EnergyLedger) {
        _ = wake(for: .zero, cause: cause, at: time, ledger: &ledger)
        holds += 1
    }

    mutating func release(at time: Instant, ledger: inout EnergyLedger) {
        advance(to: time, ledger: &ledger)
        holds -= 1
        precondition(holds >= 0, "the processor was released more often than held")
        awakeUntil = max(awakeUntil, time)
    }

    /// Lives through everything before `time`; at `time` itself somebody may still need it.
    mutating func advance(to time: Instant, ledger: inout EnergyLedger) {
        if phase == .waking && codeRuns <= time {
            phase = .awake
            ledger.change(.processor, to: lines.awake, cause: cause, at: codeRuns)
        }
        if phase == .awake && holds == 0 && awakeUntil < time {
            phase = .asleep
            ledger.change(.processor, to: lines.asleep, cause: .nobody, at: awakeUntil)
        }
    }
}
