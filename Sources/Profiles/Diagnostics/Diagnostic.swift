/// One thing that is wrong with a file, as data: where, what was found, what is possible.
///
/// `rendered` is the only place where it becomes text.
public struct Diagnostic: Hashable, Sendable {
    public let kind: Kind
    /// As it was opened; `nil` where the fault came from no file but from the command line.
    public let file: String?
    /// `nil` where the file as a whole is at fault.
    public let place: SourcePlace?
    /// What stands at `place`.
    public let excerpt: Excerpt?
    /// Where else the reader should look; `nil`: nowhere.
    public var related: Related?

    /// A place in another file that has to do with a fault.
    public struct Related: Hashable, Sendable {
        /// What stands there, in words.
        public let what: String
        public let file: String
        public let place: SourcePlace
        public let excerpt: Excerpt?
    }

    /// What is wrong, by the stage of reading that found it.
    public enum Kind: Hashable, Sendable {
        /// The file cannot be read as text.
        case file(FileFault)
        /// The text is not YAML, or uses a part of YAML that profiles do without.
        case yaml(YAMLFault)
        /// Keys, lists and mappings are not as the format has them.
        case shape(ShapeFault)
        /// A single value cannot be read, or is out of range.
        case value(ValueFault)
        /// A number does not say where it came from.
        case provenance(ProvenanceFault)
        /// A name is not one of those that exist.
        case name(NameFault)
        /// A file that is no profile is wrong.
        case foreign(DataFileFault)
        /// Everything can be read, but does not make sense together.
        case meaning(MeaningFault)
    }

    public init(_ kind: Kind, file: String?, place: SourcePlace? = nil, excerpt: Excerpt? = nil) {
        self.kind = kind
        self.file = file
        self.place = place
        self.excerpt = excerpt
    }

    /// What is wrong, in one sentence without a full stop.
    public var message: String { fault.message }

    /// What is possible instead, in whole sentences; empty where the message says it all.
    public var advice: String { fault.advice }

    /// What was probably meant.
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
    /// What is wrong with a file as a whole, or its name, is shown where another file names it.
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

/// What each group of faults has to say for itself.
protocol Fault {
    var message: String { get }
    var advice: String { get }
    var suggestion: String? { get }
}

extension Fault {
    var suggestion: String? { nil }
}

/// `a, b and c`, for sentences.
func enumerated(_ words: [String], _ conjunction: String = "and") -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}

/// What can be written instead.
func possibilities(_ words: [String]) -> String {
    "Possible \(words.count == 1 ? "is" : "are") \(enumerated(words))."
}

extension SourceText {
    /// A fault at a place in this text.
    func diagnostic(_ kind: Diagnostic.Kind, at place: SourcePlace) -> Diagnostic {
        let shown = shown(place)
        let kind = shown.isQuoted || !kind.mayQuote ? kind : .file(.notOurs)
        return Diagnostic(kind, file: shown.file, place: shown.place, excerpt: shown.excerpt)
    }

    /// A place in this text that has to do with a fault elsewhere.
    ///
    /// - Parameter what: what stands there.
    func related(_ what: String, at place: SourcePlace) -> Diagnostic.Related {
        let shown = shown(place)
        return Diagnostic.Related(
            what: what, file: shown.file, place: shown.place, excerpt: shown.excerpt)
    }

    /// `file:line:column: words`, of what is no fault.
    func note(_ words: String, at place: SourcePlace) -> String {
        let (file, place, _, _) = shown(place)
        return "\(file):\(place.line):\(place.column): \(words)"
    }

    /// A place as the reader sees it: one in an edit stands in what was given for the edit.
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
    /// Whether the message may hold words of the file.
    fileprivate var mayQuote: Bool {
        switch self {
        case .file: false
        case .yaml(.duplicateKey): true
        case .yaml: false
        case .shape, .value, .provenance, .name, .foreign, .meaning: true
        }
    }
}
