/// A fault of a file as data: its place, what was found, and what is possible.
///
/// Only `rendered` turns it into text.
public struct Diagnostic: Hashable, Sendable {
    public let kind: Kind
    /// As it was opened; `nil` for a fault of the command line.
    public let file: String?
    /// `nil` for a fault of the whole file.
    public let place: SourcePlace?
    public let excerpt: Excerpt?
    public var related: Related?

    /// A related place in another file.
    public struct Related: Hashable, Sendable {
        public let what: String
        public let file: String
        public let place: SourcePlace
        public let excerpt: Excerpt?
    }

    /// The kind of fault, by the stage of reading that found it.
    public enum Kind: Hashable, Sendable {
        case file(FileFault)
        /// The text is not YAML, or uses a part of YAML that profiles do not allow.
        case yaml(YAMLFault)
        case shape(ShapeFault)
        case value(ValueFault)
        case provenance(ProvenanceFault)
        case name(NameFault)
        case foreign(DataFileFault)
        /// Each value is valid, but not all together.
        case meaning(MeaningFault)
    }

    public init(_ kind: Kind, file: String?, place: SourcePlace? = nil, excerpt: Excerpt? = nil) {
        self.kind = kind
        self.file = file
        self.place = place
        self.excerpt = excerpt
    }

    /// The fault in one sentence without a full stop.
    public var message: String { fault.message }

    /// What is possible instead, in whole sentences; may be empty.
    public var advice: String { fault.advice }

    public var suggestion: String? { fault.suggestion }

    private var fault: any Fault {
        switch kind {
        case .file(let fault): fault
        case .yaml(let fault): fault
        case .shape(let fault): fault
        case .value(let fault): fault
        case .provenance(let fault): fault
        case .name(let fault): fault
        case .foreign(let fault): fault
        case .meaning(let fault): fault
        }
    }
}

extension Diagnostic {
    /// Shows a fault of a whole file, or of its name, where another file names it.
    func seen(from source: SourceText, at name: PlacedText) -> Diagnostic {
        switch kind {
        case .name(.noProfile), .name(.renamed), .name(.radioKind):
            source.diagnostic(kind, at: name.place)
        case .file(let fault) where place == nil:
            source.diagnostic(.name(.noFile(name.text, fault)), at: name.place)
        default: self
        }
    }
}

protocol Fault {
    var message: String { get }
    var advice: String { get }
    var suggestion: String? { get }
}

extension Fault {
    var suggestion: String? { nil }
}

func enumerated(_ words: [String], _ conjunction: String = "and") -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}

func possibilities(_ words: [String]) -> String {
    "Possible \(words.count == 1 ? "is" : "are") \(enumerated(words))."
}

extension SourceText {
    func diagnostic(_ kind: Diagnostic.Kind, at place: SourcePlace) -> Diagnostic {
        let shown = shown(place)
        let kind = shown.isQuoted || !kind.mayQuote ? kind : .file(.notOurs)
        return Diagnostic(kind, file: shown.file, place: shown.place, excerpt: shown.excerpt)
    }

    func related(_ what: String, at place: SourcePlace) -> Diagnostic.Related {
        let shown = shown(place)
        return Diagnostic.Related(
            what: what, file: shown.file, place: shown.place, excerpt: shown.excerpt)
    }

    /// `file:line:column: words`, for a note that is not a fault.
    func note(_ words: String, at place: SourcePlace) -> String {
        let (file, place, _, _) = shown(place)
        return "\(file):\(place.line):\(place.column): \(words)"
    }

    /// The place as a reader sees it; one in an edit is in the edit's own text.
    private func shown(
        _ place: SourcePlace
    ) -> (file: String, place: SourcePlace, excerpt: Excerpt?, isQuoted: Bool) {
        if let edit = edit(at: place) {
            let inEdit = SourcePlace(line: place.line, column: place.column, length: place.length)
            return edit.source.shown(inEdit)
        }
        let line = lines.indices.contains(place.line - 1) ? lines[place.line - 1] : []
        return (path, place, isQuoted ? Excerpt(of: line, around: place) : nil, isQuoted)
    }
}

extension Diagnostic.Kind {
    fileprivate var mayQuote: Bool {
        switch self {
        case .file: false
        case .yaml(.duplicateKey): true
        case .yaml: false
        case .shape, .value, .provenance, .name, .foreign, .meaning: true
        }
    }
}
