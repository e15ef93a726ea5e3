/// Why there is no such value, although each of its options can be read.
public struct FormFault: Error, Hashable, Sendable {
    /// The option at fault, as a file spells it; `nil`: all of them together.
    public let option: String?
    /// What is wrong.
    public let message: String
    /// What is possible instead.
    public let advice: String

    public init(option: String?, message: String, advice: String) {
        (self.option, self.message, self.advice) = (option, message, advice)
    }
}
