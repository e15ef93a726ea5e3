extension ParsableCommand {
    /// The command for a manifest: only what decides the result.
    var words: [String] { words() }

    /// The command rebuilt from its parsed properties: arguments, then options in declaration
    /// order.
    ///
    /// - Parameters:
    ///   - parent: The command that this is a subcommand of.
    ///   - left: Options to leave out, in addition to `OptionName.unrecorded`.
    ///   - standing: Values to record for options that the user does not give.
    func words(
        below parent: String? = nil, without left: [OptionName] = [],
        standing: [OptionName: String] = [:]
    ) -> [String] {
        var words = RecordedWords(without: left, standing: standing)
        words.add(self)
        return [parent, Self.configuration.commandName].compactMap { $0 } + words.arguments
            + words.options
    }
}

extension ParsableArguments {
    var optionWords: [String] {
        var words = RecordedWords()
        words.add(self)
        return words.options
    }
}

/// Collects words from the properties that the parser filled, as the parser names their options.
private struct RecordedWords {
    var arguments: [String] = []
    var options: [String] = []
    private let left: Set<OptionName>
    private let standing: [OptionName: String]

    init(without left: [OptionName] = [], standing: [OptionName: String] = [:]) {
        (self.left, self.standing) = (OptionName.unrecorded.union(left), standing)
    }

    mutating func add(_ group: some ParsableArguments) {
        for (label, property) in Mirror(reflecting: group).children {
            switch property {
            case let inner as any ParsedGroup: add(inner.group)
            case let argument as any ParsedArgument: arguments += Self.texts(argument.value)
            case let option as any ParsedOption: add(option.value, of: Self.name(label ?? ""))
            default: continue
            }
        }
    }

    private mutating func add(_ value: Any, of name: OptionName) {
        if left.contains(name) { return }
        if let isSet = value as? Bool {
            options += name.words(if: isSet)
        } else {
            let texts = Self.texts(value)
            for text in texts.isEmpty ? standing[name].map({ [$0] }) ?? [] : texts {
                options += name.words(text)
            }
        }
    }

    /// The option of a property: `--wi-fi-radio` for `_wiFiRadio`.
    private static func name(_ label: String) -> OptionName {
        let words = label.drop { $0 == "_" }.map {
            $0.isUppercase ? "-\($0.lowercased())" : "\($0)"
        }
        guard let name = OptionName(rawValue: words.joined()) else {
            preconditionFailure("the property \(label) is named after no option")
        }
        return name
    }

    /// The values as a user writes them; empty for `nil`.
    private static func texts(_ value: Any) -> [String] {
        switch value {
        case let texts as any RecordedValue: [texts.recorded]
        case let raw as any RawRepresentable<String>: [raw.rawValue]
        default:
            switch Mirror(reflecting: value) {
            case let mirror where mirror.displayStyle == .optional:
                mirror.children.flatMap { texts($0.value) }
            case let mirror where mirror.displayStyle == .collection:
                mirror.children.flatMap { texts($0.value) }
            default: ["\(value)"]
            }
        }
    }
}

extension OptionName {
    /// Options that do not decide the result: its place, form and speed, and additional files.
    fileprivate static let unrecorded: Set<OptionName> = [
        .activity, .badge, .benchmarkJson, .benchmarkJsonBigger, .csv, .details, .floor, .force,
        .format,
        .fragment, .jobs, .json, .junit, .link, .markdown, .network, .noColor, .out, .profile,
        .quiet, .shard, .sqlite, .template, .within, .zeroBased,
    ]
}

/// A value whose recorded text differs from its description.
private protocol RecordedValue { var recorded: String { get } }

extension ValueEdit: RecordedValue { fileprivate var recorded: String { "\(path)=\(text)" } }
extension Factor: RecordedValue { fileprivate var recorded: String { text } }

private protocol ParsedGroup { var group: any ParsableArguments { get } }
private protocol ParsedArgument { var value: Any { get } }
private protocol ParsedOption { var value: Any { get } }

extension OptionGroup: ParsedGroup { fileprivate var group: any ParsableArguments { wrappedValue } }
extension Argument: ParsedArgument { fileprivate var value: Any { wrappedValue } }
extension Option: ParsedOption { fileprivate var value: Any { wrappedValue } }
extension Flag: ParsedOption { fileprivate var value: Any { wrappedValue } }
