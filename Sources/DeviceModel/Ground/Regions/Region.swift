/// A disc on the map that a policy may watch.
public struct Region: Formed, Hashable, Sendable {
    public enum Center: Hashable, Sendable {
        case position(Position)
        /// Where the phone's itinerary begins.
        case home, work
    }

    public internal(set) var name = ""
    public internal(set) var center = Center.home
    public internal(set) var radius = Meters.zero

    /// Places the region on an itinerary's map.
    ///
    /// A region around a missing workplace is refused before any run.
    func placed(on itinerary: Itinerary) -> PlacedRegion {
        let position =
            switch center {
            case .position(let position): position
            case .home: itinerary.home
            case .work: itinerary.work
            }
        guard let position else { preconditionFailure("region \(name) is around no place") }
        return PlacedRegion(name: name, center: itinerary.map.point(of: position), radius: radius)
    }

    public static let form = Form(
        Self(), "A place that policies may watch.", name: "region",
        alternatives: [["at"], ["around"]]
    ).required(
        .name("name", \.name, "Name in results; different for each."),
        .position("at", \.position, "Position of the region's middle."),
        .choice(
            "around", \.anchor, what: "a place of the movement",
            "Place of the movement that is the region's middle."),
        .quantity("radius", \.radius, "Radius of the region, 1 m to 1000 km.")
    ).limited("radius", \.radius, "1 m to 1000 km") { (1...1_000_000).contains($0.magnitude) }

    private enum Anchor: String, CaseIterable { case home, work }

    private var position: Position {
        get { if case .position(let position) = center { position } else { .origin } }
        set { center = .position(newValue) }
    }

    private var anchor: Anchor {
        get { center == .work ? .work : .home }
        set { center = newValue == .work ? .work : .home }
    }
}

public struct PlacedRegion: Hashable, Sendable {
    public let name: String
    /// On the itinerary's map.
    public let center: MapPoint
    public let radius: Meters

    /// Includes the border.
    public func contains(_ point: MapPoint) -> Bool { center.distance(to: point) <= radius }
}
