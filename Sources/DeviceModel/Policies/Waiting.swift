import EventKernel

/// Things that wait: how many, since when altogether, and their size. It does not grow with them.
struct Waiting: Hashable, Sendable {
    private(set) var count = 0
    private(set) var bytes: Int64 = 0
    /// When the first of them came; `nil`: there is none.
    private(set) var first: Instant?
    /// Of the nanoseconds at which they came.
    private var arrivals: Int128 = 0

    var isEmpty: Bool { count == 0 }

    mutating func add(_ item: Item, at time: Instant) {
        if first == nil { first = time }
        count += 1
        bytes += item.bytes
        arrivals += Int128(time.nanoseconds)
    }

    /// Puts back what was taken, which had come before what has come since.
    mutating func putBack(_ others: Waiting) {
        first = others.first ?? first
        count += others.count
        bytes += others.bytes
        arrivals += others.arrivals
    }

    /// Hands over all of them.
    mutating func take() -> Waiting {
        defer { self = Waiting() }
        return self
    }

    /// How long they have waited by `time`, all together, in nanoseconds.
    func waited(until time: Instant) -> Int128 {
        Int128(count) * Int128(time.nanoseconds) - arrivals
    }
}

/// Things that have arrived somewhere: how many, and how long it took.
struct Arrived: Hashable, Sendable {
    private(set) var count = 0
    private var waited: Int128 = 0

    /// All of them arrive at `time`.
    mutating func add(_ things: Waiting, at time: Instant) {
        count += things.count
        waited += things.waited(until: time)
    }

    /// Mean time that it took, in seconds; `nil` where nothing arrived.
    var meanDelay: Double? { count == 0 ? nil : Double(waited) / 1e9 / Double(count) }
}
