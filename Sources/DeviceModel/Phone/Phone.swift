import EventKernel
import Quantities

/// What can be pending on one phone.
enum PhoneEvent: BitwiseCopyable, Hashable, Sendable {
    /// Source of the world's other traffic.
    case traffic(Int32)
    case networkChange
    case incomingCall
    case phoneCallBegins
    case phoneCallEnds
    case cellChange
    case alertEnds
    case positioning(PositioningStep)
    /// Something that the policy planned, under its own number.
    case policy(Int32)
}

/// One phone during one run: clock, radio, parts and ledger, and what a policy may ask of them.
public struct Phone: ~Copyable {
    public let device: DeviceProfile
    public let system: SystemRules
    var simulation: Simulation<PhoneEvent>
    private(set) var radio: Radio
    private(set) var processor: Processor
    var ledger: EnergyLedger
    /// Ended transfers that the policy waits for, until the run hands them over.
    var notices: [TransferEnd] = []

    var positioning = Positioning()
    let lines: PhoneLines
    private let layout: PhoneLayout
    private var isPlaying = false
    private var litUntil: Instant = .start

    /// - Parameters:
    ///   - delays: where the radio's promotions draw from.
    ///   - record: handed each stretch of the ledger.
    init(
        _ layout: PhoneLayout, system: SystemRules, horizon: TimeSpan, delays: RandomStream,
        record: ((Posting) -> Void)?
    ) {
        lines = layout.lines
        self.layout = layout
        device = layout.device
        self.system = system
        simulation = Simulation(horizon: Instant.start + horizon)
        radio = Radio(layout.machine, delays: delays)
        processor = Processor(
            lines: lines.processor, wakeUpTime: device.processor.wakeUpTime)
        ledger = EnergyLedger(plan: layout.plan, initial: lines.switched, record: record)
        radio.begin(ledger: &ledger)
    }

    public var now: Instant { simulation.now }

    /// Whether the phone follows radio cells, and so can have its position from them.
    var hearsCells: Bool { layout.machine.component == .cellular }

    // MARK: Time

    /// Plans a call of the policy under its own number.
    mutating func plan(_ number: Int32, at time: Instant) -> EventKey {
        simulation.schedule(.policy(number), at: max(time, now), priority: .timer)
    }

    mutating func cancel(_ key: EventKey?) {
        if let key { simulation.cancel(key) }
    }

    /// When something next happens that the event queue does not know: the end of a transfer that
    /// somebody waits for.
    var nextAwaited: Instant { notices.isEmpty ? radio.nextAwaited : now }

    /// Brings radio and processor up to `time`, in the order in which they depend on each other.
    @inline(__always)
    mutating func settle(to time: Instant) {
        radio.advance(to: time, ledger: &ledger)
        takeEnds()
        processor.advance(to: time, ledger: &ledger)
    }

    /// Ends the run and hands over the closed books.
    mutating func finish() -> LedgerTable<Int64> {
        settle(to: simulation.horizon)
        radio.finish(at: simulation.horizon, ledger: &ledger)
        processor.finish(at: simulation.horizon, ledger: &ledger)
        return ledger.finish(at: simulation.horizon)
    }

    // MARK: Radio and processor

    /// Sends and receives. The processor must be awake, or be held by the transfer.
    mutating func transfer(_ transfer: Transfer) {
        settle(to: now)
        if transfer.holdsProcessor {
            if isPlaying { return submit(transfer.leavingProcessor) }
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
        if isPlaying { return now }
        settle(to: now)
        return processor.wake(for: span, cause: cause, at: now, ledger: &ledger)
    }

    /// Keeps the processor awake until it is released, or to the end of the run.
    mutating func holdProcessor(cause: Cause) {
        settle(to: now)
        processor.hold(cause: cause, at: now, ledger: &ledger)
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
            return processor.isAsleep && !isPlaying
        }
    }

    @inline(__always)
    private mutating func takeEnds() {
        if radio.released.count > 0 {
            processor.release(radio.released.count, at: radio.released.last)
            radio.released = ReleasedHolds()
        }
        if !radio.ends.isEmpty {
            notices += radio.ends
            radio.ends.removeAll(keepingCapacity: true)
        }
    }

    // MARK: Other parts

    mutating func play(cause: Cause) {
        isPlaying = true
        ledger.change(to: lines.audioPlaying, cause: cause, at: now)
    }

    mutating func silence() {
        isPlaying = false
        ledger.change(to: lines.audioOff, cause: .nobody, at: now)
    }

    /// Lights the display and keeps the processor awake for the time of an alert.
    mutating func alert(cause: Cause) {
        _ = wake(for: device.display.alertTime, cause: cause)
        litUntil = now + device.display.alertTime
        ledger.change(to: lines.displayLit, cause: cause, at: now)
        simulation.schedule(.alertEnds, at: litUntil, priority: .completion)
    }

    mutating func alertEnds() {
        guard now >= litUntil else { return }
        ledger.change(to: lines.displayOff, cause: .nobody, at: now)
    }
}
