/// The phone's relation to a region, as far as monitoring distinguishes.
enum RegionZone: BitwiseCopyable, Hashable, Sendable {
    /// Far enough inside to have entered.
    case inside
    /// Too near to the border for any event.
    case border
    /// Far enough outside to have left.
    case outside
}

/// Two circles for monitoring: entry within the inner, exit beyond the outer.
struct RegionBorder: Hashable, Sendable {
    let center: MapPoint
    /// Metres.
    let inner: Double
    /// Metres; at least `inner`.
    let outer: Double
    /// The radius of the region itself, in metres.
    let radius: Double

    /// The border for a system with accurate positions.
    ///
    /// The phone must be `distance` beyond the border. Half of the radius always suffices inwards,
    /// so that small regions can be entered.
    init(_ region: PlacedRegion, distance: Meters) {
        center = region.center
        radius = region.radius.magnitude
        inner = max(radius - distance.magnitude, radius / 2)
        outer = radius + distance.magnitude
    }

    /// The border for a system that knows only the phone's cell.
    ///
    /// The cell's position decides, and the region is at least as large as the cell: a smaller one
    /// is indistinguishable.
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

    func contains(_ point: MapPoint) -> Bool { center.distance(to: point).magnitude <= radius }

    /// Metres to another zone, at least.
    func slack(at point: MapPoint) -> Double {
        let distance = center.distance(to: point).magnitude
        return min(abs(distance - inner), abs(distance - outer))
    }
}
