import Kernel

/// Things that wait: how many, since when each, and their size.
struct Waiting: Hashable, Sendable {
    private(set) var count = 0
    private(set) var bytes: Int64 = 0
    /// When the first of them came; `nil`: there is none.
    private(set) var first: Instant?
    /// Of the first.
    private var firstBytes: Int64 = 0
    /// When the others came. One that waits alone, as most do, needs no memory.
    private(set) var others = ArrivalTimes()

    var isEmpty: Bool { count == 0 }

    mutating func add(_ item: Item, at time: Instant) {
        if first == nil {
            (first, firstBytes) = (time, item.bytes)
        } else {
            others.add(time, bytes: item.bytes)
        }
        count += 1
        bytes += item.bytes
    }

    /// Puts back what was taken, which had come before what has come since.
    mutating func putBack(_ earlier: Waiting) {
        if let begin = earlier.first {
            others = earlier.others.followed(by: first, bytes: firstBytes, others)
            (first, firstBytes) = (begin, earlier.firstBytes)
        }
        count += earlier.count
        bytes += earlier.bytes
    }

    /// Hands over all of them.
    mutating func take() -> Waiting {
        defer { self = Waiting() }
        return self
    }

    /// Hands over each of them by itself, in the order in which they came.
    mutating func takeEach() -> [Waiting] {
        let all = take()
        guard let first = all.first else { return [] }
        let rest = all.others.groups.flatMap(\.each)
        return ([(first, all.firstBytes)] + rest).map { time, bytes in
            var one = Waiting()
            one.add(Item(number: 0, bytes: bytes), at: time)
            return one
        }
    }
}

/// Things that have arrived somewhere: how many, and how long it took.
struct Arrived: Hashable, Sendable {
    private var delays = DurationHistogram()

    var count: Int { delays.count }

    /// All of them arrive at `time`.
    mutating func add(_ things: Waiting, at time: Instant) {
        guard let first = things.first else { return }
        delays.add(time - first)
        for group in things.others.groups { delays.add(group, at: time) }
    }

    /// One that came at `arrival` arrives at `time`.
    mutating func add(from arrival: Instant, to time: Instant) { delays.add(time - arrival) }

    /// Mean time that it took, in seconds; `nil` where nothing arrived.
    var meanDelay: Double? { delays.meanSeconds }

    /// How long it took.
    ///
    /// - Parameter open: how many have not arrived.
    func delays(open: Int) -> DurationHistogram {
        var all = delays
        all.unended = open
        return all
    }
}
