/// A way of travelling.
///
/// A trip follows a zigzag of straight blocks, so its length is the straight distance times
/// `detour`. It may pause at each corner: at lights, at stations.
public struct Trip: Formed, Hashable, Sendable {
    public internal(set) var mode = TravelMode.walk
    public internal(set) var share = 1.0
    /// Straight; at most 20,000 km.
    public internal(set) var distance = Distribution<Meters>.constant(.zero)
    public internal(set) var speed = Distribution<MetersPerSecond>.constant(.zero)
    public internal(set) var detour = 1.0
    public internal(set) var block = Distribution<Meters>.constant(.zero)
    public internal(set) var pause: Distribution<Seconds>?

    /// The modes of travel; other modes only describe a leg.
    static let modes: [TravelMode] = [.walk, .cycle, .drive, .train]

    /// The corners, with both ends.
    ///
    /// Equal blocks swing to one side and back. With θ between a block and the straight line, cos θ
    /// = 1/detour gives the required length.
    func route(from start: MapPoint, to end: MapPoint, _ stream: inout RandomStream) -> [MapPoint] {
        let length = start.distance(to: end).magnitude
        let block = max(block.sample(&stream).magnitude, 10)
        // Keeps a long route with short blocks small.
        let pairs = Int(min(max((length * detour / (2 * block)).rounded(), 1), 10_000))
        let swing = (detour * detour - 1).squareRoot() / Double(2 * pairs)
        var corners = [start]
        for pair in 0..<pairs {
            let side = stream.uniform() < 0.5 ? swing : -swing
            let middle = (Double(pair) + 0.5) / Double(pairs)
            corners.append(Self.point(start, end, along: middle, aside: side))
            let last = Double(pair + 1) / Double(pairs)
            corners.append(pair == pairs - 1 ? end : Self.point(start, end, along: last, aside: 0))
        }
        return corners
    }

    private static func point(
        _ start: MapPoint, _ end: MapPoint, along: Double, aside: Double
    ) -> MapPoint {
        let (dx, dy) = (end.east - start.east, end.north - start.north)
        return MapPoint(
            east: start.east + along * dx - aside * dy, north: start.north + along * dy + aside * dx
        )
    }

    /// Valid numbers of trips in a list.
    static let counts = 1...100

    /// A trip under its travel mode: `drive: { ... }`.
    public static let form = Form(
        Self(), "A way of travelling under its mode.", alternatives: modes.map { [$0.rawValue] }
    ).and(modes.map(way))

    private static func way(_ mode: TravelMode) -> Field<Trip> {
        Field(
            mode.rawValue, "One way of travelling.", isRequired: true,
            content: { _ in .part(travel.shape) },
            read: { reader, trip in
                guard let way = reader.givenPart(mode.rawValue, { travel.value(from: $0) }) else {
                    return
                }
                trip = way
                trip.mode = mode
            })
    }

    static let travel = Form(
        Trip(), "A way of travelling.", name: "trip"
    ).optional(.decimal("share", \.share, "Weight of this trip relative to the others.")).required(
        .law("distance", \.distance, "Distance in a straight line."),
        .law("speed", \.speed, "Speed while moving, drawn once for each trip; 0.1 m/s or more.")
    ).optional(
        .decimal("detour", \.detour, "Length of the way divided by the distance, 1 to 3.")
    ).required(
        .law("block", \.block, "Distance from one corner to the next; 10 m or more.")
    ).optional(
        .law(
            "pause", \.pause, "Stop at each corner: lights, stations.", otherwise: .without("none"))
    )
    .limited("share", \.share, "a number above 0") { $0 > 0 && $0.isFinite }
    .limited("detour", \.detour, "1 to 3") { (1...3).contains($0) }
    .checked { $0.distance.faultUnlessPositive("distance") }
    .checked { $0.speed.faultUnlessPositive("speed") }
    .checked { $0.block.faultUnlessPositive("block") }
    .checked { $0.pause?.faultIfNegative("pause") }
}

extension Array where Element == Trip {
    /// Draws a trip by the shares.
    func pick(_ stream: inout RandomStream) -> Trip {
        var left = stream.uniform() * reduce(0) { $0 + $1.share }
        for trip in self {
            left -= trip.share
            if left < 0 { return trip }
        }
        return self[count - 1]
    }
}

extension Distribution {
    /// `nil` if the mean is finite and above zero, and no listed value or bound is below zero.
    func faultUnlessPositive(_ option: String) -> FormFault? {
        mean.magnitude > 0
            ? faultIfNegative(option)
            : .outOfRange(option, "\(mean) on average", possible: "a mean above zero")
    }

    /// `nil` if the mean is finite, and no listed value or bound is below zero.
    func faultIfNegative(_ option: String) -> FormFault? {
        let least: Value =
            switch self {
            case .constant(let value): value
            case .uniform(let low, _), .triangular(let low, _, _): low
            case .empirical(let values): values.min() ?? .zero
            case .exponential, .lognormal, .weibull, .gamma, .mixture: .zero
            }
        if case .mixture(let parts) = self {
            let faults = parts.lazy.compactMap { $0.distribution.faultIfNegative(option) }
            if let fault = faults.first { return fault }
        }
        if least.magnitude >= 0, mean.isFinite { return nil }
        return .outOfRange(
            option, least.magnitude < 0 ? "down to \(least)" : "\(mean)", possible: "zero or more")
    }
}
