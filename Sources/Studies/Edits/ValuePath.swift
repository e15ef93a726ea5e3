/// A value of a scenario or of one of its profiles, by the keys that lead to it.
///
/// The first key is `radio`, `wi-fi-radio`, `device` or `system`, and leads into that profile, or
/// it is a key of the scenario: `radio.demotions.CELL_FACH.after`, `device.battery.capacity`,
/// `world.nat-idle-timeout.lognormal.median`, `horizon`. `radio` alone is the scenario's key, the
/// name of the profile.
///
/// Entries of a list are named by their `name:`, by where they lead from, `CELL_FACH` or, where
/// several lead from there, `IDLE>CELL_DCH`, or by their number from 1. The policy's own key may be
/// left out: `policies.keep-alive-10.interval` is the option of whatever policy that is. `*` stands
/// for every entry that has the key after it: `policies.*.keep-alive.message`.
public struct ValuePath: Hashable, Sendable, CustomStringConvertible {
    /// At least one; none is empty.
    public let keys: [String]

    /// - Parameter text: keys with points between them; blanks around them do not count.
    /// - Throws: for a text without any key, and for a key without a letter.
    public init(_ text: String) throws(ValuePathError) {
        keys = text.split(separator: ".", omittingEmptySubsequences: false).map {
            var key = $0.drop(while: \.isWhitespace)
            while key.last?.isWhitespace == true { key.removeLast() }
            return String(key)
        }
        if keys == [""] { throw .empty }
        if keys.contains("") { throw .emptyKey(text) }
    }

    public var description: String { keys.joined(separator: ".") }

    /// The key that stands for every entry of a list.
    public static let everyEntry = "*"

    /// Whether one of the paths leads to the other's value, or to a part of it.
    public func overlaps(_ other: ValuePath) -> Bool {
        zip(keys, other.keys).allSatisfy {
            $0 == $1 || $0 == Self.everyEntry || $1 == Self.everyEntry
                || $0.hasPrefix("\($1)>") || $1.hasPrefix("\($0)>")
        }
    }
}

/// A value that takes the place of one in a scenario or in one of its profiles.
///
/// The text is put where the value stands before anything is read as a quantity, so everything
/// that is checked of a file is checked of it.
public struct ValueEdit: Hashable, Sendable {
    public let path: ValuePath
    /// As YAML has it in one line: `12 s`, `{ exponential: 3 s }`.
    public let text: String
    /// What asks for it, for messages and notes: `--set`, `--vary`, `factors`.
    public let origin: String

    public init(_ path: ValuePath, _ text: String, origin: String = "--set") {
        self.path = path
        self.text = text
        self.origin = origin
    }

    /// - Parameters:
    ///   - assignment: `PATH=VALUE`.
    ///   - origin: what asks for it.
    /// - Throws: if there is no path, or no `=`.
    public init(_ assignment: String, origin: String = "--set") throws(ValuePathError) {
        let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let path = try ValuePath(String(parts[0]))
        guard parts.count == 2 else { throw .noValue(assignment) }
        self.init(path, String(parts[1]), origin: origin)
    }
}
