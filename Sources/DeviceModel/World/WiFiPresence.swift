import Kernel

/// Where or when a phone with a Wi-Fi radio has a network that it knows.
public struct WiFiPresence: Hashable, Sendable {
    /// What decides whether it is there.
    public enum Rule: Hashable, Sendable {
        /// The time of day.
        case daily([DailyWindow])
        /// The person's stays at these places.
        case places([Place])
    }

    /// A place that a movement has.
    public enum Place: String, CaseIterable, Hashable, Sendable {
        /// Where the way begins.
        case home
        /// The person's place of work.
        case work
    }

    public var rule = Rule.daily([])
    /// The time-out of middleboxes behind it, drawn once for each stay there; `nil`: as elsewhere.
    public var natIdleTimeout: Distribution<Seconds>?

    /// Whether the movement must have a place of work.
    public var needsWork: Bool {
        if case .places(let places) = rule { places.contains(.work) } else { false }
    }

    /// How far from a place its Wi-Fi reaches.
    static let reach = Meters(50)
}

/// When Wi-Fi is there during one run.
struct WiFiTimes: Sendable {
    private var daily: DailyTimes
    private var stays: StayTimes?

    /// - Parameter stream: of the window with that number.
    init(_ presence: WiFiPresence, along way: Itinerary, stream: (Int) -> RandomStream) {
        switch presence.rule {
        case .daily(let windows): daily = DailyTimes(windows, stream: stream)
        case .places(let places):
            daily = DailyTimes([], stream: stream)
            stays = StayTimes(
                at: places.compactMap { $0 == .home ? way.home : way.work }, along: way)
        }
    }

    var isThere: Bool { stays?.isThere ?? daily.isOpen }
    var streams: [RandomStream] { daily.streams }

    /// What is to be planned first: changes by their numbers, and when they come.
    mutating func begin() -> [(change: Int32, time: Instant)] {
        if let first = stays?.next() { return [(0, first)] }
        return daily.indices.compactMap { number in
            daily.next(number, after: .start).map { (Int32(number), $0) }
        }
    }

    /// Lives through a change.
    ///
    /// - Returns: when the change with this number comes next; `nil`: never.
    mutating func change(_ number: Int32, at now: Instant) -> Instant? {
        guard stays == nil else {
            stays?.flip()
            return stays?.next()
        }
        daily.flip(Int(number))
        return daily.next(Int(number), after: now)
    }
}

/// When somebody stays near one of several places, along the way of one replication.
struct StayTimes: Sendable {
    private let places: [Position]
    private let way: Itinerary
    /// The leg that begins with the last change, or at the start.
    private var leg = 0
    private var coming = 0
    private(set) var isThere: Bool

    init(at places: [Position], along way: Itinerary) {
        self.places = places
        self.way = way
        isThere = false
        isThere = isNear(leg: 0)
    }

    /// Whether a whole leg, or the stay at the end, is near one of the places.
    private func isNear(leg: Int) -> Bool {
        let from = way.positions[leg]
        let to = leg < way.legCount ? way.positions[leg + 1] : from
        return places.contains {
            from.distance(to: $0) <= WiFiPresence.reach && to.distance(to: $0) <= WiFiPresence.reach
        }
    }

    /// When the person next comes there, or leaves; `nil`: never.
    mutating func next() -> Instant? {
        coming = leg + 1
        while coming <= way.legCount {
            if isNear(leg: coming) != isThere { return way.times[coming] }
            coming += 1
        }
        return nil
    }

    /// The change has come.
    mutating func flip() {
        isThere.toggle()
        leg = coming
    }
}
