/// When a player fetches how much: the difference between `trickle`, `chunked` and `buffered`.
struct FetchPlan: Sendable {
    private let options: StreamingOptions
    /// Chunked: bytes still to request.
    private var chunkLeft: Int64 = 0
    /// Buffered: filling up to the high mark.
    private var isFilling = false
    /// Trickle: when the next read is due, and whether one is under way.
    private var nextRead: Instant = .start
    private var isReading = false

    init(_ options: StreamingOptions) { self.options = options }

    /// Bytes to request now from the track at the fetch cursor; 0 for none.
    mutating func wanted(_ buffer: PlaybackBuffer, isWaiting: Bool, at time: Instant) -> Int64 {
        let left = buffer.cursor.left
        let most = min(left, max(1, options.request.count))
        switch options.fetch {
        case .trickle(let every):
            if !isReading && (isWaiting || time >= nextRead) {
                isReading = true
                nextRead = time + every
            }
            guard isReading else { return 0 }
            let missing = buffer.bytes(of: options.startBuffer + every - buffer.ahead)
            // A read continues with its next request as soon as the last one ends.
            if missing <= most { isReading = false }
            return min(most, missing)
        case .chunked(let ahead, let lead):
            if chunkLeft == 0 && (isWaiting || buffer.ahead <= lead) {
                chunkLeft = ahead.map { min(left, buffer.bytes(of: $0)) } ?? left
            }
            let bytes = min(most, chunkLeft)
            chunkLeft -= bytes
            return bytes
        case .buffered(let low, let high):
            if isWaiting || buffer.ahead <= low { isFilling = true }
            if buffer.ahead >= high { isFilling = false }
            return isFilling ? min(most, buffer.bytes(of: high - buffer.ahead)) : 0
        case .downloaded(let tracks): return isWaiting || buffer.cursor.number < tracks ? most : 0
        }
    }

    /// Playing time before more may be wanted; `nil` if that depends on something else.
    func untilWanted(_ buffer: PlaybackBuffer, at time: Instant) -> TimeSpan? {
        switch options.fetch {
        case .trickle: return nextRead > time ? nextRead - time : nil
        case .chunked(_, let lead):
            return chunkLeft == 0 && buffer.ahead > lead ? buffer.ahead - lead : nil
        case .buffered(let low, _):
            return !isFilling && buffer.ahead > low ? buffer.ahead - low : nil
        case .downloaded: return nil
        }
    }

    /// The listener has changed tracks: a chunk of the old one stays unfinished.
    mutating func abandonChunk() { chunkLeft = 0 }
}
