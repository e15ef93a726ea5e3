/// The middles of equal hexagons that fill a plane.
struct HexagonalGrid: Sendable {
    /// A hexagon by its steps along two axes at 60°.
    struct Place: Hashable, Sendable {
        var q: Int
        var r: Int

        var number: Int { q << 32 | Int(UInt32(truncatingIfNeeded: r)) }

        /// A number from 0, ring by ring: (0, 0) is 0, the six around it 1 to 6, the next twelve 7
        /// to 18.
        ///
        /// Rings begin at the end of the first axis.
        var outward: Int {
            let s = -q - r
            let ring = max(abs(q), abs(r), abs(s))
            if ring == 0 { return 0 }
            // Six sides of `ring` steps; a coordinate is 0 at each corner.
            let (side, step) =
                if q > 0, r >= 0 {
                    (0, r)
                } else if q <= 0, s < 0 {
                    (1, -q)
                } else if r > 0, s >= 0 {
                    (2, s)
                } else if q < 0, r <= 0 {
                    (3, -r)
                } else if q >= 0, s > 0 {
                    (4, q)
                } else {
                    (5, -s)
                }
            return 3 * ring * (ring - 1) + 1 + side * ring + step
        }

        init(q: Int, r: Int) { (self.q, self.r) = (q, r) }
        init(number: Int) { (q, r) = (number >> 32, Int(Int32(truncatingIfNeeded: number))) }
    }

    /// Metres between neighbouring middles.
    let spacing: Double
    private let origin: MapPoint
    private let sin: Double
    private let cos: Double
    private static let height = 0.75.squareRoot()

    /// - Parameters:
    ///   - spacing: in metres, √3 times the hexagon's radius.
    ///   - origin: the middle of (0, 0).
    ///   - turn: degrees of the first axis from east towards north.
    init(spacing: Double, origin: MapPoint, turn: Double) {
        (self.spacing, self.origin) = (spacing, origin)
        (sin, cos) = PortableMath.sinCos(degrees: turn)
    }

    func middle(of place: Place) -> MapPoint {
        let x = spacing * (Double(place.q) + 0.5 * Double(place.r))
        let y = spacing * Self.height * Double(place.r)
        return MapPoint(
            east: origin.east + x * cos - y * sin, north: origin.north + x * sin + y * cos)
    }

    /// Rounds the three cube coordinates, and corrects the one with the largest error so that they
    /// add up to zero.
    func place(at point: MapPoint) -> Place {
        let (east, north) = (point.east - origin.east, point.north - origin.north)
        let (x, y) = (east * cos + north * sin, north * cos - east * sin)
        let r = y / (spacing * Self.height)
        let q = x / spacing - 0.5 * r
        var (nearQ, nearR) = (q.rounded(), r.rounded())
        let nearS = (-q - r).rounded()
        let (offQ, offR, offS) = (abs(nearQ - q), abs(nearR - r), abs(nearS + q + r))
        if offQ > offR && offQ > offS {
            nearQ = -nearR - nearS
        } else if offR > offS {
            nearR = -nearQ - nearS
        }
        return Place(q: Int(nearQ), r: Int(nearR))
    }

    /// Steps to a hexagon itself, the six around it, and the twelve around those.
    static let neighbours: [(q: Int, r: Int)] = (0...2).flatMap(ring)

    private static func ring(_ steps: Int) -> [(q: Int, r: Int)] {
        var places: [(q: Int, r: Int)] = []
        for q in -steps...steps {
            for r in -steps...steps where max(abs(q), abs(r), abs(q + r)) == steps {
                places.append((q, r))
            }
        }
        return places
    }
}
