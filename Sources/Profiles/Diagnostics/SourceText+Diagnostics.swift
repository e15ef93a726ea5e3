extension SourceText {
    /// A fault at a place in this text.
    func diagnostic(_ kind: Diagnostic.Kind, at place: SourcePlace) -> Diagnostic {
        if let edit = edit(at: place) {
            let inEdit = SourcePlace(line: place.line, column: place.column, length: place.length)
            return edit.source.diagnostic(kind, at: inEdit)
        }
        let line = lines.indices.contains(place.line - 1) ? lines[place.line - 1] : []
        return Diagnostic(
            kind, file: path, place: place, excerpt: Excerpt(of: line, around: place))
    }
}
