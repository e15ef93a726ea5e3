/// Why a profile or scenario could not be loaded: everything that is wrong with it.
public struct ProfileFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// At least one, in the order of the text.
    public let diagnostics: [Diagnostic]

    public init(_ diagnostics: [Diagnostic]) {
        precondition(!diagnostics.isEmpty, "a failure has a reason")
        // A file that is none of ours has one fault, wherever it shows.
        var foreign: Set<String?> = []
        self.diagnostics = diagnostics.filter {
            $0.kind != .file(.notOurs) || foreign.insert($0.file).inserted
        }
    }

    init(_ diagnostic: Diagnostic) { self.init([diagnostic]) }

    /// What kind of failure it is, for the exit code.
    public var category: Category {
        diagnostics.allSatisfy { $0.isAboutMissingInput } ? .noInput : .badData
    }

    /// Failures by the exit codes of `sysexits.h`.
    public enum Category: Int32, Sendable {
        /// The file says something that cannot be.
        case badData = 65
        /// There is no such file or profile.
        case noInput = 66
    }

    /// No more faults of a file than these are kept.
    static let kept = 100

    /// How many diagnostics are shown.
    public static let shown = 20

    /// All diagnostics, rendered; of more than twenty the first twenty.
    public var description: String {
        var parts = diagnostics.prefix(Self.shown).map(\.rendered)
        let hidden = diagnostics.count - Self.shown
        if hidden > 0 { parts.append("... and \(hidden) more") }
        return parts.joined(separator: "\n")
    }
}

extension Diagnostic {
    /// Whether what was asked for is not there, rather than wrong. A name in a file is data.
    fileprivate var isAboutMissingInput: Bool {
        switch kind {
        case .file(.noSuchFile), .file(.isDirectory), .file(.outside), .file(.unreadable):
            place == nil
        case .name(.noProfile), .name(.renamed), .name(.radioKind): place == nil
        default: false
        }
    }
}
