/// Why there is no such value, although each of its options can be read.
public struct FormFault: Error, Hashable, Sendable {
    /// The option at fault, as a file spells it; `nil`: all of them together.
    public let option: String?
    /// Which one of the option's list it is, from 0; `nil`: all of the option.
    public let item: Int?
    /// What is wrong.
    public let message: String
    /// What is possible instead.
    public let advice: String

    public init(option: String?, item: Int? = nil, message: String, advice: String) {
        (self.option, self.item, self.message, self.advice) = (option, item, message, advice)
    }
}
