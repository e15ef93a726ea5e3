/// The ziggurat of a decreasing density: layers of equal area.
///
/// Most draws cost one random word, one multiplication and one comparison. Marsaglia and Tsang,
/// "The ziggurat method for generating random variables", J. Stat. Software 5(8), 2000, in the form
/// of Doornik (2005), which takes layer and position from separate bits.
@usableFromInline
struct Ziggurat: ~Copyable, Sendable {
    @usableFromInline static let layers = 256

    /// Right edges of the layers, widest first; `edges[layers]` is 0.
    @usableFromInline let edges: FixedArray<Double>
    /// The density at each edge.
    @usableFromInline let heights: FixedArray<Double>
    /// Where the tail begins.
    @usableFromInline let tail: Double

    /// - Parameters:
    ///   - tail: the right edge of the base layer's rectangle.
    ///   - area: the area of each layer; that of the base includes the tail.
    init(tail: Double, area: Double, density: (Double) -> Double, inverse: (Double) -> Double) {
        var edges = [area / density(tail), tail]
        for layer in 1..<(Self.layers - 1) {
            edges.append(inverse(area / edges[layer] + density(edges[layer])))
        }
        edges.append(0)
        self.edges = FixedArray(edges)
        self.heights = FixedArray(edges.map(density))
        self.tail = tail
    }

    /// e^−x. The tail's start and the area for 256 layers: Marsaglia and Tsang, §2.
    @usableFromInline static let exponential = Ziggurat(
        tail: 7.697117470131050, area: 0.003949659822581557,
        density: { PortableMath.exp(-$0) }, inverse: { -PortableMath.log($0) })

    /// e^(−x²/2). The tail's start for 256 layers: Marsaglia and Tsang, §2.
    ///
    /// The area is that of the tail and the rectangle before it; the paper prints twelve digits of
    /// it, too few to close the ziggurat.
    @usableFromInline static let normal = Ziggurat(
        tail: 3.654152885361009, area: 0.004928673233974655,
        density: { PortableMath.exp(-0.5 * $0 * $0) },
        inverse: { (-2 * PortableMath.log($0)).squareRoot() })
}

extension RandomStream {
    /// An exponential number with mean 1.
    @inlinable @inline(__always)
    public mutating func exponential() -> Double {
        exponential(edges: Ziggurat.exponential.edges.pointer(to: 0))
    }

    /// The ziggurat of an exponential, for draws by vectors: 257 edges, and the density there.
    public static var exponentialTables: (UnsafePointer<Double>, UnsafePointer<Double>) {
        (Ziggurat.exponential.edges.pointer(to: 0), Ziggurat.exponential.heights.pointer(to: 0))
    }

    /// - Parameter edges: of `Ziggurat.exponential`, looked up once.
    @inlinable @inline(__always)
    mutating func exponential(edges: UnsafePointer<Double>) -> Double {
        let bits = next()
        // There are 256 layers, and so 257 edges.
        let layer = Int(truncatingIfNeeded: bits & 255)
        let x = Double(bits >> 11) * 0x1p-53 * edges[layer]
        if x < edges[layer + 1] { return x }
        return exponential(at: x, in: layer)
    }

    /// Continues for a position within a layer but outside the next one above it.
    @usableFromInline
    mutating func exponential(at position: Double, in layer: Int) -> Double {
        if layer == 0 {
            // Memoryless: beyond the tail's start the density repeats itself.
            return Ziggurat.exponential.tail + exponential()
        }
        let density = PortableMath.exp(-position)
        return isBelowDensity(Ziggurat.exponential, layer, density) ? position : exponential()
    }

    /// Normal with mean 0 and standard deviation 1.
    @inlinable
    public mutating func normal() -> Double {
        while true {
            let bits = next()
            let layer = Int(truncatingIfNeeded: bits & 255)
            let x = Double(bits >> 11) * 0x1p-53 * Ziggurat.normal.edges[layer]
            let sign: Double = bits & 256 == 0 ? 1 : -1
            if x < Ziggurat.normal.edges[layer + 1] { return sign * x }
            if layer == 0 { return sign * normalTail(beyond: Ziggurat.normal.tail) }
            if isBelowDensity(Ziggurat.normal, layer, PortableMath.exp(-0.5 * x * x)) {
                return sign * x
            }
        }
    }

    /// Whether a random height within `layer` lies under the density there.
    @inlinable
    mutating func isBelowDensity(
        _ ziggurat: borrowing Ziggurat, _ layer: Int, _ density: Double
    ) -> Bool {
        let low = ziggurat.heights[layer]
        return low + uniform() * (ziggurat.heights[layer + 1] - low) < density
    }

    /// A normal beyond `start`: Marsaglia (1964), by two exponentials.
    @inlinable
    mutating func normalTail(beyond start: Double) -> Double {
        while true {
            let x = exponential() / start
            let y = exponential()
            if 2 * y > x * x { return start + x }
        }
    }
}
