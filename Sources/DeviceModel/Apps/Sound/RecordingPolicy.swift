/// An app that records in the background until its user stops or a call takes the microphone
/// (SR-017, SR-019).
///
/// Sound written to memory is safe at once. Uploads go out in pieces while it records, the last
/// under task completion, in whose time it must arrive.
struct RecordingPolicy: AppPolicy {
    enum Activity: Int, AppActivity {
        case recording, upload

        var name: String {
            switch self {
            case .recording: "recording"
            case .upload: "recording upload"
            }
        }
    }

    private enum Step: UInt8, AppStep { case upload, limit }

    private static let cause = Activity.recording.cause()

    private let options: RecordingOptions
    private var isWanted = false
    private var since: Instant?
    private var planned: EventKey?
    private var recorded = TimeSpan.zero
    /// Before the current recording, or the next.
    private var recordedBefore = TimeSpan.zero
    private var recordings = DurationHistogram()
    /// Recorded, but not sent; zero if recordings stay in memory.
    private var unsent = TimeSpan.zero
    private var isSending = false
    /// The transfer under way is from before the app ended.
    private var isStale = false
    /// When the app's time after a recording is over.
    private var deadline: Instant?
    /// The event at which the system then ends the app.
    private var limit: EventKey?
    private var isHolding = false
    private var isIncomplete = false
    private(set) var life = AppLife()

    private var uploads = 0
    private var done = 0
    private var lost = 0

    init(_ options: RecordingOptions) { self.options = options }
    mutating func begin(on phone: inout Phone, in world: inout World) { life.begin(on: &phone) }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .user(.sound(let action)): hear(action, on: &phone)
        case .phone(.callBegan): stop(on: &phone)
        case .phone(.callEnded):
            if isWanted && phone.system.audio.resumesAfterCall { record(on: &phone) }
        case .user, .phone:
            if case .ended = life.receive(notice, on: &phone) { endApp(on: &phone) }
        case .own(.planned(let step)) where step == Step.limit: exceedLimit(on: &phone)
        case .own(.planned):
            planned = nil
            upload(on: &phone)
        case .own(.transferEnded): uploadEnded(on: &phone)
        case .network, .location: break
        }
    }

    private mutating func hear(_ action: SoundAction, on phone: inout Phone) {
        switch action {
        case .beginsRecording:
            _ = life.receive(.user(.opens), on: &phone)
            _ = life.receive(.user(.leaves), on: &phone)
            guard life.runs else { return }
            settleLastRecording(on: &phone)
            isWanted = true
            record(on: &phone)
        case .endsRecording: finish(on: &phone)
        case .startsOtherPlayer:
            stop(on: &phone)
            if !phone.system.player.resumesAfterOtherPlayer { finish(on: &phone) }
        case .endsOtherPlayer: if isWanted { record(on: &phone) }
        case .pauses, .continues, .presses, .removesHeadset: break
        }
    }

    // MARK: Recording

    private mutating func record(on phone: inout Phone) {
        guard since == nil else { return }
        since = phone.now
        phone.claimSound(.takes)
        phone.record(cause: Self.cause)
        planUpload(on: &phone)
    }

    private mutating func stop(on phone: inout Phone) {
        guard since != nil else { return }
        take(until: phone.now)
        recordings.add(recorded - recordedBefore)
        recordedBefore = recorded
        since = nil
        phone.claimSound(.leaves)
        phone.stopRecording()
        phone.cancel(&planned)
    }

    private mutating func take(until time: Instant) {
        guard let begin = since else { return }
        recorded = recorded + (time - begin)
        if options.uploadEvery != nil { unsent = unsent + (time - begin) }
        since = time
    }

    private mutating func finish(on phone: inout Phone) {
        guard isWanted else { return }
        stop(on: &phone)
        isWanted = false
        deadline = phone.now + phone.system.taskCompletion.limit
        upload(on: &phone)
        guard isSending else { return settleLastRecording(on: &phone) }
        limit = deadline.map { phone.plan(Step.limit, at: $0) }
    }

    /// The system ends an app whose last piece is still on its way (SR-011).
    private mutating func exceedLimit(on phone: inout Phone) {
        limit = nil
        life.end(.crashed, on: &phone)
        endApp(on: &phone)
    }

    private mutating func endApp(on phone: inout Phone) {
        guard isWanted || deadline != nil else { return }
        stop(on: &phone)
        isWanted = false
        deadline = phone.now
        if unsent > .zero || isSending { isIncomplete = true }
        isStale = isSending
        phone.cutOffTransfers()
        settleLastRecording(on: &phone)
    }

    private mutating func settleLastRecording(on phone: inout Phone) {
        guard deadline != nil else { return }
        phone.cancel(&limit)
        release(on: &phone)
        if unsent > .zero || isIncomplete { lost += 1 } else { done += 1 }
        (unsent, isIncomplete, deadline) = (.zero, false, nil)
        life.suspend(on: &phone)
    }

    // MARK: Uploads

    private mutating func planUpload(on phone: inout Phone) {
        guard let every = options.uploadEvery else { return }
        planned = phone.plan(Step.upload, at: phone.now + every)
    }

    private mutating func upload(on phone: inout Phone) {
        take(until: phone.now)
        if since != nil { planUpload(on: &phone) }
        guard !isSending, unsent > .zero else { return }
        isSending = true
        let bytes = Bytes((options.bitRate * unsent.seconds).magnitude).count
        unsent = .zero
        let cause = Activity.upload.cause(uploads + 1)
        // The last upload can be cut off, so that the app itself keeps the processor awake.
        let isLast = deadline != nil && !phone.sound.isOn
        if isLast { phone.holdProcessor(cause: cause) }
        isHolding = isLast
        phone.transfer(
            Transfer(
                roundTrips: options.roundTrips, uplink: bytes, downlink: 0, cause: cause,
                holdsProcessor: !isLast, ticket: Ticket()))
    }

    private mutating func release(on phone: inout Phone) {
        if isHolding { phone.releaseProcessor() }
        isHolding = false
    }

    private mutating func uploadEnded(on phone: inout Phone) {
        isSending = false
        release(on: &phone)
        if !isStale { uploads += 1 }
        isStale = false
        guard deadline != nil else { return }
        if unsent > .zero { return upload(on: &phone) }
        settleLastRecording(on: &phone)
    }

    func report(into metrics: inout MetricValues, in world: borrowing World, at horizon: Instant) {
        let open = since.map { horizon - $0 } ?? .zero
        metrics[.recordedTime] = (recorded + open).seconds.magnitude
        var recordings = recordings
        recordings.unended = since == nil ? 0 : 1
        metrics.durations[.recordedTime] = recordings
        metrics[.itemsSent] = options.uploadEvery == nil ? nil : Double(uploads)
        metrics[.tasksDone] = Double(done)
        metrics[.tasksLost] = Double(lost)
    }
}
