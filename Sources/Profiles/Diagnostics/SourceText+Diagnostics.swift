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
