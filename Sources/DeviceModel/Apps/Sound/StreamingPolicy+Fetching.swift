/// The requests of a player, one at a time.
struct SoundRequests: Sendable {
    struct Request: Sendable {
        var track: Int
        var bytes: Int64
    }

    var current: Request?
    /// Bytes of requests under way when the app ended, in order.
    var lost = Backlog<Int64>()
    var lastEnd: Instant?
    var count = 0
}

/// Fetching in requests of limited size, so that playing begins before a chunk is complete and a
/// skip stops it within one request.
extension StreamingPolicy {
    /// Adds a track if the buffer needs one and the listener wants one.
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
        // An immediate next request was sent before the last one's data had all arrived.
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

    /// The app leaves memory: what it fetched is lost, unless it was written down.
    ///
    /// - Parameter left: Bytes under way that were not carried.
    mutating func forget(notCarried left: Int64) {
        if let request = requests.current { requests.lost.append(request.bytes - left) }
        requests.current = nil
        plan = FetchPlan(options)
        if !options.isKept { buffer.lose() }
    }
}
