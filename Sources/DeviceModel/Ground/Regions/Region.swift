import Forms
import Kernel

/// A place of the world that somebody may want to know the phone at: a disc on the map.
public struct Region: Formed, Hashable, Sendable {
    /// What its middle is.
    public enum Center: Hashable, Sendable {
        case position(Position)
        /// Where the phone's way begins.
        case home
        /// Where the replication's person works.
        case work
    }

    public internal(set) var name: String
    public internal(set) var center: Center
    public internal(set) var radius: Meters

    /// A disc around a place.
    ///
    /// - Throws: ``MovementError/outOfRange(option:found:possible:)`` for a radius outside 1 m to
    ///   1 000 km.
    public init(name: String, center: Center, radius: Meters) throws(MovementError) {
        (self.name, self.center, self.radius) = (name, center, radius)
        try check()
    }

    private init() { (name, center, radius) = ("", .home, .zero) }

    private func check() throws(MovementError) {
        guard (1...1_000_000).contains(radius.magnitude) else {
            throw .outOfRange(option: "radius", found: "\(radius)", possible: "1 m to 1000 km")
        }
    }

    /// The region on the map of a way.
    ///
    /// A region around a place of work that the way does not have is refused before any run.
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

    public static let form: Form<Region> = Form(
        "A place that policies may watch.", name: "region", standard: Region(),
        alternatives: [["at"], ["around"]],
        fields: [
            .name("name", \.name, "What results call it; different for each."),
            .position("at", \.position, "Its middle.", isRequired: true),
            .choice(
                "around", \.anchor, what: "a place of the movement",
                "Its middle: a place of the movement.", isRequired: true),
            .quantity("radius", \.radius, "1 m to 1000 km.", isRequired: true),
        ],
        check: { MovementError.fault(of: $0.check) })

    /// The places that a movement has of its own.
    private enum Anchor: String, CaseIterable {
        case home
        case work
    }

    private var position: Position {
        get { if case .position(let position) = center { position } else { .origin } }
        set { center = .position(newValue) }
    }

    private var anchor: Anchor {
        get { center == .work ? .work : .home }
        set { center = newValue == .work ? .work : .home }
    }
}

/// A region where it lies in one replication.
public struct PlacedRegion: Hashable, Sendable {
    public let name: String
    /// On the map of the replication's itinerary.
    public let center: MapPoint
    public let radius: Meters

    /// Whether a point of the map is in the region; its border is.
    public func contains(_ point: MapPoint) -> Bool {
        center.distance(to: point) <= radius
    }
}
