/// Random values by time or place, independent of the order of requests.
struct PlaceHash: Sendable {
    private let key: UInt64
    /// Antithetic worlds have complementary words.
    private let complement: UInt64

    init(key: UInt64, complement: UInt64 = 0) { (self.key, self.complement) = (key, complement) }

    /// Uses the first word of a stream; antithetic if the stream is.
    init(_ stream: RandomStream) {
        var stream = stream
        self.init(key: stream.next() ^ stream.complement, complement: stream.complement)
    }

    /// A uniform number on [0, 1).
    func uniform(_ number: Int64, _ purpose: UInt64) -> Double {
        let word = SplitMix.mix(SplitMix.mix(key ^ purpose) ^ UInt64(bitPattern: number))
        return Double((word ^ complement) >> 11) * 0x1p-53
    }

    /// Uniform on [0, 1), constant within a square of `side` metres.
    func uniform(at point: MapPoint, side: Double, _ purpose: UInt64) -> Double {
        uniform(Self.square(point, side), purpose)
    }

    /// A stream that starts anew for each number.
    func stream(_ number: Int64, _ purpose: UInt64) -> RandomStream {
        var word = SplitMix.mix(key ^ purpose) ^ UInt64(bitPattern: number)
        func next() -> UInt64 {
            word = SplitMix.mix(word)
            return word
        }
        return RandomStream(state: (next(), next(), next(), next() | 1), complement: complement)
    }

    /// A bivariate normal with variance 1 in each direction.
    ///
    /// The radius is Rayleigh's, the direction uniform (Box and Muller, Annals of Mathematical
    /// Statistics 29, 1958).
    func normal(_ number: Int64, _ purpose: UInt64) -> MapPoint {
        let radius = (-2 * PortableMath.log(1 - uniform(number, purpose))).squareRoot()
        let bearing = PortableMath.sinCos(degrees: 360 * uniform(number, purpose ^ Self.second))
        return MapPoint(east: radius * bearing.sin, north: radius * bearing.cos)
    }

    /// A bivariate normal that is continuous in time.
    ///
    /// Normals on a grid of `step` are mixed in between and scaled to constant variance. Values two
    /// steps apart or more are independent.
    func normal(at time: Instant, step: TimeSpan, _ purpose: UInt64) -> MapPoint {
        let number = time.nanoseconds / step.nanoseconds
        let share = Double(time.nanoseconds % step.nanoseconds) / Double(step.nanoseconds)
        let (before, after) = (normal(number, purpose), normal(number + 1, purpose))
        let scale = 1 / ((1 - share) * (1 - share) + share * share).squareRoot()
        return MapPoint(
            east: scale * (before.east * (1 - share) + after.east * share),
            north: scale * (before.north * (1 - share) + after.north * share))
    }

    /// A uniform point on the unit disc.
    func disc(_ number: Int64, _ purpose: UInt64) -> MapPoint {
        let radius = uniform(number, purpose).squareRoot()
        let bearing = PortableMath.sinCos(degrees: 360 * uniform(number, purpose ^ Self.second))
        return MapPoint(east: radius * bearing.sin, north: radius * bearing.cos)
    }

    static func square(_ point: MapPoint, _ side: Double) -> Int64 {
        // The offset makes truncation round down.
        let x = UInt64(point.east / side + 0x1p31)
        let y = UInt64(point.north / side + 0x1p31)
        return Int64(bitPattern: x << 32 ^ y)
    }

    /// Separates the second number of a pair.
    private static let second: UInt64 = 0x5851_F42D_4C95_7F2D
}
