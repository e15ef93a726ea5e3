import Kernel

/// The reason why a name cannot be resolved.
public enum NameFault: Hashable, Sendable {
    case noProfile(String, kind: ProfileKind, possible: [String])
    /// A shipped profile was renamed.
    case renamed(String, kind: ProfileKind, now: String)
    /// A kind of radio in place of a single radio.
    case radioKind(String, possible: [String])
    /// A named file is missing or not text.
    case noFile(String, FileFault)
    /// The state is not under `states`.
    case noState(String, possible: [String])
    /// The name inside a shipped file must equal the file's name.
    case otherThanFile(String, file: String)
    /// A path leads to a missing key.
    case noValue(String, in: String, possible: [String])
    /// A path leads into a list or mapping that the file lacks.
    case notThereYet(String, in: String)
    /// A path continues below a value.
    case hasNoKeys(String, found: String)
    /// Several entries of a list lead from one state.
    case severalEntries(String, in: String, possible: [String])
    case noNewValue
    /// A path into a profile that the scenario does not have.
    case noSuchPart(String)
}

extension NameFault: Fault {
    var message: String {
        switch self {
        case .noProfile(let name, let kind, _):
            kind == .cells
                ? "there are no cells named \(quoted(name))"
                : "there is no \(kind.rawValue) named \(quoted(name))"
        case .renamed(let name, let kind, let now):
            "the \(kind.rawValue) \(quoted(name)) is called \(quoted(now)) now"
        case .radioKind(let word, _): "\(quoted(word)) is a kind of radio, not one radio"
        case .noFile(let path, .noSuchFile): "there is no file \(quoted(path))"
        case .noFile(let path, let fault): "\(quoted(path)): \(fault.message)"
        case .noState(let name, _): "there is no state \(quoted(name))"
        case .otherThanFile(let name, let file):
            "the name is \(quoted(name)), but the file is \(quoted(file))"
        case .noValue(let key, let owner, _): "\(owner) has no \(quoted(key))"
        case .notThereYet(let key, let owner): "\(owner) has no \(quoted(key)) yet"
        case .hasNoKeys(let path, let found): "\(path) is \(quoted(found)), without keys of its own"
        case .severalEntries(let key, let owner, _):
            "\(owner) has several entries that lead from \(quoted(key))"
        case .noNewValue: "there is no value after the path"
        case .noSuchPart(let part): "the scenario has no \(part)"
        }
    }

    var advice: String {
        switch self {
        case .noProfile(_, let kind, let possible):
            possible.isEmpty
                ? "There are none; name a file by a path that ends in .yaml."
                : "The \(kind.folder) are \(enumerated(possible)). A path ends in .yaml."
        case .renamed(_, _, let now):
            "Write \(now); docs/guide/profiles.md says why it was renamed."
        case .radioKind(_, let possible):
            "Name one: \(enumerated(possible)). Only compare and replay take a kind."
        case .noFile(_, .noSuchFile):
            "Paths in a file are relative to the file, those of a command to where it runs."
        case .noFile(_, let fault): fault.advice
        case .noState(_, let possible): "The states are \(enumerated(possible))."
        case .otherThanFile: "Make them the same."
        case .noValue(_, _, let possible), .severalEntries(_, _, let possible):
            possible.isEmpty ? "" : possibilities(possible)
        case .notThereYet(let key, _): "Write all of it, in a path that ends with \(key)."
        case .hasNoKeys: "Leave out what follows in the path."
        case .noNewValue: "Write a value as in a profile: 12 s, or { exponential: 3 s }."
        case .noSuchPart(let part): "Leave the path out, or name one by --\(part)."
        }
    }

    var suggestion: String? {
        switch self {
        case .noProfile(let name, _, let possible), .noState(let name, let possible):
            Spelling.closest(to: name, in: possible)
        case .noValue(let key, _, let possible): Spelling.closest(to: key, in: possible)
        case .renamed, .radioKind, .noFile, .otherThanFile, .notThereYet, .hasNoKeys,
            .severalEntries, .noNewValue, .noSuchPart:
            nil
        }
    }
}

/// Guesses the meant word.
public enum Spelling {
    /// The most likely correct spelling, if a candidate is near.
    ///
    /// Near means at most one slip for every three letters, but at least one; case is ignored.
    /// Otherwise it is the shortest candidate that begins with `word`: `pixel-6` means
    /// `pixel-6-2021`.
    public static func closest(to word: String, in candidates: [String]) -> String? {
        let written = letters(word)
        guard !written.isEmpty, written.count <= longest else { return nil }
        let allowed = max(1, written.count / 3)
        var best: (distance: Int, candidate: String)?
        for candidate in candidates where candidate.count <= longest {
            let found = distance(written, letters(candidate))
            if found <= allowed, found < best?.distance ?? .max { best = (found, candidate) }
        }
        return best?.candidate ?? longer(written, in: candidates)
    }

    /// Fewer than three letters begin too many words.
    private static func longer(_ written: [Character], in candidates: [String]) -> String? {
        guard written.count >= 3 else { return nil }
        return candidates.filter { letters($0).starts(with: written) }
            .min { $0.count < $1.count }
    }

    /// The number of slips between two words: an extra, missing, wrong or swapped letter.
    ///
    /// Damerau, "A technique for computer detection and correction of spelling errors", CACM 7
    /// (1964), by the recurrence that edits no letter twice (optimal string alignment).
    ///
    /// - Complexity: O(m · n).
    static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                let replaced = last[column] + (letter == other ? 0 : 1)
                var cost = min(replaced, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }

    /// Longer words are not compared: no key or name has more letters.
    private static let longest = 64

    private static func letters(_ word: String) -> [Character] {
        Array(word.prefix(longest + 1).lowercased())
    }
}
