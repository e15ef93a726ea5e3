import Kernel

/// A value's node, with its source or assumption.
struct MarkedValue {
    let node: RawNode
    let origin: ProvenanceEntry.Origin?
    /// The distribution that replaces the node, for provenance.
    var law: String?

    var text: String { law.map { "\(node.flowText) ({ \($0) })" } ?? node.flowText }
}

/// Where values came from.
extension MappingReader {
    /// A value that stands alone, or as `{ value: ..., source: ... }`.
    func marked(_ entry: RawEntry) -> MarkedValue? {
        guard case .mapping = entry.value.content else {
            return MarkedValue(node: entry.value, origin: nil)
        }
        return mapping(in: entry) { value in
            let node = value.requiredEntry("value")?.value
            let origin = value.origin()
            return node.map { MarkedValue(node: $0, origin: origin) }
        }
    }

    /// The `source:` or `assumption:` of this mapping, if it has one.
    func origin() -> ProvenanceEntry.Origin? {
        let source = entry("source")
        guard let assumption = entry("assumption") else {
            return source.map { self.source($0).map { .source($0) } ?? .unstated }
        }
        if source != nil {
            log.report(
                "a value has a source or is an assumption, not both", advice: "Keep one of them.",
                at: assumption.keyPlace)
        }
        return .assumption(plainText(assumption.value)?.text ?? "")
    }

    /// Reads the file's `sources:` and its own `source:`, before any value is read.
    func readSources() {
        if let entry = entry("sources") {
            mapping(in: entry) { sources in
                for item in sources.entries {
                    _ = sources.entry(item.key)
                    log.sources[item.key] = sources.source(item, key: item.key)
                }
            }
        }
        if let entry = entry("source") {
            log.defaultOrigin = source(entry).map { .source($0) } ?? .unstated
        }
    }

    /// A source by its name under `sources:`, or written out.
    private func source(_ entry: RawEntry) -> Source? {
        if case .mapping = entry.value.content { return source(entry, key: nil) }
        guard let name = plainText(entry.value) else { return nil }
        if let source = log.sources[name.text] { return source }
        let possible = log.sources.keys.sorted()
        let fault = Fault.unknown(
            name.text, among: possible, "there is no source \(quoted(name.text)) in this file",
            advice: possible.isEmpty
                ? "The file has no sources:; add it there."
                : "Those under sources: are \(enumerated(possible)).")
        log.report(fault, at: name.place)
        return nil
    }

    private func source(_ entry: RawEntry, key: String?) -> Source {
        mapping(in: entry) { source in
            Source(
                key: key, citation: source.text("citation"), url: source.optionalText("url"),
                measured: source.yearOrText("measured"),
                confidence: source.optionalChoice("confidence", what: "a confidence"))
        }
    }

    /// A year may stand without quotes.
    private func yearOrText(_ key: String) -> String? {
        guard let entry = entry(key) else { return nil }
        if case .text(let text) = entry.value.content, text.isNumber { return text.text }
        return plainText(entry.value)?.text
    }
}
