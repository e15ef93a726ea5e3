/// Items that wait: their number, arrival times and sizes.
struct Waiting: Hashable, Sendable {
    private(set) var count = 0
    private(set) var bytes: Int64 = 0
    /// The first arrival, if any.
    private(set) var first: Instant?
    private var firstBytes: Int64 = 0
    /// The other arrivals. A single item, the common case, needs no heap memory.
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

    /// Returns items taken earlier; they precede those that have arrived since.
    mutating func putBack(_ earlier: Waiting) {
        if let begin = earlier.first {
            others = earlier.others.followed(by: first, bytes: firstBytes, others)
            (first, firstBytes) = (begin, earlier.firstBytes)
        }
        count += earlier.count
        bytes += earlier.bytes
    }

    mutating func take() -> Waiting {
        defer { self = Waiting() }
        return self
    }

    /// In order of arrival, each by itself.
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

/// Items that have arrived: their number and delays.
struct Arrived: Hashable, Sendable {
    private var delays = DurationHistogram()

    var count: Int { delays.count }

    mutating func add(_ things: Waiting, at time: Instant) {
        guard let first = things.first else { return }
        delays.add(time - first)
        for group in things.others.groups { delays.add(group, at: time) }
    }

    /// In seconds; `nil` if nothing has arrived.
    var meanDelay: Double? { delays.meanSeconds }

    /// - Parameter open: The number of items that have not arrived.
    func delays(open: Int) -> DurationHistogram {
        var all = delays
        all.unended = open
        return all
    }
}
