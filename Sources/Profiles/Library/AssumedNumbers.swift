extension LoadedScenario {
    /// The uncertain numbers of a scenario, its device, radios and system: first those with a
    /// range, then other assumptions.
    ///
    /// An option that differs between policies is what the scenario compares, so it is left out;
    /// one that policies share is a single number.
    ///
    /// - Parameter factor: Divides and multiplies a number without a range; above 1.
    public func assumedNumbers(factor: Double) -> [AssumedNumber] {
        let values = assumedValues
        let known = uncertain.map { parameter in
            let value = values.all.first { $0.path.overlaps(parameter.path) }
            // A range in place, or around a part, has one value only at its centre.
            let isWhole = value?.path.keys.count == parameter.path.keys.count
            let isOne = value?.text.contains("({") != true
            return AssumedNumber(
                parameter, value: (isWhole && isOne ? value?.text : nil) ?? parameter.law.central,
                origin: value?.origin ?? "what the file says of its range", hasRange: true)
        }
        let others = values.assumed.filter { value in
            !uncertain.contains { $0.path.overlaps(value.path) }
        }
        return known
            + others.compactMap {
                AssumedNumber($0.path, value: $0.text, origin: $0.origin, factor: factor)
            }
    }

    private var assumedValues: (all: [StatedValue], assumed: [StatedValue]) {
        var all: [StatedValue] = []
        var radios = 0
        for file in files {
            guard let first = Self.first(of: file.role, after: &radios) else { continue }
            all += file.provenance.compactMap { StatedValue($0, below: first) }
        }
        let options = all.filter { $0.policy != nil }
        var (assumed, seen): ([StatedValue], Set<ValuePath>) = ([], [])
        for value in all where value.isAssumed {
            guard let shared = value.shared(among: options), seen.insert(shared.path).inserted
            else { continue }
            assumed.append(shared)
        }
        return (all, assumed)
    }

    /// The first key of paths into a file; empty for the scenario, `nil` without such paths.
    private static func first(of role: InputFile.Role, after radios: inout Int) -> String? {
        switch role {
        case .scenario: return ""
        case .device: return "\(ValuePath.Part.device.rawValue)."
        case .system: return "\(ValuePath.Part.system.rawValue)."
        case .radio:
            radios += 1
            let part: ValuePath.Part = radios == 1 ? .radio : .wiFiRadio
            return "\(part.rawValue)."
        case .movement, .cells, .user, .app, .budget, .data: return nil
        }
    }
}

private struct StatedValue {
    var path: ValuePath
    let text: String
    let origin: String
    let isAssumed: Bool
    /// `false` for a default.
    let isGiven: Bool
    let policy: String?
    private let option: String

    /// - Returns: `nil` for a rule in words.
    init?(_ entry: ProvenanceEntry, below first: String) {
        switch entry.origin {
        case .assumption(let why): (origin, isAssumed) = ("assumed: \(why)", true)
        case .byDefault: (origin, isAssumed) = ("assumed by default", true)
        case .source(let source):
            (origin, isAssumed) = ("source: \(source.key ?? source.citation)", false)
        case .unstated: (origin, isAssumed) = ("the scenario's choice", false)
        case .changed(let change): (origin, isAssumed) = ("by \(change.origin)", false)
        case .word: return nil
        }
        isGiven = entry.line != nil
        let dotted = Self.dotted(entry.path)
        let drawn = isGiven ? DrawnText(entry.text, at: dotted) : nil
        text = drawn?.text ?? entry.text
        let whole = drawn?.path ?? dotted
        guard let path = try? ValuePath(first + whole) else { return nil }
        self.path = path
        let list = "policies["
        guard first.isEmpty, entry.path.hasPrefix(list),
            let end = entry.path.firstIndex(of: "]")
        else {
            (policy, option) = (nil, "")
            return
        }
        let name = String(entry.path[..<end].dropFirst(list.count))
        policy = name
        option = String(whole.dropFirst("policies.".count + name.count + 1))
    }

    /// The number as an assumption of all policies; `nil` if it distinguishes one policy.
    func shared(among options: [StatedValue]) -> StatedValue? {
        guard policy != nil else { return self }
        let same = options.filter { $0.option == option }
        let isAlike = same.allSatisfy { $0.text == text && $0.isAssumed }
        if same.count == 1 || !isAlike { return isGiven ? nil : self }
        var all = self
        all.path = (try? ValuePath("policies.\(ValuePath.everyEntry).\(option)")) ?? path
        return all
    }

    /// Converts `a[0].b[X -> Y]` to the path `a.1.b.X>Y`.
    private static func dotted(_ path: String) -> String {
        path.split(separator: "[").enumerated().map { index, part in
            guard index > 0, let end = part.firstIndex(of: "]") else { return String(part) }
            let entry = part[..<end].split(separator: " -> ").joined(separator: ">")
            return (Int(entry).map { "\($0 + 1)" } ?? entry) + part[part.index(after: end)...]
        }.joined(separator: ".")
    }
}

/// A distribution in a file, as a path and a value that can replace it.
private struct DrawnText {
    let path: String
    let text: String

    /// - Parameters:
    ///   - text: Such as `exponential: 30 min`; any other text gives `nil`.
    ///   - path: The whole distribution, or the part after its word.
    init?(_ text: String, at path: String) {
        guard let colon = text.firstIndex(of: ":"),
            MappingReader.laws.contains(String(text[..<colon]))
        else { return nil }
        let word = String(text[..<colon])
        let rest = String(text[text.index(after: colon)...].drop(while: \.isWhitespace))
        let isAfterWord = path.hasSuffix(".\(word)")
        let own = isAfterWord ? path : "\(path).\(word)"
        switch word {
        case "exponential": (self.path, self.text) = (own, rest)
        case "lognormal", "weibull", "gamma":
            let key = word == "lognormal" ? "median" : "scale"
            guard let value = Self.value(of: key, in: rest) else { return nil }
            (self.path, self.text) = ("\(own).\(key)", value)
        default: (self.path, self.text) = isAfterWord ? (own, rest) : (path, "{ \(text) }")
        }
    }

    /// `45 min` for the key `median` of `{ median: 45 min, sigma: 0.5 }`.
    private static func value(of key: String, in mapping: String) -> String? {
        for part in mapping.split(whereSeparator: { "{},".contains($0) }) {
            let words = part.split(separator: ":", maxSplits: 1)
            if words.count == 2, words[0].filter({ !$0.isWhitespace }) == key {
                return String(words[1].drop(while: \.isWhitespace))
                    .split(separator: " ").joined(separator: " ")
            }
        }
        return nil
    }
}
