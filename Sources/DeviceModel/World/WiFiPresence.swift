/// Where or when a phone with a Wi-Fi radio has a known network.
public struct WiFiPresence: Formed, Hashable, Sendable {
    public enum Rule: Hashable, Sendable {
        case daily([DailyWindow])
        case places([Place])
    }

    public enum Place: String, CaseIterable, Hashable, Sendable {
        /// Where the itinerary begins.
        case home, work
    }

    public var rule = Rule.daily([])
    public var natIdleTimeout: Distribution<Seconds>?

    public var needsWork: Bool {
        if case .places(let places) = rule { places.contains(.work) } else { false }
    }

    /// The range of Wi-Fi around a place.
    static let reach = Meters(50)

    public static let form = Form(
        Self(), "Times with a Wi-Fi network.", alternatives: [["daily"], ["at"]]
    ).required(
        .list("daily", \.windows, "Times of day.", count: 1...24),
        .choices(
            "at", \.places, what: "a place of the movement",
            "Places of the movement; Wi-Fi is present during stays there.")
    ).optional(
        .law(
            "nat-idle-timeout", \.natIdleTimeout,
            "Idle timeout of a NAT behind Wi-Fi, as in the world.", .betweenEvents,
            otherwise: .without("the world's")))

    private var windows: [DailyWindow] {
        get { if case .daily(let windows) = rule { windows } else { [] } }
        set { rule = .daily(newValue) }
    }

    private var places: [Place] {
        get { if case .places(let places) = rule { places } else { [] } }
        set { rule = .places(newValue) }
    }
}

/// When Wi-Fi is available during one run.
struct WiFiTimes: Sendable {
    private var daily: DailyTimes
    private var stays: StayTimes?

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

    /// The first changes, with number and time.
    mutating func begin() -> [(change: Int32, time: Instant)] {
        if let first = stays?.next() { return [(0, first)] }
        return daily.indices.compactMap { number in
            daily.next(number, after: .start).map { (Int32(number), $0) }
        }
    }

    /// Applies a change and returns when its next comes; `nil`: never.
    mutating func change(_ number: Int32, at now: Instant) -> Instant? {
        guard stays == nil else {
            stays?.flip()
            return stays?.next()
        }
        daily.flip(Int(number))
        return daily.next(Int(number), after: now)
    }
}

/// When a person stays near one of several places, along one replication's itinerary.
struct StayTimes: Sendable {
    private let places: [Position]
    private let way: Itinerary
    /// The leg that began with the last change; 0 at the start.
    private var leg = 0
    private var coming = 0
    private(set) var isThere: Bool

    init(at places: [Position], along way: Itinerary) {
        (self.places, self.way) = (places, way)
        isThere = false
        isThere = isNear(leg: 0)
    }

    /// Whether a whole leg, or the stay at the end, is near a place.
    private func isNear(leg: Int) -> Bool {
        let from = way.positions[leg]
        let to = leg < way.legCount ? way.positions[leg + 1] : from
        return places.contains {
            from.distance(to: $0) <= WiFiPresence.reach && to.distance(to: $0) <= WiFiPresence.reach
        }
    }

    /// The next arrival or departure; `nil`: never.
    mutating func next() -> Instant? {
        coming = leg + 1
        while coming <= way.legCount {
            if isNear(leg: coming) != isThere { return way.times[coming] }
            coming += 1
        }
        return nil
    }

    /// Applies the change that `next()` returned.
    mutating func flip() {
        isThere.toggle()
        leg = coming
    }
}
