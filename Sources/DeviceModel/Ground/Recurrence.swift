import EventKernel
import Quantities

/// Something that happens again and again in a world, by laws of its own and from a stream of its
/// own, which nobody else draws from.
struct Recurrence: Sendable {
    private let every: Distribution<Seconds>
    private(set) var stream: RandomStream
    /// How often it has happened.
    private(set) var count: Int32 = 0

    init(every: Distribution<Seconds>, stream: RandomStream) {
        self.every = every
        self.stream = stream
    }

    /// It has happened.
    ///
    /// - Returns: its number, from 0.
    mutating func happen() -> Int32 {
        defer { count &+= 1 }
        return count
    }

    /// Until it happens next.
    mutating func gap() -> TimeSpan { TimeSpan(every.sample(&stream)) }

    /// Something else about it: how long it lasts, how much it is.
    mutating func draw<Value>(_ distribution: Distribution<Value>) -> Value {
        distribution.sample(&stream)
    }
}
