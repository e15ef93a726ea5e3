/// How the phone gets about during a leg of its way.
public enum TravelMode: String, CaseIterable, Hashable, Sendable {
    case stay
    case walk
    case cycle
    case drive
    case train
    /// As a receiver recorded it.
    case recorded
    /// Between two pieces of a recorded track: where the phone was is not known.
    case unknown
}
