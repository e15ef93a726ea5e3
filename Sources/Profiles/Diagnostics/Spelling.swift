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
        return candidates.filter { letters($0).starts(with: written) }.min { $0.count < $1.count }
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

    /// Units are too short to count slips: `m` is as near to `ms` as to `min`.
    static func unit(meantBy written: String, among possible: [String]) -> String? {
        let plain = written.lowercased()
        if let unit = possible.first(where: { $0.lowercased() == plain }) { return unit }
        return everydayUnits[plain].flatMap { possible.contains($0) ? $0 : nil }
    }

    private static let everydayUnits = [
        "sec": "s", "secs": "s", "second": "s", "seconds": "s", "msec": "ms", "m": "min",
        "mins": "min", "minute": "min", "minutes": "min", "hr": "h", "hrs": "h", "hour": "h",
        "hours": "h", "day": "d", "days": "d", "watt": "W", "watts": "W", "milliwatts": "mW",
        "joule": "J", "joules": "J", "volt": "V", "volts": "V", "byte": "B", "bytes": "B",
        "bps": "bit/s", "kbps": "kbit/s", "mbps": "Mbit/s", "gbps": "Gbit/s", "kb/s": "kbit/s",
        "mb/s": "Mbit/s", "kmh": "km/h", "kph": "km/h", "mps": "m/s", "meter": "m",
        "meters": "m", "metre": "m", "metres": "m", "percent": "%", "per km": "/km",
        "mw/mbit/s": "mW/Mbps", "\u{3BC}s": "µs", "\u{3BC}w": "µW", "\u{3BC}j": "µJ",
    ]
}
