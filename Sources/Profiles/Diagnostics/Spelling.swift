/// Guesses what somebody meant to write.
public enum Spelling {
    /// The one of `candidates` that `word` is most likely a misspelling of, if any is near.
    ///
    /// Near is: one slip for every three letters, and one at least. Case does not count. If none is
    /// near, it is the shortest one that begins with `word`: who knows `pixel-6` means
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

    /// Less than three letters begin too many words.
    private static func longer(_ written: [Character], in candidates: [String]) -> String? {
        guard written.count >= 3 else { return nil }
        return candidates.filter { letters($0).starts(with: written) }
            .min { $0.count < $1.count }
    }

    /// The number of slips between two words: a letter too many, too few, wrong, or two swapped.
    ///
    /// Damerau, "A technique for computer detection and correction of spelling errors", CACM 7
    /// (1964), by the recurrence that edits no letter twice (optimal string alignment).
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

    /// Longer words than any key or name are not looked at.
    private static let longest = 64

    private static func letters(_ word: String) -> [Character] {
        Array(word.prefix(longest + 1).lowercased())
    }
}
