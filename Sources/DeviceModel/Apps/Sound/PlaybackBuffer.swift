/// The sound that a player has fetched and not yet played: the current track and later ones.
///
/// Sound is fetched in order, without gaps before the fetch cursor, which is in the last track.
struct PlaybackBuffer: Sendable {
    private struct Item {
        var number: Int
        var track: Track
        var size: Int64
        var fetched: Int64 = 0
    }

    private let bitRate: BitsPerSecond
    private var items = Backlog<Item>()
    /// In nanoseconds; all of it has been fetched.
    private var soundBeforeLast: Int128 = 0
    private var nextNumber = 0
    /// The playing position in the current track.
    private(set) var position = TimeSpan.zero
    /// The furthest position heard in it.
    private var furthest = TimeSpan.zero
    /// Tracks to add again that were begun before the player ended; the next one is last.
    private var left: [Track] = []
    /// Bytes fetched and thrown away.
    private(set) var wasted: Int64 = 0

    init(bitRate: BitsPerSecond) { self.bitRate = bitRate }

    /// Whether a track must be added before more can be fetched.
    var needsTrack: Bool { items.last.map { $0.fetched == $0.size } ?? true }

    mutating func add(_ track: Track) {
        let size = max(1, bytes(of: track.length))
        if let last = items.last { soundBeforeLast += Int128(last.track.length.nanoseconds) }
        items.append(Item(number: nextNumber, track: track, size: size))
        nextNumber += 1
    }

    var isEmpty: Bool { items.isEmpty }
    mutating func takeLeft() -> Track? { left.popLast() }

    /// The track's number, and its bytes left.
    var cursor: (number: Int, left: Int64) {
        guard let last = items.last else { return (-1, 0) }
        return (last.number, last.size - last.fetched)
    }

    /// Counts the bytes as wasted if the track was left.
    mutating func receive(_ bytes: Int64, ofTrack number: Int) {
        // Track numbers are consecutive.
        let index = number - (items.first?.number ?? number)
        guard items.indices.contains(index), items[index].number == number else {
            wasted += bytes
            return
        }
        items[index].fetched += bytes
    }

    /// Sound beyond the position, over all tracks.
    var ahead: TimeSpan {
        guard let last = items.last else { return .zero - position }
        let all = soundBeforeLast + Int128(sound(last).nanoseconds)
        return TimeSpan(nanoseconds: Int64(min(all, Int128(TimeSpan.longest.nanoseconds))))
            - position
    }

    /// Until the current track's end, or the listener's skip.
    var untilTrackEnds: TimeSpan { (items.first?.track.heard ?? .zero) - position }

    /// Until the current track's sound runs out; `nil` if it lasts until the track is left.
    var untilDry: TimeSpan? {
        guard let current = items.first else { return .zero }
        let sound = self.sound(current)
        return sound >= current.track.heard ? nil : max(.zero, sound - position)
    }

    /// Whether `enough` sound of the current track is there, or all that is left of it; `nil`: only
    /// all will do. The player does not know that its listener will skip.
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

    /// Returns to the start of the current track, which is still stored.
    mutating func rewind() { position = .zero }

    /// Wastes the part of the current track that was not heard.
    mutating func leaveTrack() {
        guard let current = items.first else { return }
        waste(current, heard: furthest)
        if items.count > 1 { soundBeforeLast -= Int128(current.track.length.nanoseconds) }
        items.removeFirst()
        (position, furthest) = (.zero, .zero)
    }

    /// Everything unheard is wasted.
    mutating func leave() {
        for (index, item) in items.enumerated() {
            waste(item, heard: index == 0 ? furthest : .zero)
        }
        items.removeAll()
        soundBeforeLast = 0
        (position, furthest) = (.zero, .zero)
    }

    /// The player has ended: its memory is gone, but it knows what was heard.
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

    mutating func waste(_ bytes: Int64) { wasted += bytes }

    private mutating func waste(_ item: Item, heard: TimeSpan) {
        let played = bytes(of: heard)
        wasted += max(0, item.fetched - played)
    }

    private func sound(_ item: Item) -> TimeSpan {
        if item.fetched == item.size { return item.track.length }
        return min(item.track.length, TimeSpan(Bytes(Double(item.fetched)) / bitRate))
    }

    /// At least one byte for any sound at all.
    func bytes(of span: TimeSpan) -> Int64 {
        guard span > .zero else { return 0 }
        let exact = (bitRate * span.seconds).magnitude.rounded(.up)
        return max(1, Bytes(exact).count)
    }
}
