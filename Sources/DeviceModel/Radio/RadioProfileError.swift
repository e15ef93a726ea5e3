/// Why a radio machine could not run: where, what is wrong, and what is possible instead.
///
/// Each reason is worded beside the check that finds it.
public struct RadioProfileError: Error, Hashable, Sendable {
    /// The keys that lead to the part of a profile that is at fault. An entry of a list is called
    /// by the states that it leads from and to, as in `CELL_DCH>CELL_FACH`, or by its number.
    public let path: [String]
    public let message: String
    public let advice: String

    init(_ path: [String], _ message: String, advice: String) {
        (self.path, self.message, self.advice) = (path, message, advice)
    }

    /// - Parameter what: a time that must be longer than zero.
    static func notAboveZero(_ what: String, of state: RadioState) -> RadioProfileError {
        RadioProfileError(
            ["states", state.name], "\(what) of \(state.name) is zero, but must be greater",
            advice: "Write a value greater than zero, or leave it out.")
    }
}
