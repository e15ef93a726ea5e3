/// One phone during one run: clock, radio, parts, ledger, and the requests of policies.
public struct Phone: ~Copyable {
    let layout: PhoneLayout
    /// Points into the layout, which outlives the phone.
    private let facts: UnsafePointer<PhoneFacts>
    var calendar: Calendar
    var radio: Radio
    /// `nil`: the phone has one radio.
    let other: OtherRadio?
    var processor: Processor
    var ledger: EnergyLedger
    /// Ended transfers that an app waits for, until the run delivers them.
    var transferEnds: [TransferEnd] = []

    var positioning = Positioning()
    var app = AppSlot.only
    /// Shared state of the parts of the app whose code runs; `nil`: it has only one part.
    var parts: PartsTogether?
    /// Place of the app in front; negative for an app that is not a policy.
    var front: Int32?
    /// `nil`: the world has no battery, so it never runs out.
    var battery: BatteryGauge?
    var isCharging = false
    /// `nil`: no app's server pushes.
    let push: PushConnection?
    /// `nil`: the system defers nothing.
    let deferrals: Deferrals?
    var tolerantTimers = TolerantTimers()
    var inHand = TimeInHand()
    var memory: AppMemory
    var bluetooth = BluetoothUses()
    private(set) var transferCount = 0
    var hasNetwork = true
    var sound = Sound()
    /// End of the light of an alert, and its cause.
    var litUntil: Instant = .start
    /// End of a dim pulse for an alert, and its cause.
    var pulsesUntil: Instant = .start
    var pulseCause = Cause.noActivity
    var litCause = Cause.noActivity
    var soundsUntil: Instant = .start

    /// - Parameters:
    ///   - events: number of events before the run is inspected.
    ///   - delays: returns a stream of promotion delays, by name.
    ///   - record: called with each interval of the ledger.
    init(
        _ layout: PhoneLayout, horizon: TimeSpan,
        pausingAfter events: UInt64 = .max,
        delays: (String) -> RandomStream, record: ((Posting) -> Void)?
    ) {
        let facts = layout.facts
        (self.layout, self.facts) = (layout, facts)
        memory = AppMemory(limit: facts.pointee.device.memoryForApps)
        calendar = Calendar(horizon: Instant.start + horizon, pausingAfter: events)
        radio = Radio(layout.machine, delays: delays("promotion-delays"))
        other = layout.wifi.map { OtherRadio($0, delays: delays("wi-fi-promotion-delays")) }
        processor = Processor(
            lines: facts.pointee.lines.processor,
            wakeUpTime: facts.pointee.device.processor.wakeUpTime)
        push = layout.push.flatMap { activity in
            facts.pointee.system.push.map { PushConnection($0, activity: activity) }
        }
        let takes = facts.pointee.system.lowPower?.takesFromApps ?? false
        let later = layout.deferral
        deferrals = (later ?? (takes ? LaterRules() : nil)).map { Deferrals($0, layout.habits) }
        ledger = EnergyLedger(
            plan: layout.plan, initial: facts.pointee.lines.switched, record: record)
        radio.begin(ledger: &ledger)
        other?.radio.begin(ledger: &ledger)
    }

    public var device: DeviceProfile { @inline(__always) _read { yield facts.pointee.device } }
    public var system: SystemRules { @inline(__always) _read { yield facts.pointee.system } }
    var lines: PhoneLines { @inline(__always) _read { yield facts.pointee.lines } }
    public var now: Instant { calendar.now }
    var isOtherInFront: Bool { front.map { $0 != app.place } ?? false }

    /// Whether the phone follows radio cells, and so can have its position from them.
    var hearsCells: Bool { hasNetwork && layout.machine.component == .cellular }

    /// Whether a packet for all devices of a Wi-Fi network reaches the processor.
    var takesMulticast: Bool { layout.takesMulticast && isOnWiFi }

    /// Queued items: transfers on both radios, planned events, and events held while the phone is
    /// off.
    var waitingCount: Int {
        radio.queue.waitingCount + (other?.radio.queue.waitingCount ?? 0)
            + calendar.pendingCount + (battery?.held.count ?? 0)
    }

    // MARK: Time

    /// Plans a call of the app whose code runs.
    ///
    /// - Parameters:
    ///   - index: which of several such steps.
    ///   - time: now, if it is earlier.
    mutating func plan(_ step: some AppStep, index: Int32 = 0, at time: Instant) -> EventKey {
        plan(Ticket(step, index: index), at: time)
    }

    /// As above, for a part of an app that does not know its steps.
    mutating func plan(_ ticket: Ticket, at time: Instant) -> EventKey {
        calendar.schedule(.app(app.ticket(ticket)), at: max(time, now), priority: .timer)
    }

    mutating func cancel(_ key: EventKey?) {
        guard let key else { return }
        if calendar.cancel(key) { return }
        battery?.dropHeld(key)
        deferrals?.doze?.held.removeAll { $0.key == key }
    }

    /// Cancels an event, which nothing then waits for.
    mutating func cancel(_ key: inout EventKey?) {
        cancel(key)
        key = nil
    }

    /// Plans a repeated call, in place of a pending one for the same step.
    ///
    /// It may come early, as soon as something else wakes the processor, within the tolerance of
    /// the system or the app, whichever is longer.
    ///
    /// - Parameters:
    ///   - last: the previous call.
    ///   - tolerance: how early the app allows the call.
    mutating func plan(
        _ step: some AppStep, every interval: TimeSpan, after last: Instant, tolerance: TimeSpan
    ) {
        cancelTolerant(step)
        let latest = max(now, last + interval)
        let earliest = max(now, latest - system.timers.earliness(of: interval, tolerance))
        let key = plan(step, at: latest)
        let isOpen = earliest == now
        let opening =
            isOpen || earliest == latest
            ? nil : calendar.schedule(.tolerantTimer, at: earliest, priority: .timer)
        tolerantTimers.add(
            TolerantTimers.Timer(
                ticket: app.ticket(Ticket(step)), earliest: earliest, opening: opening, latest: key)
        )
        if isOpen && !isAsleep { callTolerantTimers() }
    }

    mutating func cancelTolerant(_ step: some AppStep) {
        guard let timer = tolerantTimers.remove(app.ticket(Ticket(step))) else { return }
        cancel(timer.opening)
        cancel(timer.latest)
    }

    mutating func tolerantTimerOpens() {
        if tolerantTimers.hasAwake, !standsStill { lookAtAwakeTimers() }
        if !isAsleep { callTolerantTimers() }
    }

    /// Makes all calls that may come now, since the processor is awake.
    mutating func callTolerantTimers() {
        if tolerantTimers.hasAwake, processor.isAsleep { lookAtAwakeTimers() }
        for timer in tolerantTimers.takeOpen(at: now) where calendar.cancel(timer.latest) {
            calendar.schedule(.app(timer.ticket), at: now, priority: .timer)
        }
    }

    /// The next time that a transfer which an app waits for ends; the event queue does not know it.
    var nextAwaited: Instant { transferEnds.isEmpty ? radio.nextAwaited : now }

    @inline(__always)
    mutating func settle(to time: Instant) {
        radio.advance(to: time, ledger: &ledger)
        takeEnds()
        processor.advance(to: time, ledger: &ledger)
    }

    mutating func finish() -> LedgerTable<Int64> {
        endTimeInHand(at: calendar.horizon)
        settle(to: calendar.horizon)
        finishBluetooth(at: calendar.horizon)
        radio.finish(at: calendar.horizon, ledger: &ledger)
        other?.radio.finish(at: calendar.horizon, ledger: &ledger)
        processor.finish(at: calendar.horizon, ledger: &ledger)
        return ledger.finish(at: calendar.horizon)
    }

    // MARK: Radio and processor

    /// Sends and receives. The processor must be awake, or be held by the transfer.
    mutating func transfer(_ transfer: Transfer) {
        transferCount &+= 1
        guard front == app.place, system.lifeCycle.frontGoesFirst else {
            return carry(app.transfer(transfer))
        }
        var own = app.transfer(transfer)
        own.goesFirst = true
        carry(own)
    }

    /// Cuts off transfers of the app whose code runs, and tells it of the end of each awaited one.
    ///
    /// - Parameters:
    ///   - ticket: of the transfers to cut off; `nil`: all.
    ///   - isAlone: whether only the ticket's index counts, not all of its kind.
    /// - Returns: bytes that were not carried.
    @discardableResult
    mutating func cutOffTransfers(_ ticket: Ticket? = nil, isAlone: Bool = false) -> Int64 {
        settle(to: now)
        let kind = TransferKind(
            owner: Int16(truncatingIfNeeded: app.place), part: app.part, step: ticket?.kind,
            index: isAlone ? ticket?.index : nil)
        let left = radio.cutOff(kind, at: now, ledger: &ledger)
        takeEnds()
        return left + (other == nil ? 0 : cutOffTransfersOfOther(kind))
    }

    /// Carries a transfer of no policy, or one whose cause and ticket are already the phone's.
    mutating func carry(_ transfer: Transfer) {
        settle(to: now)
        guard hasNetwork else { return refuse(transfer) }
        if transfer.holdsProcessor {
            // The processor sleeps on until the phone hears of the transfer.
            if transfer.comesDown, radio.hears(at: now) > now {
                return submit(sound.isOn ? transfer.leavingProcessor : transfer)
            }
            if !tolerantTimers.isEmpty { callTolerantTimers() }
            if sound.isOn { return submit(transfer.leavingProcessor) }
            processor.hold(cause: transfer.cause, at: now, ledger: &ledger)
        }
        submit(transfer)
    }

    @inline(__always)
    private mutating func submit(_ transfer: Transfer) {
        radio.submit(transfer, at: now, ledger: &ledger)
        takeEnds()
    }

    /// The serving cell has changed: the modem signals what the radio's profile says.
    mutating func signal(_ change: CellChange) {
        settle(to: now)
        if let other, isOnWiFi { return signal(change, on: other) }
        switch layout.signalling.step(after: change, isAtRest: radio.isAtRest) {
        case nil: break
        case .transfer(let transfer): submit(transfer)
        case .charge(let line): ledger.charge(line, cause: .networkSignalling)
        }
    }

    /// Wakes the processor for `span`. While sound plays it counts as awake: the sound's power
    /// includes it.
    ///
    /// - Returns: when the app's code runs.
    mutating func wake(for span: TimeSpan, cause: Cause) -> Instant {
        let isApps = cause.activity >= Int32(LedgerPlan.firstPolicyActivity)
        return wake(for: span, by: isApps ? Processor.Client(app) : .none, cause: cause)
    }

    /// - Parameter client: who needs the processor; `none`: the system, which never lets go early.
    @inline(__always)
    mutating func wake(for span: TimeSpan, by client: Processor.Client, cause: Cause) -> Instant {
        if sound.isOn { return now }
        settle(to: now)
        if !tolerantTimers.isEmpty { callTolerantTimers() }
        return processor.wake(
            for: span, by: client, cause: app.cause(cause), at: now, ledger: &ledger)
    }

    /// Ends the need of the app whose code runs for the processor.
    mutating func letProcessorGo() {
        settle(to: now)
        processor.letGo(by: Processor.Client(app), at: now)
    }

    mutating func holdProcessor(cause: Cause) {
        settle(to: now)
        if !tolerantTimers.isEmpty { callTolerantTimers() }
        processor.hold(cause: app.cause(cause), at: now, ledger: &ledger)
    }

    mutating func releaseProcessor() {
        settle(to: now)
        processor.release(at: now)
    }

    var isAsleep: Bool {
        mutating get {
            settle(to: now)
            return processor.isAsleep && !sound.isOn
        }
    }

    /// Charges what computing draws beyond keeping the processor awake.
    ///
    /// - Parameter time: of a whole processor; rounded to milliseconds.
    mutating func compute(_ time: TimeSpan, cause: Cause) {
        guard let line = layout.computing else { return }
        ledger.charge(
            line, times: (time.nanoseconds + 500_000) / 1_000_000, cause: app.cause(cause))
    }

    /// Wakes and releases the processor as `holds` says.
    @inline(__always)
    mutating func take(_ holds: HoldChanges) {
        if holds.begunCount > 0 { begin(holds) }
        processor.release(holds.endedCount, at: holds.last)
    }

    @inline(never)
    private mutating func begin(_ holds: HoldChanges) {
        processor.advance(to: holds.begun, ledger: &ledger)
        for _ in 0..<holds.begunCount {
            processor.hold(cause: holds.cause, at: holds.begun, ledger: &ledger)
        }
        if !tolerantTimers.isEmpty { callTolerantTimers() }
        // How much of the wake-up has passed is known only after everything is settled.
        if tolerantTimers.hasAwake { calendar.schedule(.tolerantTimer, at: now, priority: .timer) }
    }

    /// Mostly there is one end and none waits, so the lists are swapped.
    private mutating func takeTransferEnds() {
        if transferEnds.isEmpty { return swap(&transferEnds, &radio.ends) }
        transferEnds += radio.ends
        radio.ends.clear()
    }

    @inline(__always)
    mutating func takeEnds() {
        if !radio.holds.isEmpty {
            take(radio.holds)
            radio.holds.clear()
        }
        if !radio.ends.isEmpty { takeTransferEnds() }
    }
}
