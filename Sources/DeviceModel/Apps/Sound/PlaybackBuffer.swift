import Kernel

/// The sound that a player has fetched and not yet played: the current track and those after it.
///
/// Sound is fetched in order, so all that was fetched lies without a gap before the fetch cursor,
/// which is in the last track.
struct PlaybackBuffer: Sendable {
    private struct Item {
        var number: Int
        var track: Track
        var size: Int64
        var fetched: Int64 = 0
    }

    private let bitRate: BitsPerSecond
    private var items = Backlog<Item>()
    /// The sound of all tracks but the last, in nanoseconds: all of it has been fetched.
    private var soundBeforeLast: Int128 = 0
    private var nextNumber = 0
    /// How much of the current track has been played.
    private(set) var position = TimeSpan.zero
    /// The furthest that the listener has heard of it.
    private var furthest = TimeSpan.zero
    /// Tracks that were begun before the player ended, and are to be added again; the next one is
    /// the last.
    private var left: [Track] = []
    /// Fetched and then thrown away.
    private(set) var wasted: Int64 = 0

    init(bitRate: BitsPerSecond) { self.bitRate = bitRate }

    /// Whether a track has to be added before anything can be fetched.
    var needsTrack: Bool { items.last.map { $0.fetched == $0.size } ?? true }

    mutating func add(_ track: Track) {
        let size = max(1, bytes(of: track.length))
        if let last = items.last { soundBeforeLast += Int128(last.track.length.nanoseconds) }
        items.append(Item(number: nextNumber, track: track, size: size))
        nextNumber += 1
    }

    /// Whether there is no track at all.
    var isEmpty: Bool { items.isEmpty }

    /// The next of the tracks that are to be added again.
    mutating func takeLeft() -> Track? { left.popLast() }

    /// The number of the track that the fetch cursor is in, and the bytes left of it.
    var cursor: (number: Int, left: Int64) {
        guard let last = items.last else { return (-1, 0) }
        return (last.number, last.size - last.fetched)
    }

    /// Puts bytes of a track into the buffer, or counts them as wasted if it was left meanwhile.
    mutating func receive(_ bytes: Int64, ofTrack number: Int) {
        // Tracks are numbered in order.
        let index = number - (items.first?.number ?? number)
        guard items.indices.contains(index), items[index].number == number else {
            wasted += bytes
            return
        }
        items[index].fetched += bytes
    }

    /// The sound that is there beyond the position, over all tracks.
    var ahead: TimeSpan {
        guard let last = items.last else { return .zero - position }
        let all = soundBeforeLast + Int128(sound(last).nanoseconds)
        return TimeSpan(nanoseconds: Int64(min(all, Int128(TimeSpan.longest.nanoseconds))))
            - position
    }

    /// Until the listener leaves the current track: its end, or the skip.
    var untilTrackEnds: TimeSpan { (items.first?.track.heard ?? .zero) - position }

    /// Until the current track's sound runs out, or `nil` if it lasts until the track is left.
    var untilDry: TimeSpan? {
        guard let current = items.first else { return .zero }
        let sound = self.sound(current)
        return sound >= current.track.heard ? nil : max(.zero, sound - position)
    }

    /// Whether playing may begin: `enough` sound of the current track, or all that is left of it.
    /// The player does not know that its listener will skip. `nil`: only all of it will do.
    func canPlay(with enough: TimeSpan?) -> Bool {
        guard let current = items.first else { return false }
        let sound = self.sound(current)
        guard let enough else { return sound >= current.track.length }
        return sound >= min(position + enough, current.track.length)
    }

    mutating func play(_ span: TimeSpan) {
        position = position + span
        furthest = max(furthest, position)
    }

    /// Back to the beginning of the current track, which is still there.
    mutating func rewind() { position = .zero }

    /// Goes on to the next track. What was fetched of this one and not heard is wasted.
    mutating func leaveTrack() {
        guard let current = items.first else { return }
        waste(current, heard: furthest)
        if items.count > 1 { soundBeforeLast -= Int128(current.track.length.nanoseconds) }
        items.removeFirst()
        (position, furthest) = (.zero, .zero)
    }

    /// The listener has gone: everything that was not heard is wasted.
    mutating func leave() {
        for (index, item) in items.enumerated() {
            waste(item, heard: index == 0 ? furthest : .zero)
        }
        items.removeAll()
        soundBeforeLast = 0
        (position, furthest) = (.zero, .zero)
    }

    /// The player has ended: what it had in memory is gone, what it had heard it knows.
    mutating func lose() {
        for (index, item) in items.enumerated() {
            waste(item, heard: index == 0 ? furthest : .zero)
        }
        left += items.dropFirst().reversed().map(\.track)
        let first = items.first
        items.removeAll()
        soundBeforeLast = 0
        guard var first else { return }
        first.fetched = min(first.fetched, bytes(of: furthest))
        items.append(first)
    }

    /// Bytes have come that nobody waits for any more.
    mutating func waste(_ bytes: Int64) { wasted += bytes }

    private mutating func waste(_ item: Item, heard: TimeSpan) {
        let played = bytes(of: heard)
        wasted += max(0, item.fetched - played)
    }

    private func sound(_ item: Item) -> TimeSpan {
        if item.fetched == item.size { return item.track.length }
        return min(item.track.length, TimeSpan(Bytes(Double(item.fetched)) / bitRate))
    }

    /// The bytes of `span` of sound, at least one for any sound at all.
    func bytes(of span: TimeSpan) -> Int64 {
        guard span > .zero else { return 0 }
        let exact = (bitRate * span.seconds).magnitude.rounded(.up)
        return max(1, Bytes(exact).count)
    }
}
