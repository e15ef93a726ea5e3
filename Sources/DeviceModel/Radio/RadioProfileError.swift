/// Why a radio machine could not run: where, what is wrong, and what is possible instead.
///
/// Each reason is worded beside the check that finds it.
public struct RadioProfileError: Error, Hashable, Sendable {
    public let place: Place
    public let message: String
    public let advice: String

    init(_ place: Place, _ message: String, advice: String) {
        (self.place, self.message, self.advice) = (place, message, advice)
    }

    /// The part of a profile that is at fault.
    public enum Place: Hashable, Sendable {
        case profile(key: String)
        case state(String, key: String? = nil)
        case raised(from: String)
        case timer(from: String)
        case promotion(from: String, to: String)
        /// The second promotion from a state with trigger `data`.
        case secondTrigger(from: String)
        case placement(from: String, to: String, PacketPlacement.Place)
        /// A promotion, timer or fast dormancy that leads to a state.
        case entrance(to: String, from: String)
        case level(String)
    }
}

extension RadioProfileError {
    /// - Parameter what: a time that must be longer than zero.
    static func notAboveZero(_ what: String, of state: RadioState) -> RadioProfileError {
        RadioProfileError(
            .state(state.name), "\(what) of \(state.name) is zero, but must be greater",
            advice: "Write a value greater than zero, or leave it out.")
    }
}
