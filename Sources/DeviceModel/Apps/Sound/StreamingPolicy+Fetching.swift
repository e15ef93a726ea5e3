import Kernel

/// The requests of a player, one at a time.
struct SoundRequests: Sendable {
    struct Request: Sendable {
        var track: Int
        var bytes: Int64
    }

    /// The one that is on its way.
    var current: Request?
    /// Bytes of those that were on their way when the app ended, in order.
    var lost = Backlog<Int64>()
    var lastEnd: Instant?
    var count = 0
}

/// How a player fetches: in requests of limited size, so that playing begins before a chunk is
/// complete and a skip stops the fetching within one request.
extension StreamingPolicy {
    /// Another track, where the buffer needs one and the listener wants one.
    mutating func addTrack(from world: inout World) {
        guard buffer.needsTrack, let listening = world.profile.listening else { return }
        if let track = buffer.takeLeft() { return buffer.add(track) }
        if let most = listening.tracks, trackCount >= most { return }
        trackCount += 1
        buffer.add(world.nextTrack(listening))
    }

    mutating func fetch(on phone: inout Phone, in world: inout World) {
        guard requests.current == nil else { return }
        let isWaiting = status != .playing && status != .notYet
        let bytes = plan.wanted(buffer, isWaiting: isWaiting, at: phone.now)
        guard bytes > 0 else { return }
        requests.count += 1
        requests.current = SoundRequests.Request(track: buffer.cursor.number, bytes: bytes)
        // A request that follows at once was sent before the last one's data had all come.
        let follows = requests.lastEnd == phone.now
        phone.transfer(
            Transfer(
                roundTrips: follows ? 0 : 1, uplink: 0, downlink: bytes,
                cause: Activity.fill.cause(requests.count),
                holdsProcessor: true, ticket: Ticket()))
    }

    mutating func requestEnded(on phone: inout Phone, in world: inout World) {
        if !requests.lost.isEmpty { return buffer.waste(requests.lost.removeFirst()) }
        guard let ended = requests.current else { return }
        playUpToNow(on: &phone)
        buffer.receive(ended.bytes, ofTrack: ended.track)
        requests.current = nil
        requests.lastEnd = phone.now
        carryOn(on: &phone, in: &world)
    }

    /// The app is no longer in memory: what it fetched is gone, unless it wrote it down.
    ///
    /// - Parameter left: how many bytes of what was on its way have not been carried.
    mutating func forget(notCarried left: Int64) {
        if let request = requests.current { requests.lost.append(request.bytes - left) }
        requests.current = nil
        plan = FetchPlan(options)
        if !options.isKept { buffer.lose() }
    }
}
