import Kernel

/// Why a file cannot be used: what is wrong, and what to do.
public struct InputFault: Error, Hashable, Sendable {
    /// The fault in one sentence without a full stop.
    public let message: String
    /// Advice in whole sentences; empty if the message suffices.
    public let advice: String
    /// Whether the file is missing rather than wrong.
    public var isAboutMissingInput = false
}

/// A fault of a file other than a packet trace, with its place.
public struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
    public let path: String
    /// From 1; `nil` where the fault has no place.
    public let line: Int?
    /// The name of a table's column; `nil` where the fault is not in a cell.
    public let column: String?
    public let fault: InputFault

    public init(_ fault: InputFault, path: String, line: Int? = nil, column: String? = nil) {
        (self.fault, self.path, self.line, self.column) = (fault, path, line, column)
    }

    public var message: String { fault.message }

    public var advice: String { fault.advice }

    /// Place and message, and the advice on a second line; always two lines.
    public var description: String {
        [place + ": " + message, advice].map { PrintableText.line($0) }.joined(separator: "\n")
    }

    private var place: String {
        var text = path
        if let line { text += ":\(line)" }
        if let column { text += ", column \(PrintableText.excerpt(column, to: 40))" }
        return text
    }
}
