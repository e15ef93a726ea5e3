/// The processor as background code sees it: asleep, waking, or awake as long as it is needed.
///
/// It is evaluated lazily, like the radio: the time at which it falls asleep is known in advance,
/// unless something needs it again.
struct Processor: Sendable {
    struct Lines: BitwiseCopyable, Sendable {
        var asleep: Int
        var waking: Int
        var awake: Int
        /// −1: the battery never runs out.
        var off = -1
        /// −1: the phone is not used.
        var inFront = -1
        /// Course of a whole wake-up.
        var wakeUp: Int
    }

    struct Client: BitwiseCopyable, Hashable, Sendable {
        private var number: Int32

        private init(number: Int32) { self.number = number }
        init(_ app: AppSlot) { number = app.place << 8 | Int32(app.part) }

        static let none = Client(number: -1)
    }

    private struct Need: Sendable {
        var client: Client
        var until: Instant
    }

    private enum Phase { case asleep, waking, awake, inFront, off }

    let lines: Lines
    let wakeUpTime: TimeSpan
    var wakeUpCount: Int64 = 0
    private var sleepCount: Int64 = 0
    private var awakeCount: Int64 = 0
    private var offCount: Int64 = 0
    private var frontCount: Int64 = 0

    private var phase = Phase.asleep
    private var since: Instant = .start
    private var codeRuns: Instant = .start
    private var awakeUntil: Instant = .start
    /// The client that needs it until `awakeUntil`.
    private var client = Client.none
    /// Needs of other clients that end earlier.
    private var needs: [Need] = []
    private var holds = 0
    /// Total time for which apps' own timers have stood still.
    private var stoodStill = TimeSpan.zero
    /// Whether they go on although the processor sleeps, and since when they do not.
    private var keepsTime = false
    private var stillSince: Instant = .start
    private var (wakeUpCause, cause) = (Cause.noActivity, Cause.noActivity)
    /// Cause of the time in front; `nil` while the user has no app in front.
    private var user: Cause?

    init(lines: Lines, wakeUpTime: TimeSpan) { (self.lines, self.wakeUpTime) = (lines, wakeUpTime) }
    var isAsleep: Bool { phase == .asleep }

    /// Wakes the processor if it sleeps, and keeps it awake for `span` from when code runs, unless
    /// the client lets go. It must be advanced to `time`.
    ///
    /// - Returns: when code runs: now, or after the wake-up.
    @inline(__always)
    mutating func wake(
        for span: TimeSpan, by client: Client = .none, cause: Cause, at time: Instant,
        ledger: inout EnergyLedger
    ) -> Instant {
        rouse(cause: cause, at: time, ledger: &ledger)
        let start = max(codeRuns, time)
        if client != self.client, awakeUntil > start {
            share(with: client, until: start + span, at: start)
        } else if start + span >= awakeUntil {
            (awakeUntil, self.client) = (start + span, client)
        }
        return start
    }

    @inline(never)
    private mutating func share(with client: Client, until end: Instant, at time: Instant) {
        guard end > time else { return }
        needs.removeAll { $0.until <= time }
        if end < awakeUntil { return needs.append(Need(client: client, until: end)) }
        needs.append(Need(client: self.client, until: awakeUntil))
        (awakeUntil, self.client) = (end, client)
    }

    /// Ends the need of a client. The processor must be advanced to `time`.
    mutating func letGo(by client: Client, at time: Instant) {
        needs.removeAll { $0.client == client || $0.until <= time }
        guard self.client == client, awakeUntil > time else { return }
        let longest = needs.max { $0.until < $1.until }
        awakeUntil = max(time, codeRuns, longest?.until ?? time)
        self.client = longest?.client ?? .none
    }

    /// Keeps the processor awake until each hold is released. It must be advanced to `time`.
    @inline(__always)
    mutating func hold(cause: Cause, at time: Instant, ledger: inout EnergyLedger) {
        rouse(cause: cause, at: time, ledger: &ledger)
        holds += 1
    }

    @inline(__always)
    private mutating func rouse(cause: Cause, at time: Instant, ledger: inout EnergyLedger) {
        assert(!(phase == .awake && holds == 0 && awakeUntil < time), "it would be asleep by now")
        guard phase == .asleep else {
            // It stays awake for this cause when the user puts the phone down.
            if user != nil && holds == 0 && awakeUntil <= max(time, codeRuns) { self.cause = cause }
            return
        }
        wakeUpCount += 1
        countStandstill(until: time)
        end(lines.asleep, cause: .noActivity, at: time, &ledger)
        (wakeUpCause, self.cause) = (cause, cause)
        phase = .waking
        codeRuns = time + wakeUpTime
        awakeUntil = codeRuns
        ledger.charge(lines.waking, cause: cause)
    }

    /// - Parameter count: holds that end, the last one at `time`; at least one.
    @inline(__always)
    mutating func release(_ count: Int = 1, at time: Instant) {
        holds -= count
        precondition(holds >= 0, "the processor was released more often than held")
        awakeUntil = max(awakeUntil, time)
    }

    /// Passes everything before `time`; at `time` itself something may still need the processor.
    @inline(__always)
    mutating func advance(to time: Instant, ledger: inout EnergyLedger) {
        if phase == .waking && codeRuns <= time {
            if ledger.countsCourses {
                ledger.pass(lines.wakeUp, from: since, until: codeRuns, cause: wakeUpCause)
                since = codeRuns
            } else {
                end(lines.waking, cause: wakeUpCause, at: codeRuns, &ledger)
            }
            if user == nil {
                phase = .awake
                awakeCount += 1
            } else {
                phase = .inFront
                frontCount += 1
            }
        }
        if phase == .awake && holds == 0 && awakeUntil < time {
            end(lines.awake, cause: cause, at: awakeUntil, &ledger)
            phase = .asleep
            sleepCount += 1
        }
    }

    /// The user brings an app to the front. The processor must be advanced to `time`.
    ///
    /// - Parameter isWorking: whether it works although it counts as asleep, since sound plays.
    mutating func comeToFront(
        for user: Cause, isWorking: Bool, at time: Instant, ledger: inout EnergyLedger
    ) {
        self.user = user
        switch phase {
        case .asleep where !isWorking: rouse(cause: user, at: time, ledger: &ledger)
        case .asleep:
            countStandstill(until: time)
            end(lines.asleep, cause: .noActivity, at: time, &ledger)
        case .awake: end(lines.awake, cause: cause, at: time, &ledger)
        case .waking, .inFront, .off: break
        }
        guard phase == .asleep || phase == .awake else { return }
        phase = .inFront
        frontCount += 1
    }

    /// The user puts the phone down. The processor must be advanced to `time`.
    mutating func leaveFront(at time: Instant, ledger: inout EnergyLedger) {
        guard let user else { return }
        self.user = nil
        guard phase == .inFront else { return }
        end(lines.inFront, cause: user, at: time, &ledger)
        if holds > 0 || awakeUntil > time {
            phase = .awake
            awakeCount += 1
        } else {
            phase = .asleep
            sleepCount += 1
        }
    }

    // MARK: Uptime

    /// Time for which apps' own timers have run since the start: `uptimeMillis` of Android.
    ///
    /// - Precondition: the processor has been advanced to `time`.
    func uptime(at time: Instant) -> TimeSpan {
        (time - .start) - stoodStill - standstill(until: time)
    }

    /// Apps' own timers go on, or stand still, while the processor sleeps. It has been advanced to
    /// `time`.
    mutating func setKeepsTime(_ keeps: Bool, at time: Instant) {
        guard keeps != keepsTime else { return }
        countStandstill(until: time)
        (keepsTime, stillSince) = (keeps, time)
    }

    private func standstill(until time: Instant) -> TimeSpan {
        phase == .asleep && !keepsTime ? time - max(since, stillSince) : .zero
    }

    @inline(__always)
    private mutating func countStandstill(until time: Instant) {
        stoodStill = stoodStill + standstill(until: time)
    }

    /// Lower bound of the end of the phase.
    ///
    /// - Parameter release: no hold ends before this.
    func earliestEnd(release: Instant) -> Instant {
        switch phase {
        // These phases end by events, not by themselves.
        case .asleep, .inFront, .off: .never
        case .waking: codeRuns
        case .awake: holds > 0 ? max(awakeUntil, release) : awakeUntil
        }
    }

    var presentLine: Int {
        switch phase {
        case .asleep: lines.asleep
        case .waking: lines.waking
        case .awake: lines.awake
        case .inFront: lines.inFront
        case .off: lines.off
        }
    }

    private var presentCause: Cause {
        switch phase {
        case .asleep, .off: .noActivity
        case .waking: wakeUpCause
        case .awake: cause
        case .inFront: user ?? cause
        }
    }

    func openEnergy(until time: Instant, _ ledger: borrowing EnergyLedger) -> Millijoules {
        ledger.energy(of: presentLine, from: since, until: time, entered: since)
    }

    /// Loses power. The processor must be advanced to `time`.
    mutating func lose(at time: Instant, ledger: inout EnergyLedger) {
        countStandstill(until: time)
        end(presentLine, cause: presentCause, at: time, &ledger)
        phase = .off
        user = nil
        awakeUntil = time
        needs.removeAll()
        offCount += 1
    }

    mutating func regain(at time: Instant, ledger: inout EnergyLedger) {
        end(lines.off, cause: .noActivity, at: time, &ledger)
        phase = .asleep
        sleepCount += 1
        if holds > 0 { _ = wake(for: .zero, cause: cause, at: time, ledger: &ledger) }
    }

    @inline(__always)
    private mutating func end(
        _ line: Int, cause: Cause, at time: Instant, _ ledger: inout EnergyLedger
    ) {
        ledger.post(line, from: since, until: time, entered: since, cause: cause)
        since = time
    }

    mutating func finish(at horizon: Instant, ledger: inout EnergyLedger) {
        advance(to: horizon, ledger: &ledger)
        end(presentLine, cause: presentCause, at: horizon, &ledger)
        ledger.enter(lines.asleep, times: 1 + sleepCount)
        ledger.enter(lines.waking, times: wakeUpCount)
        ledger.enter(lines.awake, times: awakeCount)
        if offCount > 0 { ledger.enter(lines.off, times: offCount) }
        if frontCount > 0 { ledger.enter(lines.inFront, times: frontCount) }
    }
}
