/// Findings while one file is read: its faults, and the origins of its numbers.
///
/// Reading goes on after a fault with a stand-in value, so that all faults of a file are found at
/// once. `finish` throws them; no stand-in ever leaves a reader.
final class ReadingLog {
    let source: SourceText
    let kind: ProfileKind
    var sources: [String: Source] = [:]
    /// The origin of a value without its own: the file's own `source:`.
    var defaultOrigin: ProvenanceEntry.Origin?
    private(set) var diagnostics: [Diagnostic] = []
    /// How many faults were found, those that were found before too.
    private(set) var faultCount = 0
    private(set) var provenance: [ProvenanceEntry] = []
    private(set) var dataFiles: [InputFile] = []
    /// The apps that it names, and what these name, as the command names the file.
    private(set) var appFiles: [InputFile] = []
    /// Parts of other programs' files that were left out.
    private(set) var notes: [String] = []
    /// The values that are distributions, by the keys that lead to them.
    var uncertain: [(path: String, law: UncertainLaw)] = []
    private var unsourced: [SourcePlace] = []
    /// Where something is read in the place of what could not be.
    private var standIns: Set<SourcePlace> = []
    /// Where the file finds the apps that it names; `nil`: it names none.
    var apps: AppShelf?

    /// Factor of the powers in a radio's file; `nil`: they are not scaled.
    var scale: RadioScale?

    /// The file's mapping, while it is read.
    weak var root: MappingReader?

    init(_ source: SourceText, kind: ProfileKind) { (self.source, self.kind) = (source, kind) }

    /// Notes a fault in this file.
    ///
    /// - Parameter related: where else the reader should look.
    func report(_ fault: Fault, at place: SourcePlace, related: Diagnostic.Related? = nil) {
        if isFull { return }
        var found = source.diagnostic(fault, at: place)
        found.related = related
        add([found])
    }

    func report(_ message: String, advice: String = "", at place: SourcePlace) {
        report(Fault(message, advice: advice), at: place)
    }

    /// Reports no more faults at `place`, whose fault is known: another value is read instead.
    func standIn(at place: SourcePlace) { standIns.insert(place) }

    /// Notes faults that were found in another file, or in a text of this one.
    func add(_ others: [Diagnostic]) {
        faultCount += others.count
        // A part that several policies share is read once for each, and its faults repeat.
        for other in others
        where !isFull && !isOfStandIn(other) && !diagnostics.contains(other) {
            diagnostics.append(other)
        }
    }

    private func isOfStandIn(_ fault: Diagnostic) -> Bool {
        fault.file == source.path && fault.place.map(standIns.contains) ?? false
    }

    func names(under key: String) -> [String] { root?.given(key)?.value.entries.map(\.key) ?? [] }

    /// Reports each of `names` that is repeated.
    ///
    /// - Parameter fault: For a name and its first line.
    func refuseRepeated(_ names: [PlacedText], _ fault: (String, Int) -> Fault) {
        var lines: [String: Int] = [:]
        for name in names where !name.text.isEmpty {
            if let first = lines[name.text] {
                report(fault(name.text, first), at: name.place)
            } else {
                lines[name.text] = name.place.line
            }
        }
    }

    /// Reports each of the names of `several` things that is repeated.
    func refuseRepeated(
        _ names: [PlacedText], _ one: String, _ several: String, advice: String? = nil
    ) {
        refuseRepeated(names) { name, line in
            Fault(
                "two \(several) are named \(quoted(name)), the first in line \(line)",
                advice: advice ?? "Give each \(one) a name of its own: results show it.")
        }
    }

    func add(_ file: InputFile) { dataFiles.append(file) }

    /// Notes an app that the file names, or a file that the app names: each once, with all values
    /// of it that a policy has.
    func add(app file: InputFile) {
        guard let at = appFiles.firstIndex(where: { $0.label == file.label }) else {
            return appFiles.append(file)
        }
        let seen = Set(appFiles[at].provenance)
        appFiles[at].provenance += file.provenance.filter { !seen.contains($0) }
    }

    func add(notes more: [String]) { notes += more }

    /// Whether further faults would be dropped.
    var isFull: Bool { diagnostics.count >= ProfileFailure.kept }

    var isFaultless: Bool { diagnostics.isEmpty && !lacksSources }

    /// Notes a value that was read, and what stands behind it.
    func record(
        _ path: String, _ text: String, _ origin: ProvenanceEntry.Origin?, at place: SourcePlace
    ) {
        let edit = source.edit(at: place)
        if let edit, edit.change == nil { return }
        let change = (edit?.change).map { ProvenanceEntry.Origin.changed($0) }
        let known = origin ?? change ?? defaultOrigin
        if known == nil { unsourced.append(place) }
        provenance.append(
            ProvenanceEntry(
                path: path, text: text, origin: known ?? .unstated,
                line: change == nil ? place.line : nil))
    }

    /// Reads a part of the file whose values do not count among those of the file: they decide
    /// only some of the results.
    ///
    /// - Returns: what was read, and its values, those that were read several times once.
    func apart<Value>(_ read: () -> Value) -> (Value, [ProvenanceEntry]) {
        let start = provenance.count
        let value = read()
        let own = provenance[start...].firstOfEach
        provenance.removeSubrange(start...)
        return (value, own)
    }

    /// Notes a rule that is a word of the format and needs no source.
    func recordWord(_ path: String, _ text: String, at place: SourcePlace) {
        if let edit = source.edit(at: place), edit.change == nil { return }
        provenance.append(ProvenanceEntry(path: path, text: text, origin: .word, line: place.line))
    }

    func recordDefault(_ path: String, _ text: String) {
        provenance.append(ProvenanceEntry(path: path, text: text, origin: .byDefault, line: nil))
    }

    /// - Throws: all faults of the file, in the order of the text.
    func finish() throws(ProfileFailure) {
        if lacksSources {
            let others =
                switch unsourced.count - 1 {
                case 0: ""
                case 1: ", and so is one more in this file"
                case let count: ", and so are \(count) more in this file"
                }
            report(
                "a number without a source\(others)",
                advice: "Write { value: ..., source: NAME } or { value: ..., assumption: "
                    + "\"reason\" }, or name one source: for the whole file.", at: unsourced[0])
            unsourced = []
        }
        if diagnostics.isEmpty { return }
        throw ProfileFailure(diagnostics.sorted { rank($0) < rank($1) })
    }

    /// Faults of this file before those of others, then by place, then as they were found.
    private func rank(_ item: Diagnostic) -> (Int, SourcePlace) {
        (item.file != source.path ? 1 : 0, item.place ?? .first)
    }

    /// A scenario is a question, a budget a wish, and an app its author's own: they may assume what
    /// they like. A profile claims to be true.
    private var lacksSources: Bool {
        switch kind {
        case .scenario, .budget, .app: false
        case .device, .radio, .system, .movement, .cells, .user: !unsourced.isEmpty
        }
    }
}
