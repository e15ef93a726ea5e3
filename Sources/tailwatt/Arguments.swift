/// Reports errors in the words of the profile reader.
func quantity<Value: Quantity>(_ text: String) throws -> Value {
    do throws(QuantityError) {
        return try Value(parsing: text)
    } catch { throw ValidationError("\(error.message). \(error.advice)") }
}

/// Refuses a command line that is wrong, in these words.
func refuse(_ isWrong: Bool, _ words: @autoclosure () -> String) throws {
    if isWrong { throw ValidationError(words()) }
}

let listFilter = "Show only entries whose name or description has this word, in any case."

/// The entries whose text contains a word; all without a word.
func entries<Entry>(
    _ all: [Entry], with word: String?, _ kind: String, _ text: (Entry) -> String
) throws -> [Entry] {
    guard let word else { return all }
    let found = all.filter { text($0).lowercased().contains(word.lowercased()) }
    if !found.isEmpty { return found }
    throw CommandFailure(
        message: "no \(kind) contains \"\(PrintableText.excerpt(word))\"",
        advice: "Leave the word out to list all.", exitCode: .noInput)
}

struct ShardOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only the K-th of N parts, for tailwatt merge.", valueName: "k/n"))
    var shard: String?

    @Flag(help: "Count the parts from 0, as many array jobs do: 0/8 to 7/8.")
    var zeroBased = false

    var part: Shard? { shard.flatMap { Shard($0, from: zeroBased ? 0 : 1) } }

    func validate() throws {
        try refuse(zeroBased && shard == nil, "\(OptionName.zeroBased) needs \(OptionName.shard).")
        let rule = zeroBased ? "0 to N - 1, such as 1/8" : "1 to N, or 0 to N - 1 with --zero-based"
        try refuse(
            shard != nil && part == nil,
            "A shard is K/N, with K from \(rule), and N at most 10000; not \"\(shard ?? "")\".")
    }
}

func factor(_ text: String) throws -> Factor {
    let factor: Factor
    do throws(FactorError) { factor = try Factor(text) } catch { throw ValidationError("\(error)") }
    guard case .values(let values) = factor.levels, factor.path.keys == ["radio"] else {
        return factor
    }
    let names = try RadioNames(values.joined(separator: ","), of: .vary)
    return try Factor(factor.path, names.names(in: ProfilesFolder.library))
}

/// Accepts `-` as in scenarios and `_` as in result files.
func namedMetric(_ text: String) throws -> Metric {
    let words = String(text.map { $0 == "_" ? "-" : $0 })
    if let metric = Metric(rawValue: words) { return metric }
    throw ValidationError(noMetric(text))
}

func noMetric(_ text: String) -> String {
    let words = String(text.map { $0 == "_" ? "-" : $0 })
    let guess = Spelling.guess(for: words, in: Metric.allCases.map(\.rawValue))
    return "There is no metric \"\(text)\".\(guess) The metrics are listed by tailwatt columns."
}

extension Spelling {
    /// A question such as ` Did you mean "lte"?`; empty if no candidate is near.
    static func guess(for word: String, in candidates: [String]) -> String {
        closest(to: word, in: candidates).map { " Did you mean \"\($0)\"?" } ?? ""
    }
}

enum ShareText {
    /// 0.01 for `1%` or `1 %`; `nil` without a number and `%`.
    static func share(_ text: String) -> Double? {
        guard text.last == "%", let value = Double(PolicyNames.trimmed(String(text.dropLast()))),
            value.isFinite
        else { return nil }
        return value / 100
    }

    /// A confidence level, as a percentage or a number below 1.
    ///
    /// The default maximum keeps the tails well above the precision of a double.
    static func level(_ text: String, atMost most: Double = 0.999_999) throws -> Double {
        guard let level = share(text) ?? Double(text), level > 0.5, level <= most else {
            throw ValidationError(
                "\(OptionName.confidence) is above 50% and at most "
                    + "\(NumberText.text(100 * most))%, such as 95%, not \"\(text)\".")
        }
        return level
    }
}
