import EventKernel
import Quantities

/// An app that records in the background, as long as its user wants and no call takes the
/// microphone (SR-017, SR-019).
///
/// What it writes to memory is safe at once. What it uploads goes out in pieces while it records;
/// the last one under task completion, in whose time all of it must be there.
struct RecordingPolicy: Policy {
    static let activities = ["recording", "recording upload"]

    private enum Number {
        static let upload: Int32 = 0
    }

    private static let cause = Cause(activity: LedgerPlan.firstPolicyActivity)

    private let options: RecordingOptions
    /// The user wants it to record.
    private var isWanted = false
    private var since: Instant?
    private var planned: EventKey?
    private var recorded = TimeSpan.zero
    /// Recorded, and not sent yet; nothing where it stays in memory.
    private var unsent = TimeSpan.zero
    private var isSending = false
    /// After the end of a recording, when the app's time is over.
    private var deadline: Instant?
    private var isIncomplete = false
    private var life = AppLife()

    private var uploads = 0
    private var done = 0
    private var lost = 0

    init(_ options: RecordingOptions) { self.options = options }

    mutating func begin(on phone: inout Phone, in world: inout World) { life.begin(on: phone) }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .user(.sound(let action)): hear(action, on: &phone)
        case .user, .phone:
            if case .ended = life.receive(notice, on: &phone) { endApp(on: &phone) }
        case .phoneCallBegan: stop(on: &phone)
        case .phoneCallEnded:
            if isWanted && phone.system.audio.resumesAfterCall { record(on: &phone) }
        case .planned:
            planned = nil
            upload(on: &phone)
        case .transferEnded: uploadEnded(on: &phone)
        case .otherWork, .networkChanged, .incomingCall, .cellChanged, .located, .satellites,
            .message, .outbox:
            break
        }
    }

    private mutating func hear(_ action: SoundAction, on phone: inout Phone) {
        switch action {
        case .beginsRecording:
            // Its user opens it, has it record, and puts the phone away.
            _ = life.receive(.user(.opens), on: &phone)
            _ = life.receive(.user(.leaves), on: &phone)
            guard life.runs else { return }
            settleLastRecording()
            isWanted = true
            record(on: &phone)
        case .endsRecording: finish(on: &phone)
        case .startsOtherPlayer:
            stop(on: &phone)
            if !phone.system.player.resumesAfterOtherPlayer { finish(on: &phone) }
        case .endsOtherPlayer: if isWanted { record(on: &phone) }
        case .pauses, .continues, .pressesRemoteControl, .removesHeadset: break
        }
    }

    // MARK: Recording

    private mutating func record(on phone: inout Phone) {
        guard since == nil else { return }
        since = phone.now
        phone.record(cause: Self.cause)
        planUpload(on: &phone)
    }

    private mutating func stop(on phone: inout Phone) {
        guard since != nil else { return }
        take(until: phone.now)
        since = nil
        phone.stopRecording()
        phone.cancel(planned)
        planned = nil
    }

    /// Counts what has been recorded since it was counted last.
    private mutating func take(until time: Instant) {
        guard let begin = since else { return }
        recorded = recorded + (time - begin)
        if options.uploadEvery != nil { unsent = unsent + (time - begin) }
        since = time
    }

    /// The recording is over: what is left of it goes out, and the app is suspended.
    private mutating func finish(on phone: inout Phone) {
        guard isWanted else { return }
        stop(on: &phone)
        isWanted = false
        deadline = phone.now + phone.system.taskCompletion.limit
        upload(on: &phone)
        if !isSending { settleLastRecording() }
    }

    private mutating func endApp(on phone: inout Phone) {
        guard isWanted || deadline != nil else { return }
        stop(on: &phone)
        isWanted = false
        deadline = phone.now
        if unsent > .zero || isSending { isIncomplete = true }
        settleLastRecording()
    }

    /// Judges the recording that ended last.
    private mutating func settleLastRecording() {
        guard deadline != nil else { return }
        if unsent > .zero || isIncomplete { lost += 1 } else { done += 1 }
        (unsent, isIncomplete, deadline) = (.zero, false, nil)
        life.suspend()
    }

    // MARK: Uploads

    private mutating func planUpload(on phone: inout Phone) {
        guard let every = options.uploadEvery else { return }
        planned = phone.plan(Number.upload, at: phone.now + every)
    }

    private mutating func upload(on phone: inout Phone) {
        take(until: phone.now)
        if since != nil { planUpload(on: &phone) }
        guard !isSending, unsent > .zero else { return }
        isSending = true
        let bytes = Bytes((options.bitRate * unsent.seconds).magnitude).count
        unsent = .zero
        phone.transfer(
            Transfer(
                roundTrips: options.roundTrips, uplink: bytes, downlink: 0,
                cause: Cause(activity: LedgerPlan.firstPolicyActivity + 1, serial: uploads + 1),
                holdsProcessor: true, notice: 0))
    }

    private mutating func uploadEnded(on phone: inout Phone) {
        isSending = false
        guard let deadline else {
            if life.runs { uploads += 1 }
            return
        }
        // The app is no longer there to hear of it (SR-011).
        if phone.now > deadline { isIncomplete = true } else { uploads += 1 }
        if !isIncomplete, unsent > .zero { return upload(on: &phone) }
        settleLastRecording()
    }

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        let open = since.map { horizon - $0 } ?? .zero
        metrics[.recordedTime] = (recorded + open).seconds.magnitude
        metrics[.itemsSent] = options.uploadEvery == nil ? nil : Double(uploads)
        metrics[.tasksDone] = Double(done)
        metrics[.tasksLost] = Double(lost)
    }
}
