import DeviceModel
import Forms

/// Every option of every behaviour, as Markdown.
public enum BehaviourPage {
    public static var markdown: String {
        let behaviours = Behaviour.all.map { section($0.key, $0.shape) }
        return ([head] + behaviours + shared.map { section($0.name ?? "", $0) })
            .joined(separator: "\n")
    }

    /// The parts that several behaviours have, whose defaults are each behaviour's own.
    private static var shared: [FormShape] { [TransferShape.form.shape] }

    private static let head = """
        # Behaviours

        Written by `tailwatt behaviours`, from the forms that files are read with. An entry of
        `policies:` or `apps:` has one of these keys, with the options below it:

            policies:
              - name: keep-alive-10
                keep-alive: { interval: 10 min }

        A default counts among the numbers that were not measured. Of an option without one, the
        parentheses say what is so where the file does not give it.

        """

    private static func section(_ name: String, _ shape: FormShape) -> String {
        let head = "## \(name)\n\n\(shape.about)\n"
        if shape.fields.isEmpty { return "\(head)\nIt has no options.\n" }
        let notes = choices(of: shape, in: "")
        return "\(head)\n| option | meaning | value | default |\n|---|---|---|---|\n"
            + rows(of: shape, below: "").joined(separator: "\n") + "\n"
            + notes.map { "\n\($0)\n" }.joined()
    }

    /// - Parameter path: the keys that lead to the form, with a point after each.
    private static func rows(of shape: FormShape, below path: String) -> [String] {
        shape.fields.flatMap { field -> [String] in
            var about = field.about
            if case .optional(let words?) = field.presence {
                about = "\(about.dropLast()) (\(words))."
            }
            if let condition = field.condition { about = "\(about.dropLast()), only \(condition)." }
            let row =
                "| `\(path)\(field.key)` | \(about) | \(value(field.content)) "
                + "| \(shape.name == nil ? standard(field.presence) : "") |"
            guard case .part(let part) = field.content, part.name == nil else { return [row] }
            return [row] + rows(of: part, below: "\(path)\(field.key).")
        }
    }

    private static func standard(_ presence: Presence) -> String {
        switch presence {
        case .required: "must be given"
        case .standard(let text): "`\(text)`"
        case .depending(let words): words
        case .optional: ""
        }
    }

    private static func value(_ content: FieldContent) -> String {
        switch content {
        case .quantity(let quantity, let bound): amount(quantity, bound)
        case .plain(let quantity): amount(quantity, .zeroOrMore)
        case .quantityOrWord(let quantity, let bound, let word):
            "\(amount(quantity, bound)), or `\(word)`"
        case .decimal: "a number"
        case .count(let range): "\(range.lowerBound) to \(range.upperBound)"
        case .flag: "`true` or `false`"
        case .choice(let words): words.map { "`\($0)`" }.joined(separator: ", ")
        case .text: "a text"
        case .name: "a name"
        case .list(.text, _), .list(.name, _): "a list of names"
        case .list(let item, _): "a list, each entry of which is \(value(item))"
        case .named(let item, _): "names, each with \(value(item))"
        case .paths(let item): "paths of values, each with \(value(item))"
        case .either(let contents): contents.map(value).joined(separator: "; or ")
        case .defined(let name): "a \(name)"
        case .law(let quantity): "\(quantity.word), or a law that it is drawn from"
        case .stated(let plain): value(plain)
        case .part(let part): part.name.map { "a [\($0)](#\($0))" } ?? "the options below"
        }
    }

    private static func amount(_ quantity: QuantityShape, _ bound: Bound) -> String {
        switch bound {
        case .any, .zeroOrMore: "\(quantity.word), as `\(quantity.example)`"
        case .aboveZero: "\(quantity.word) above zero, as `\(quantity.example)`"
        }
    }

    /// Which options exclude each other, in sentences.
    private static func choices(of shape: FormShape, in owner: String) -> [String] {
        let own =
            shape.exclusive.map { "At most one of \(keys($0)) can be given." }
            + (shape.alternatives.isEmpty
                ? []
                : [
                    "Of `\(owner)`, either "
                        + shape.alternatives.map(keys).joined(separator: ", or ")
                        + " must be given."
                ])
        return own
            + shape.fields.flatMap { field -> [String] in
                guard case .part(let part) = field.content else { return [] }
                return choices(of: part, in: field.key)
            }
    }

    private static func keys(_ keys: [String]) -> String {
        enumerated(keys.map { "`\($0)`" })
    }
}
