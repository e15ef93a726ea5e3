/// A distribution made ready for the event loop.
///
/// A `Distribution` may hold a list of values, so each copy of one is counted by reference. A
/// sampler is four words: it draws the laws that traffic mostly follows itself, leaving others to
/// its distribution. With the portable rounding of `Int64(nearest:)` this took 19 % off the
/// workload W1.
public struct Sampler<Value: Quantity>: BitwiseCopyable, @unchecked Sendable {
    @usableFromInline
    enum Law: BitwiseCopyable, Sendable {
        case constant, exponential, uniform
        /// Any other.
        case general
    }

    @usableFromInline let law: Law
    /// The constant, the mean or the low end.
    @usableFromInline let first: Value
    /// From the low end to the high end.
    @usableFromInline let width: Value
    /// Of the exponential's ziggurat, which lives as long as the program.
    @usableFromInline let edges: UnsafePointer<Double>

    public init(_ distribution: Distribution<Value>) {
        edges = Ziggurat.exponential.edges.pointer(to: 0)
        switch distribution {
        case .constant(let value): (law, first, width) = (.constant, value, .zero)
        case .exponential(let mean): (law, first, width) = (.exponential, mean, .zero)
        case .uniform(let low, let high): (law, first, width) = (.uniform, low, high - low)
        default: (law, first, width) = (.general, .zero, .zero)
        }
    }

    /// The same draw as that of the distribution that this was made of.
    ///
    /// - Parameters:
    ///   - stream: drawn from as the distribution would.
    ///   - distribution: that distribution.
    @inlinable @inline(__always)
    public func sample(
        _ stream: inout RandomStream, of distribution: @autoclosure () -> Distribution<Value>
    ) -> Value {
        switch law {
        case .constant: first
        case .exponential: first * stream.exponential(edges: edges)
        case .uniform: first + width * stream.uniform()
        case .general: distribution().sample(&stream)
        }
    }
}
