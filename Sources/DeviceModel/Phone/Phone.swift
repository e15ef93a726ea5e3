import Kernel

/// One phone during one run: clock, radio, parts and ledger, and what a policy may ask of them.
public struct Phone: ~Copyable {
    let layout: PhoneLayout
    /// Where the layout, which outlives the phone, has them.
    private let facts: UnsafePointer<PhoneFacts>
    var calendar: Calendar
    /// The radio that carries transfers.
    var radio: Radio
    /// `nil` for a phone with one radio.
    let other: OtherRadio?
    var processor: Processor
    var ledger: EnergyLedger
    /// Ended transfers that are waited for, until the run hands them over.
    var transferEnds: [TransferEnd] = []

    var positioning = Positioning()
    /// Whose code runs just now, where several apps share the phone.
    var app = AppSlot.only
    /// What the parts of the app whose code runs have together; `nil`: it has no others.
    var parts: PartsTogether?
    /// The app that the user has in front: its place, or one below zero for an app that is no
    /// policy's.
    var front: Int32?
    /// `nil` in a world without a battery: it lasts.
    var battery: BatteryGauge?
    /// Whether the phone is at a charger.
    var isCharging = false
    /// `nil` where no app's server pushes.
    let push: PushConnection?
    /// `nil` where the system puts nothing off.
    let deferrals: Deferrals?
    var tolerantTimers = TolerantTimers()
    var inHand = TimeInHand()
    var memory: AppMemory
    var bluetooth = BluetoothUses()
    /// Transfers handed over so far.
    private(set) var transferCount = 0
    /// Who plays and records.
    var sound = Sound()
    /// An alert lights the display until then, for this.
    var litUntil: Instant = .start
    var litCause = Cause.noActivity
    var soundsUntil: Instant = .start

    /// - Parameters:
    ///   - events: how many happen before the run is looked at.
    ///   - delays: where the promotions of each radio draw from.
    ///   - record: called with each interval of the ledger.
    init(
        _ layout: PhoneLayout, horizon: TimeSpan,
        pausingAfter events: UInt64 = .max,
        delays: (String) -> RandomStream, record: ((Posting) -> Void)?
    ) {
        let facts = layout.facts
        self.layout = layout
        self.facts = facts
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
        let later = facts.pointee.system.later?.value
        deferrals = (later ?? (takes ? LaterRules() : nil)).map { Deferrals($0) }
        ledger = EnergyLedger(
            plan: layout.plan, initial: facts.pointee.lines.switched, record: record)
        radio.begin(ledger: &ledger)
        other?.radio.begin(ledger: &ledger)
    }

    public var device: DeviceProfile { @inline(__always) _read { yield facts.pointee.device } }
    public var system: SystemRules { @inline(__always) _read { yield facts.pointee.system } }
    var lines: PhoneLines { @inline(__always) _read { yield facts.pointee.lines } }

    public var now: Instant { calendar.now }

    /// Whether the user has an app in front that is not the one whose code runs.
    var isOtherInFront: Bool { front.map { $0 != app.place } ?? false }

    /// Whether the phone follows radio cells, and so can have its position from them.
    var hearsCells: Bool { layout.machine.component == .cellular }

    /// What waits for its turn: transfers on both radios, planned events, and, while the phone is
    /// off, calls that have come.
    var waitingCount: Int {
        radio.queue.waitingCount + (other?.radio.queue.waitingCount ?? 0)
            + calendar.pendingCount + (battery?.held.count ?? 0)
    }

    // MARK: Time

    /// Plans a call of the app whose code runs.
    ///
    /// - Parameters:
    ///   - step: what it is told then.
    ///   - index: which of several such steps.
    ///   - time: now, if it lies before that.
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

    /// Plans a call that comes again and again, in place of one for the same step that has not
    /// come. It may come early to share a wake-up: as soon as the processor is awake for others
    /// within the tolerance of the system or the app, whichever is longer.
    ///
    /// - Parameters:
    ///   - step: what the app is told then.
    ///   - interval: from one call to the next.
    ///   - last: the last call.
    ///   - tolerance: how early the app lets it come.
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

    /// Takes back a tolerant call that has not come.
    mutating func cancelTolerant(_ step: some AppStep) {
        guard let timer = tolerantTimers.remove(app.ticket(Ticket(step))) else { return }
        cancel(timer.opening)
        cancel(timer.latest)
    }

    /// From now on a call may come.
    mutating func tolerantTimerOpens() {
        if !isAsleep { callTolerantTimers() }
    }

    /// The processor is awake: calls come that may come early.
    mutating func callTolerantTimers() {
        for timer in tolerantTimers.takeOpen(at: now) where calendar.cancel(timer.latest) {
            calendar.schedule(.app(timer.ticket), at: now, priority: .timer)
        }
    }

    /// When something next happens that the event queue does not know: the end of a transfer that
    /// somebody waits for.
    var nextAwaited: Instant { transferEnds.isEmpty ? radio.nextAwaited : now }

    /// Brings radio and processor up to `time`, in the order in which they depend on each other.
    @inline(__always)
    mutating func settle(to time: Instant) {
        radio.advance(to: time, ledger: &ledger)
        takeEnds()
        processor.advance(to: time, ledger: &ledger)
    }

    /// Ends the run and hands over the closed books.
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

    /// Cuts off what the app whose code runs has on its way: it has ended, or gives it up. It is
    /// told at once that each transfer which it waits for has ended.
    ///
    /// - Parameters:
    ///   - ticket: with which it waits for those that are meant; `nil`: all of them.
    ///   - isAlone: whether only the one with the ticket's index is meant, and not all of its kind.
    /// - Returns: how many bytes of them have not been carried.
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

    /// Sends and receives what belongs to no policy, or has its cause and ticket as the phone has
    /// them.
    mutating func carry(_ transfer: Transfer) {
        settle(to: now)
        if transfer.holdsProcessor {
            // The processor sleeps on until the phone has heard of it.
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

    /// The serving cell has changed: the modem tells the network what the radio's profile says.
    mutating func signal(_ change: CellChange) {
        settle(to: now)
        if let other, isOnWiFi { return signal(change, on: other) }
        switch layout.signalling.step(after: change, isAtRest: radio.isAtRest) {
        case nil: break
        case .transfer(let transfer): submit(transfer)
        case .charge(let line): ledger.charge(line, cause: .networkSignalling)
        }
    }

    /// Wakes the processor for `span`. While sound plays it is awake enough for an app's code: what
    /// that costs is part of the sound's power.
    ///
    /// - Returns: when the app's code runs.
    mutating func wake(for span: TimeSpan, cause: Cause) -> Instant {
        let isApps = cause.activity >= Int32(LedgerPlan.firstPolicyActivity)
        return wake(for: span, by: isApps ? Processor.Client(app) : .none, cause: cause)
    }

    /// - Parameter client: who needs it; `none`: the system, which lets go of it for no app.
    @inline(__always)
    mutating func wake(
        for span: TimeSpan, by client: Processor.Client, cause: Cause
    ) -> Instant {
        if sound.isOn { return now }
        settle(to: now)
        if !tolerantTimers.isEmpty { callTolerantTimers() }
        return processor.wake(
            for: span, by: client, cause: app.cause(cause), at: now, ledger: &ledger)
    }

    /// The app whose code runs needs the processor no longer: it is gone, or may not run.
    mutating func letProcessorGo() {
        settle(to: now)
        processor.letGo(by: Processor.Client(app), at: now)
    }

    /// Keeps the processor awake until it is released, or to the end of the run.
    mutating func holdProcessor(cause: Cause) {
        settle(to: now)
        if !tolerantTimers.isEmpty { callTolerantTimers() }
        processor.hold(cause: app.cause(cause), at: now, ledger: &ledger)
    }

    /// Takes back one hold of the processor.
    mutating func releaseProcessor() {
        settle(to: now)
        processor.release(at: now)
    }

    /// Whether the processor sleeps just now.
    var isAsleep: Bool {
        mutating get {
            settle(to: now)
            return processor.isAsleep && !sound.isOn
        }
    }

    /// Books what computing drew beside keeping the processor awake.
    ///
    /// - Parameter time: of a whole processor, to the millisecond.
    mutating func compute(_ time: TimeSpan, cause: Cause) {
        guard let line = layout.computing else { return }
        ledger.charge(
            line, times: (time.nanoseconds + 500_000) / 1_000_000, cause: app.cause(cause))
    }

    /// The processor is woken by what the phone has heard of, and let go by what has ended.
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
    }

    /// Mostly there is one, and none waits: then the two lists change places.
    private mutating func takeTransferEnds() {
        if transferEnds.isEmpty { return swap(&transferEnds, &radio.ends) }
        transferEnds += radio.ends
        radio.ends.clear()
    }

    @inline(__always)
    private mutating func takeEnds() {
        if !radio.holds.isEmpty {
            take(radio.holds)
            radio.holds.clear()
        }
        if !radio.ends.isEmpty { takeTransferEnds() }
    }
}
