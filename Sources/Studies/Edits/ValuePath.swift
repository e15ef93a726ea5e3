/// The keys that lead to a value of a scenario or of one of its profiles.
///
/// The first key is a profile (`radio`, `wi-fi-radio`, `device` or `system`) or a key of the
/// scenario: `radio.demotions.CELL_FACH.after`, `device.battery.capacity`,
/// `world.nat-idle-timeout.lognormal.median`, `horizon`. `radio` alone is the scenario's key, the
/// name of the profile.
///
/// An entry of a list is given by its `name:`, by where it leads from (`CELL_FACH`, or
/// `IDLE>CELL_DCH` where several lead from there) or by its number from 1. The policy's own key is
/// optional: `policies.keep-alive-10.interval`. `*` is every entry that has the next key, or whose
/// app has a parameter of that name: `policies.*.keep-alive.message`.
public struct ValuePath: Hashable, Sendable, CustomStringConvertible {
    /// At least one, all non-empty.
    public let keys: [String]

    /// - Parameter text: keys separated by points; spaces around them are ignored.
    /// - Throws: for an empty text or key.
    public init(_ text: String) throws(ValuePathError) {
        keys = text.split(separator: ".", omittingEmptySubsequences: false).map {
            var key = $0.drop(while: \.isWhitespace)
            while key.last?.isWhitespace == true { key.removeLast() }
            return String(key)
        }
        if keys == [""] {
            throw ValuePathError(
                "The path is missing: write one such as radio.demotions.CELL_FACH.after.")
        }
        if keys.contains("") {
            throw ValuePathError(
                "\"\(text)\" is not a path: a key is missing before, after or between its points.")
        }
    }

    public var description: String { keys.joined(separator: ".") }

    /// Stands for every entry of a list.
    public static let everyEntry = "*"

    /// Whether one leads to the other's value or to a part of it.
    public func overlaps(_ other: ValuePath) -> Bool {
        zip(keys, other.keys).allSatisfy {
            $0 == $1 || $0 == Self.everyEntry || $1 == Self.everyEntry
                || $0.hasPrefix("\($1)>") || $1.hasPrefix("\($0)>")
        }
    }
}

/// A replacement for a value in a scenario or a profile.
///
/// It is inserted before anything is read as a quantity, so it passes all checks of a file.
public struct ValueEdit: Hashable, Sendable {
    public let path: ValuePath
    /// One line of YAML: `12 s`, `{ exponential: 3 s }`.
    public let text: String
    /// For messages and notes: `--set`, `--vary`, `factors`.
    public let origin: String

    public init(_ path: ValuePath, _ text: String, origin: String = "--set") {
        (self.path, self.text, self.origin) = (path, text, origin)
    }

    /// - `assignment`: `PATH=VALUE`.
    /// - Throws: without a path or `=`.
    public init(_ assignment: String, origin: String = "--set") throws(ValuePathError) {
        let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let path = try ValuePath(String(parts[0]))
        guard parts.count == 2 else {
            throw ValuePathError(
                "\"\(assignment)\" has no value: write it as in "
                    + "radio.demotions.CELL_FACH.after=5s.")
        }
        self.init(path, String(parts[1]), origin: origin)
    }
}
