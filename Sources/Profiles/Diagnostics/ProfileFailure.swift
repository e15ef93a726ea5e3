/// All faults because of which a profile or scenario could not be loaded.
public struct ProfileFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// At least one, in the order of the text.
    public let diagnostics: [Diagnostic]

    public init(_ diagnostics: [Diagnostic]) {
        precondition(!diagnostics.isEmpty, "a failure has a reason")
        // A foreign file is reported once, wherever its faults are.
        var foreign: Set<String?> = []
        self.diagnostics = diagnostics.filter {
            $0.fault != .notOurs || foreign.insert($0.file).inserted
        }
    }

    init(_ diagnostic: Diagnostic) { self.init([diagnostic]) }

    /// A fault of a file other than a profile.
    init(_ error: InputError) {
        self.init(Diagnostic(Fault(error), at: error.line, of: error.path))
    }

    public var category: Category {
        diagnostics.allSatisfy { $0.isAboutMissingInput } ? .noInput : .badData
    }

    /// Exit codes of `sysexits.h`.
    public enum Category: Int32, Sendable {
        case badData = 65
        case noInput = 66
    }

    static let kept = 100

    public static let shown = 20

    public var description: String {
        var parts = diagnostics.prefix(Self.shown).map(\.rendered)
        let hidden = diagnostics.count - Self.shown
        if hidden > 0 { parts.append("... and \(hidden) more") }
        return parts.joined(separator: "\n")
    }
}

extension Diagnostic {
    /// Whether the requested file is missing; a name inside a file is data.
    fileprivate var isAboutMissingInput: Bool {
        switch fault.subject {
        case .file, .profile: place == nil
        case .part, .text: false
        }
    }
}
