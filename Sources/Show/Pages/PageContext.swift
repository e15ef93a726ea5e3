import Kernel

/// What a page says of a result beside its figures: how it was made, and on what it rests.
public struct PageContext: Sendable {
    package let command: [String]
    package let version: String
    package let inputs: [String]
    /// How many numbers of which file were not measured, a line each.
    package let assumptions: [String]
    /// In what the figures are for something else than the question, a line each.
    package let changes: [String]

    public init(_ manifest: Manifest, assumptions: [String] = [], changes: [String] = []) {
        (command, version) = (manifest.command, manifest.version)
        inputs = manifest.inputs.map(\.name)
        (self.assumptions, self.changes) = (assumptions, changes)
    }

    /// As the command names what was simulated; `nil`: it names nothing.
    package var scenario: String? { command.dropFirst().first.map(Self.quoted) }

    /// The command as a shell takes it.
    var commandLine: String {
        (["tailwatt"] + command).map(Self.quoted).joined(separator: " ")
    }

    private static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-_./,:=+%@".utf8.contains(byte)
                }
            }
        return isPlain
            ? word
            : "'"
                + word.split(separator: "'", omittingEmptySubsequences: false)
                .joined(separator: "'\\''") + "'"
    }
}
