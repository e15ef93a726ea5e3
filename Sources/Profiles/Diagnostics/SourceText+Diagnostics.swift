extension SourceText {
    /// A fault at a place in this text.
    func diagnostic(_ kind: Diagnostic.Kind, at place: SourcePlace) -> Diagnostic {
        let shown = shown(place)
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
        let (file, place, _) = shown(place)
        return "\(file):\(place.line):\(place.column): \(words)"
    }

    /// A place as the reader sees it: one in an edit stands in what was given for the edit.
    private func shown(
        _ place: SourcePlace
    ) -> (file: String, place: SourcePlace, excerpt: Excerpt) {
        if let edit = edit(at: place) {
            let inEdit = SourcePlace(line: place.line, column: place.column, length: place.length)
            return edit.source.shown(inEdit)
        }
        let line = lines.indices.contains(place.line - 1) ? lines[place.line - 1] : []
        return (path, place, Excerpt(of: line, around: place))
    }
}
