import Kernel

/// Where a phone is to a region, as far as monitoring tells places apart.
enum RegionZone: BitwiseCopyable, Hashable, Sendable {
    /// So far within that the phone has entered.
    case inside
    /// Too near to the border to say: nothing changes here.
    case border
    /// So far beyond that the phone has left.
    case outside
}

/// The two circles around a region that monitoring looks at: within the inner one the phone has
/// entered, beyond the outer one it has left.
struct RegionBorder: Hashable, Sendable {
    let center: MapPoint
    /// Metres.
    let inner: Double
    /// Metres; not less than the inner one.
    let outer: Double
    /// Of the region itself, in metres.
    let radius: Double

    /// The border of a region for a system that knows the phone's place well.
    ///
    /// The phone must be `distance` beyond the border, to either side. Inwards it need not come
    /// nearer to the middle than half of the radius, so that small regions can be entered too.
    init(_ region: PlacedRegion, distance: Meters) {
        center = region.center
        radius = region.radius.magnitude
        inner = max(radius - distance.magnitude, radius / 2)
        outer = radius + distance.magnitude
    }

    /// The border of a region for a system that knows the phone's cell alone.
    ///
    /// The cell's own place decides, and a region smaller than the cell is as large as the cell:
    /// all that such a system can tell is that the phone is in a cell that reaches the region's
    /// middle.
    init(_ region: PlacedRegion, distance: Meters, cell: Meters) {
        center = region.center
        radius = max(region.radius, cell).magnitude
        inner = radius
        outer = radius + distance.magnitude
    }

    func zone(of point: MapPoint) -> RegionZone {
        let distance = center.distance(to: point).magnitude
        if distance <= inner { return .inside }
        return distance > outer ? .outside : .border
    }

    /// Whether the region itself holds the point.
    func contains(_ point: MapPoint) -> Bool {
        center.distance(to: point).magnitude <= radius
    }

    /// How far, at least, it is from `point` to another zone.
    func slack(at point: MapPoint) -> Double {
        let distance = center.distance(to: point).magnitude
        return min(abs(distance - inner), abs(distance - outer))
    }
}
