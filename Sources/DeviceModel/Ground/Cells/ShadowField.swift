/// The shadowing of every tower as a pure function of the place.
///
/// A phone that returns finds the old value; nothing is stored or drawn in order.
///
/// It is a sum of four random mosaics of squares, 1/2, 1, 2 and 4 decorrelation distances wide,
/// each turned by 22.5° against the previous one and shifted at random for each tower. A square's
/// value is a hash of tower, mosaic and square. Two places at distance *r* share a square of side
/// *a* with the mean probability (1 − r|cos φ|/a)(1 − r|sin φ|/a), and the mosaics' variances
/// (0.112, 0.241, 0.400, 0.247: a least-squares fit) bring the sum within 0.01 of e^(−r/D).
final class ShadowField: Sendable {
    private struct Mosaic: Sendable {
        let sin: Double
        let cos: Double
        /// Decibels per unit of a sum of four 16-bit uniforms.
        let scale: Double
        let number: UInt64

        init(_ number: Int, side: Double, variance: Double, deviation: Double) {
            let turn = PortableMath.sinCos(degrees: 22.5 * Double(number))
            (sin, cos) = (turn.sin / side, turn.cos / side)
            // The variance of the sum of four uniforms on [0, 1) is 1/3.
            scale = deviation * (3 * variance).squareRoot() * 0x1p-16
            self.number = UInt64(number)
        }

        var most: Double { scale * 131_070 }
    }

    private let mosaics: (Mosaic, Mosaic, Mosaic, Mosaic)
    /// One over the decorrelation distance.
    private let shrink: Double
    private let key: UInt64
    /// The largest sums of all mosaics, without the third, and without the third and fourth.
    private let most: (all: Double, without2: Double, without23: Double)

    static let flat = ShadowField(deviation: 0, decorrelation: 1, key: 0)

    convenience init(_ shadowing: Shadowing, key: UInt64) {
        let own = 1 - shadowing.siteCorrelation
        self.init(
            deviation: shadowing.deviation.magnitude * own.squareRoot(),
            decorrelation: shadowing.decorrelation.magnitude, key: key)
    }

    private init(deviation: Double, decorrelation: Double, key: UInt64) {
        mosaics = (
            Mosaic(0, side: 0.5, variance: 0.112, deviation: deviation),
            Mosaic(1, side: 1, variance: 0.241, deviation: deviation),
            Mosaic(2, side: 2, variance: 0.400, deviation: deviation),
            Mosaic(3, side: 4, variance: 0.247, deviation: deviation)
        )
        shrink = 1 / decorrelation
        self.key = key
        let small = mosaics.0.most + mosaics.1.most
        most = (small + mosaics.2.most + mosaics.3.most, small + mosaics.3.most, small)
    }

    /// A tower's shift and hash key.
    struct Mosaics: BitwiseCopyable, Sendable {
        let key: UInt64
        let east: Double
        let north: Double
    }

    func mosaics(of tower: Int) -> Mosaics {
        let key = SplitMix.mix(key ^ UInt64(bitPattern: Int64(tower)))
        // Whole steps of up to 1024 decorrelation distances separate the mosaics of towers,
        // fractions their borders.
        return Mosaics(
            key: key, east: Double(key >> 44) * 0x1p-10,
            north: Double((key >> 24) & 0xF_FFFF) * 0x1p-10)
    }

    /// The shadowing in decibels.
    func level(_ tower: Mosaics, at point: MapPoint) -> Double {
        let east = point.east * shrink + tower.east
        let north = point.north * shrink + tower.north
        return value(mosaics.0, tower.key, east, north) + value(mosaics.1, tower.key, east, north)
            + value(mosaics.2, tower.key, east, north) + value(mosaics.3, tower.key, east, north)
    }

    /// Whether the shadowing may exceed `need` decibels; false only if it cannot.
    ///
    /// The largest mosaics come first, so that most calls end early.
    func canExceed(_ need: Double, _ tower: Mosaics, at point: MapPoint) -> Bool {
        if need > most.all { return false }
        let east = point.east * shrink + tower.east
        let north = point.north * shrink + tower.north
        var level = value(mosaics.2, tower.key, east, north)
        if need > level + most.without2 { return false }
        level += value(mosaics.3, tower.key, east, north)
        if need > level + most.without23 { return false }
        level += value(mosaics.1, tower.key, east, north)
        return need <= level + mosaics.0.most
    }

    @inline(__always)
    private func value(
        _ mosaic: Mosaic, _ towerKey: UInt64, _ east: Double, _ north: Double
    ) -> Double {
        // The offset of 2^31 decorrelation distances makes truncation round down.
        let x = Int64(east * mosaic.cos - north * mosaic.sin + 0x1p31)
        let y = Int64(east * mosaic.sin + north * mosaic.cos + 0x1p31)
        let square =
            (UInt64(bitPattern: x) &* 0x9E37_79B9_7F4A_7C15)
            ^ (UInt64(bitPattern: y) &* 0xD134_2543_DE82_EF95)
        let bits = SplitMix.mix((towerKey &+ mosaic.number) ^ square)
        // Four 16-bit uniforms: nearly normal without a logarithm.
        let uniforms =
            (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + (bits >> 48)
        return mosaic.scale * Double(Int64(bitPattern: uniforms) - 131_070)
    }
}
