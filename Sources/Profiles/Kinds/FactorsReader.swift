/// Reads which values a scenario lets vary, and which it does not know: mappings with paths as
/// keys.
enum FactorsReader {
    /// `factors:`, a list of values, or a range, for each path; or a mapping that also says how a
    /// page shows them.
    static func factors(_ mapping: MappingReader) -> [Factor] {
        mapping.entries.compactMap { entry in
            _ = mapping.entry(entry.key)
            guard let path = path(entry, mapping.log) else { return nil }
            guard case .mapping = entry.value.content else {
                return factor(path, entry, Factor.Display(), mapping.log)
            }
            return mapping.mapping(in: entry) { reader in
                let display = Factor.Display(
                    label: reader.optionalText("label"),
                    scale: reader.optionalChoice("scale", what: "a scale"))
                return reader.requiredEntry("values").flatMap {
                    factor(path, $0, display, mapping.log)
                }
            }
        }
    }

    private static func factor(
        _ path: ValuePath, _ entry: RawEntry, _ display: Factor.Display, _ log: ReadingLog
    ) -> Factor? {
        let values = entry.value.alternatives
        guard !values.isEmpty, !values.contains("") else {
            log.report(.noAlternatives("\(path)"), at: entry.value.place)
            return nil
        }
        do throws(FactorError) {
            return try Factor(path, values, display: display)
        } catch {
            log.report(Fault(error), at: entry.value.place)
            return nil
        }
    }

    /// `uncertain:`, a distribution, or a list of values each as likely as the others, for each
    /// path.
    static func uncertain(_ mapping: MappingReader) -> [UncertainParameter] {
        mapping.entries.compactMap { entry in
            _ = mapping.entry(entry.key)
            guard let path = path(entry, mapping.log) else { return nil }
            guard case .list(let nodes) = entry.value.content else {
                return law(entry, mapping).map { UncertainParameter(path, $0) }
            }
            guard !nodes.isEmpty else {
                mapping.log.report(.noAlternatives(entry.key), at: entry.value.place)
                return nil
            }
            return UncertainParameter(
                path, UncertainLaw(oneOf: nodes.map(\.flowText), central: nil))
        }
    }

    private static func law(_ entry: RawEntry, _ mapping: MappingReader) -> UncertainLaw? {
        mapping.mapping(in: entry) { reader in
            _ = reader.origin()
            guard let law = reader.exactlyOne(of: UncertainLaw.words + [UncertainLaw.weightedWord])
            else { return nil }
            let found = UncertainLaw(law.key, law.value)
            if found == nil {
                reader.log.report(.notLaw(law.value.flowText, law.key), at: law.value.place)
            }
            return found
        }
    }

    private static func path(_ entry: RawEntry, _ log: ReadingLog) -> ValuePath? {
        do throws(ValuePathError) {
            return try ValuePath(entry.key)
        } catch {
            log.report(Fault(FactorError(error)), at: entry.keyPlace)
            return nil
        }
    }
}

extension RawNode {
    fileprivate var alternatives: [String] {
        if case .list(let nodes) = content { return nodes.map(\.flowText) }
        return [flowText]
    }
}
