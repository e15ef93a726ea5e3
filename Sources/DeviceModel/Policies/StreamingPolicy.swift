import EventKernel
import Quantities

/// A player that streams to somebody who listens, skips, and is called away by the telephone.
///
/// Playing keeps the app running in the background; a call interrupts both playing and fetching.
/// Sound arrives in requests of limited size, so that playing begins before a chunk is complete and
/// a skip stops the fetching within one request.
struct StreamingPolicy: Policy {
    static let activities = ["audio fill", "playback"]

    private enum Number {
        static let milestone: Int32 = 0
        static let listenerLeaves: Int32 = 1
    }

    private enum Status: Hashable {
        /// For the first sound of the session or of a track.
        case startingUp
        /// In the middle of a track.
        case rebuffering
        case playing
        case interrupted
        case ended
    }

    /// A request that is on its way.
    private struct Request {
        var track: Int
        var bytes: Int64
    }

    private let options: StreamingOptions
    private var buffer: PlaybackBuffer
    private var plan: FetchPlan
    private var status = Status.startingUp
    private var since: Instant = .start
    private var request: Request?
    private var lastRequestEnd: Instant?
    private var requestCount = 0
    private var milestone: EventKey?

    private var played = TimeSpan.zero
    private var startingUp = TimeSpan.zero
    private var rebuffering = TimeSpan.zero
    private var rebufferings = 0

    init(_ options: StreamingOptions) {
        self.options = options
        buffer = PlaybackBuffer(bitRate: options.bitRate)
        plan = FetchPlan(options)
    }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        guard let listening = world.profile.listening else { return }
        let duration = world.listeningDuration(listening)
        _ = phone.plan(Number.listenerLeaves, at: phone.now + duration)
        carryOn(on: &phone, in: &world)
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .planned(Number.milestone): carryOn(on: &phone, in: &world)
        case .planned(_): leave(on: &phone)
        case .transferEnded: requestEnded(on: &phone, in: &world)
        case .phoneCallBegan: interrupt(on: &phone)
        case .phoneCallEnded: resume(on: &phone, in: &world)
        case .otherWork, .networkChanged, .incomingCall, .cellChanged, .located, .satellites: break
        }
    }

    // MARK: Playing

    /// Whatever has happened: plays on as far as there is sound, asks for more, plans ahead.
    private mutating func carryOn(on phone: inout Phone, in world: inout World) {
        phone.cancel(milestone)
        milestone = nil
        guard status != .interrupted, status != .ended else { return }
        playUpToNow(on: &phone)
        addTrack(from: &world)
        if status != .playing, buffer.canPlay(with: options.startBuffer) {
            change(to: .playing, on: &phone)
        }
        fetch(on: &phone, in: &world)
        planMilestone(on: &phone)
    }

    /// Moves the position on, to the next track where this one ends or is skipped.
    private mutating func playUpToNow(on phone: inout Phone) {
        guard status == .playing else { return }
        buffer.play(phone.now - since)
        played = played + (phone.now - since)
        since = phone.now
        if buffer.untilTrackEnds <= .zero {
            let fetching = buffer.cursor.number
            buffer.leaveTrack()
            // A chunk of the next track, begun before this one ended, goes on.
            if buffer.cursor.number != fetching { plan.abandonChunk() }
            if !buffer.canPlay(with: options.startBuffer) {
                change(to: .startingUp, on: &phone)
            }
        } else if buffer.untilDry.map({ $0 <= .zero }) ?? false {
            rebufferings += 1
            change(to: .rebuffering, on: &phone)
        }
    }

    private mutating func change(to next: Status, on phone: inout Phone) {
        let passed = phone.now - since
        switch status {
        case .startingUp: startingUp = startingUp + passed
        case .rebuffering: rebuffering = rebuffering + passed
        case .playing, .interrupted, .ended: break
        }
        if next == .playing {
            phone.play(cause: Cause(activity: LedgerPlan.firstPolicyActivity + 1))
        } else if status == .playing {
            phone.silence()
        }
        status = next
        since = phone.now
    }

    private mutating func planMilestone(on phone: inout Phone) {
        guard status == .playing else { return }
        var wait = buffer.untilTrackEnds
        if let dry = buffer.untilDry { wait = min(wait, dry) }
        if request == nil, let wanted = plan.untilWanted(buffer, at: phone.now) {
            wait = min(wait, wanted)
        }
        milestone = phone.plan(Number.milestone, at: phone.now + wait)
    }

    // MARK: Fetching

    private mutating func addTrack(from world: inout World) {
        guard buffer.needsTrack, let listening = world.profile.listening else { return }
        buffer.add(world.nextTrack(listening))
    }

    private mutating func fetch(on phone: inout Phone, in world: inout World) {
        guard request == nil else { return }
        let bytes = plan.wanted(buffer, isWaiting: status != .playing, at: phone.now)
        guard bytes > 0 else { return }
        requestCount += 1
        request = Request(track: buffer.cursor.number, bytes: bytes)
        // A request that follows at once was sent before the last one's data had all come.
        let follows = lastRequestEnd == phone.now
        phone.transfer(
            Transfer(
                roundTrips: follows ? 0 : 1, uplink: 0, downlink: bytes,
                cause: Cause(activity: LedgerPlan.firstPolicyActivity, serial: requestCount),
                holdsProcessor: true, notice: 0))
    }

    private mutating func requestEnded(on phone: inout Phone, in world: inout World) {
        guard let ended = request else { return }
        playUpToNow(on: &phone)
        buffer.receive(ended.bytes, ofTrack: ended.track)
        request = nil
        lastRequestEnd = phone.now
        carryOn(on: &phone, in: &world)
    }

    // MARK: Interruptions and the end

    private mutating func interrupt(on phone: inout Phone) {
        guard status != .ended, status != .interrupted else { return }
        phone.cancel(milestone)
        milestone = nil
        playUpToNow(on: &phone)
        change(to: .interrupted, on: &phone)
    }

    /// After a call the system says whether to play on; an app that may not waits for its user,
    /// who in this world does not come back.
    private mutating func resume(on phone: inout Phone, in world: inout World) {
        guard status == .interrupted, phone.system.audio.resumesAfterCall else { return }
        change(to: .startingUp, on: &phone)
        carryOn(on: &phone, in: &world)
    }

    private mutating func leave(on phone: inout Phone) {
        phone.cancel(milestone)
        milestone = nil
        playUpToNow(on: &phone)
        change(to: .ended, on: &phone)
        buffer.leave()
    }

    func report(into metrics: inout MetricValues, from world: borrowing World, at horizon: Instant)
    {
        let open = (horizon - since).seconds.magnitude
        metrics[.playedTime] = played.seconds.magnitude + (status == .playing ? open : 0)
        metrics[.startUpTime] = startingUp.seconds.magnitude + (status == .startingUp ? open : 0)
        metrics[.rebufferingTime] =
            rebuffering.seconds.magnitude + (status == .rebuffering ? open : 0)
        metrics[.rebufferings] = Double(rebufferings)
        metrics[.bytesWasted] = Double(buffer.wasted)
    }
}
