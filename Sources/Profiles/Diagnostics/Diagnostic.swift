/// A fault with its place, as data.
///
/// Only `rendered` turns it into text.
@dynamicMemberLookup
public struct Diagnostic: Hashable, Sendable {
    let fault: Fault
    /// As it was opened; `nil` for a fault of the command line.
    public let file: String?
    /// `nil` for a fault of the whole file.
    public let place: SourcePlace?
    public let excerpt: Excerpt?
    public var related: Related?

    public struct Related: Hashable, Sendable {
        public let what: String
        public let file: String
        public let place: SourcePlace
        public let excerpt: Excerpt?
    }

    init(_ fault: Fault, file: String?, place: SourcePlace? = nil, excerpt: Excerpt? = nil) {
        (self.fault, self.file) = (fault, file)
        (self.place, self.excerpt) = (place, excerpt)
    }

    public subscript<Value>(dynamicMember path: KeyPath<Fault, Value>) -> Value {
        fault[keyPath: path]
    }

    /// The fault of a whole file, or of its name, shown at the place where another file names it.
    func seen(from source: SourceText, at name: PlacedText) -> Diagnostic {
        switch fault.subject {
        case .profile: return source.diagnostic(fault, at: name.place)
        case .file, .text:
            guard place == nil else { return self }
            return source.diagnostic(seen(as: quoted(name.text)), at: name.place)
        case .part: return self
        }
    }

    private func seen(as name: String) -> Fault {
        if fault != .noSuchFile { return Fault("\(name): \(fault.message)", advice: fault.advice) }
        return Fault(
            "there is no file \(name)",
            advice: "Paths in a file are relative to the file, those of a command to where it runs."
        )
    }

    /// The diagnostic for a reader: place and message, the line, a caret, and advice.
    ///
    /// ```text
    /// radios/my.yaml:7:22: error: 800 has no unit, and power needs one
    ///   7 |   CELL_DCH: { power: 800, uplink: 1 Mbit/s }
    ///     |                      ^~~
    ///     = Write it as in 800 mW; the units are µW, mW, W.
    /// ```
    public var rendered: String {
        let number =
            [place, related?.place].compactMap { $0.map { "\($0.line)" } }
            .max { $0.count < $1.count } ?? ""
        let margin = Excerpt.margin(for: number)
        let position = place.map { ":\($0.line):\($0.column)" } ?? ""
        let origin = file.map { "\(printable($0))\(position): " } ?? ""
        var lines = ["\(origin)error: \(printable(fault.message))"]
        if let excerpt { lines += excerpt.lines(number: place?.line, margin) }
        if let related {
            let (line, column) = (related.place.line, related.place.column)
            lines.append("\(printable(related.file)):\(line):\(column): \(related.what)")
            lines += related.excerpt?.lines(number: line, margin) ?? []
        }
        let guess = fault.suggestion.map { "Did you mean \(quoted(printable($0)))?" }
        let advice = fault.advice.isEmpty ? nil : printable(fault.advice)
        for case let hint? in [guess, advice] { lines += Excerpt.advice(hint, margin, width: 80) }
        return lines.joined(separator: "\n")
    }
}

extension SourceText {
    func diagnostic(_ fault: Fault, at place: SourcePlace) -> Diagnostic {
        let shown = shown(place)
        let isQuoting = fault.subject != .text && fault.subject != .file
        return Diagnostic(
            shown.isQuoted || !isQuoting ? fault : .notOurs, file: shown.file, place: shown.place,
            excerpt: shown.excerpt)
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

extension Excerpt {
    fileprivate func lines(number: Int?, _ margin: String) -> [String] {
        lines(number: number.map { "\($0)" } ?? "", margin).map { $0.trimmingTrailingSpaces() }
    }
}

private func printable(_ text: String) -> String { Excerpt.printable(text) }

extension String {
    fileprivate func trimmingTrailingSpaces() -> String {
        guard let last = lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return String(self[...last])
    }
}

extension Diagnostic {
    init(_ fault: Fault, at line: Int?, of path: String) {
        self.init(
            fault, file: path, place: line.map { SourcePlace(line: $0, column: 1) }, excerpt: nil)
    }
}
