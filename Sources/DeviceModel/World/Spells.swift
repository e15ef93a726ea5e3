import EventKernel
import Quantities

/// Something that lasts, again and again: calls, outages, times that an app is in front.
public struct Spells: Hashable, Sendable {
    /// From the end of one to the beginning of the next; the first begins after one such time.
    public var every: Distribution<Seconds>
    public var duration: Distribution<Seconds>

    public init(every: Distribution<Seconds>, duration: Distribution<Seconds>) {
        self.every = every
        self.duration = duration
    }
}
