/// A player that streams to a listener who skips, and whom the telephone interrupts.
///
/// Playing keeps the app running in the background; a call interrupts playing and fetching, and a
/// pause suspends the app.
struct StreamingPolicy: AppPolicy {
    enum Activity: Int, AppActivity {
        case fill, playback

        var name: String {
            switch self {
            case .fill: "audio fill"
            case .playback: "playback"
            }
        }
    }

    enum Step: UInt8, AppStep {
        case milestone, listenerLeaves, listenerBegins, leavesFront, woken, remoteTimeEnds
        /// The time to finish what began in front is over.
        case taskEnds
    }

    enum Status: Hashable {
        case notYet
        /// For the first sound of the session or of a track.
        case startingUp
        /// In the middle of a track.
        case rebuffering, playing, interrupted
        /// Silent until told to play again, and suspended in the background.
        case paused, ended

        /// Whether it has the phone's sound, or would without a call.
        var hasSound: Bool {
            switch self {
            case .startingUp, .rebuffering, .playing, .interrupted: true
            case .notYet, .paused, .ended: false
            }
        }
    }

    let options: StreamingOptions
    var buffer: PlaybackBuffer
    var plan: FetchPlan
    var status = Status.startingUp
    /// Since when the status holds; while playing, how far the sound has been counted.
    private var since: Instant = .start
    var milestone: EventKey?
    var trackCount = 0
    var requests = SoundRequests()

    var life: AppLife
    /// Whether another player has taken over.
    var isOtherPlaying = false
    var isCalling = false
    var remoteTimeEnds: EventKey?
    /// Whether it may fetch before the user listens.
    var mayPrepare = true

    private var played = TimeSpan.zero
    private var rebufferings = 0
    private var intervals = PlayerIntervals()

    init(_ options: StreamingOptions) {
        self.options = options
        buffer = PlaybackBuffer(bitRate: options.bitRate)
        plan = FetchPlan(options)
        life = AppLife(beginningIn: options.life.foregroundFor > .zero ? .active : .background)
    }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        guard let listening = world.profile.listening else { return }
        life.begin(on: &phone)
        let duration = world.listeningDuration(listening)
        let wait = world.listeningBegin(listening)
        _ = phone.plan(Step.listenerLeaves, at: phone.now + (wait ?? .zero) + duration)
        if let wait {
            status = .notYet
            _ = phone.plan(Step.listenerBegins, at: phone.now + wait)
            let limit = phone.system.taskCompletion.limit
            _ = phone.plan(Step.taskEnds, at: phone.now + limit)
            return carryOn(on: &phone, in: &world)
        }
        phone.claimSound(.takes)
        listen(on: &phone, in: &world)
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .own(.planned(let ticket)): planned(Step(ticket), on: &phone, in: &world)
        case .own(.transferEnded): requestEnded(on: &phone, in: &world)
        case .phone(.callBegan):
            isCalling = true
            interrupt(on: &phone)
        case .phone(.callEnded):
            isCalling = false
            resume(on: &phone, in: &world)
        case .user, .phone: live(notice, on: &phone, in: &world)
        case .network, .location: break
        }
    }

    // MARK: Playing

    mutating func carryOn(on phone: inout Phone, in world: inout World) {
        phone.cancel(&milestone)
        guard isAtWork else { return }
        playUpToNow(on: &phone)
        addTrack(from: &world)
        if status == .notYet {
            if mayPrepare && options.isKept { fetch(on: &phone, in: &world) }
            return
        }
        if buffer.isEmpty { return end(on: &phone) }
        if status != .playing, buffer.canPlay(with: options.enough) {
            change(to: .playing, on: &phone)
            if drawsInBackground(on: phone) { return fail(on: &phone) }
        }
        fetch(on: &phone, in: &world)
        planMilestone(on: &phone)
    }

    private var isAtWork: Bool {
        switch status {
        case .notYet, .startingUp, .rebuffering, .playing: true
        case .interrupted, .paused, .ended: false
        }
    }

    mutating func playUpToNow(on phone: inout Phone) {
        guard status == .playing else { return }
        buffer.play(phone.now - since)
        played = played + (phone.now - since)
        since = phone.now
        if buffer.untilTrackEnds <= .zero {
            let fetching = buffer.cursor.number
            buffer.leaveTrack()
            // A chunk begun for the next track goes on.
            if buffer.cursor.number != fetching { plan.abandonChunk() }
            if !buffer.canPlay(with: options.enough) { change(to: .startingUp, on: &phone) }
        } else if buffer.untilDry.map({ $0 <= .zero }) ?? false {
            rebufferings += 1
            change(to: .rebuffering, on: &phone)
        }
    }

    mutating func change(to next: Status, on phone: inout Phone) {
        if next == .playing {
            phone.cancel(&remoteTimeEnds)
            phone.play(cause: Activity.playback.cause())
        } else if status == .playing {
            phone.silence()
        }
        if next.hasSound != status.hasSound { phone.claimSound(next.hasSound ? .takes : .leaves) }
        intervals.change(from: status, to: next, at: phone.now)
        status = next
        since = phone.now
    }

    private mutating func planMilestone(on phone: inout Phone) {
        guard status == .playing else { return }
        var wait = buffer.untilTrackEnds
        if let dry = buffer.untilDry { wait = min(wait, dry) }
        if requests.current == nil, let wanted = plan.untilWanted(buffer, at: phone.now) {
            wait = min(wait, wanted)
        }
        milestone = phone.plan(Step.milestone, at: phone.now + wait)
    }

    // MARK: Interruptions and the end

    private mutating func interrupt(on phone: inout Phone) {
        guard isAtWork, status != .notYet else { return }
        phone.cancel(&milestone)
        playUpToNow(on: &phone)
        change(to: .interrupted, on: &phone)
    }

    /// After a call the system says whether to resume (SR-017); otherwise the app waits for its
    /// user.
    private mutating func resume(on phone: inout Phone, in world: inout World) {
        guard status == .interrupted else { return }
        guard options.life.resumes, phone.system.audio.resumesAfterCall else {
            return pause(on: &phone)
        }
        change(to: .startingUp, on: &phone)
        carryOn(on: &phone, in: &world)
    }

    mutating func end(on phone: inout Phone) {
        phone.cancel(&milestone)
        playUpToNow(on: &phone)
        change(to: .ended, on: &phone)
        buffer.leave()
        life.suspend(on: &phone)
    }

    func report(into metrics: inout MetricValues, in world: borrowing World, at horizon: Instant) {
        let open = (horizon - since).seconds.magnitude
        metrics[.playedTime] = played.seconds.magnitude + (status == .playing ? open : 0)
        metrics[.rebufferings] = Double(rebufferings)
        intervals.report(into: &metrics, in: status, at: horizon)
        metrics[.bytesWasted] = Double(buffer.wasted)
        if world.endsApps || options.life.levelMeters == .running { life.report(into: &metrics) }
    }
}
