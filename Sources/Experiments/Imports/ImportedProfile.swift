public struct ImportedProfile: Sendable {
    /// The words are those of `kind:`.
    public enum Kind: String, Sendable {
        case device, radio
    }

    public let kind: Kind
    public let name: String
    public let tree: ProfileTree
    public let taken: [Taken]
    /// The number of values without a source, including the template's.
    public let assumed: Int

    public struct Taken: Hashable, Sendable {
        /// For example `gnss.acquiring`.
        public let path: String
        /// For example `80.6 mW`.
        public let value: String
        public let from: String
    }
}

struct ProfileDraft {
    private(set) var taken: [ImportedProfile.Taken] = []
    private(set) var sources: [ProfileTree.Entry] = []
    private let settings: ImportSettings

    init(_ settings: ImportSettings) { self.settings = settings }

    mutating func power(_ figure: PowerFigure, at path: String) -> ProfileTree {
        let value = "\(figure.power)"
        note(path, value, figure)
        return .sourced(value, key(of: figure))
    }

    mutating func note(_ path: String, _ value: String, _ figure: PowerFigure) {
        note(path, value, "\(figure.element): \(figure.shortWords)")
    }

    mutating func note(_ path: String, _ value: String, _ words: String) {
        taken.append(.init(path: path, value: value, from: words))
    }

    mutating func key(of figure: PowerFigure) -> String {
        let copy = figure.copied.map { ". COPIED: an equal value is in \($0)" } ?? ""
        return add(
            key: Self.key(figure.element),
            "\(figure.element)\(Self.line(figure.line)): \(figure.words)\(copy)",
            "derived")
    }

    mutating func direct(
        _ value: String, _ element: String, line: Int?, at path: String
    ) -> ProfileTree {
        taken.append(.init(path: path, value: value, from: element))
        return .sourced(
            value, add(key: Self.key(element), "\(element)\(Self.line(line))", "seen-primary"))
    }

    private mutating func add(key: String, _ words: String, _ confidence: String) -> String {
        add(
            key: key, citation: "\(settings.citation): \(words)", url: settings.url,
            confidence: confidence)
    }

    mutating func add(key: String, citation: String, url: String?, confidence: String) -> String {
        guard !sources.contains(where: { $0.key == key }) else { return key }
        var source: ProfileTree = ["citation": .text(citation)]
        source["url"] = url.map { .text($0) }
        source["confidence"] = .text(confidence)
        sources.append(.init(key, source))
        return key
    }

    /// `modem.controller.tx[2]` becomes `MODEM-CONTROLLER-TX-2`.
    static func key(_ element: String) -> String {
        var key = ""
        for scalar in element.uppercased().unicodeScalars {
            let isPlain = ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
            if isPlain {
                key.unicodeScalars.append(scalar)
            } else if !key.isEmpty && !key.hasSuffix("-") {
                key += "-"
            }
        }
        return key.hasSuffix("-") ? String(key.dropLast()) : key
    }

    /// - `more`: what this phone's own figures add to each of the range's three values.
    func evidence(
        _ range: MeasuredRange.Name, note: String = "", plus more: Double = 0
    ) -> ProfileTree { settings.assumptions[range].tree(note: note, plus: more) }

    private static func line(_ line: Int?) -> String { line.map { " (line \($0))" } ?? "" }

    func profile(
        _ kind: ImportedProfile.Kind, _ name: String, _ tree: ProfileTree
    ) -> ImportedProfile {
        ImportedProfile(
            kind: kind, name: name, tree: tree, taken: taken,
            assumed: tree.texts(under: "assumption").count)
    }
}

/// What no power profile gives, equal for every import: values with reasons, and ranges.
public struct ImportAssumptions: Sendable {
    /// What several phones' files have in common.
    public let vectors: [KnownVector]
    private let parts: ProfileTree
    private let ranges: [MeasuredRange.Name: MeasuredRange]

    enum Part: String, CaseIterable {
        case gnss, display, bluetooth, alert, services
        case wifiScan = "wi-fi-scan"
        case wifiJoin = "wi-fi-join"
    }

    /// Takes the file `imports/power-profile.yaml`; `nil` if something in it is missing.
    public init?(_ tree: ProfileTree) {
        let ranges = MeasuredRange.Name.allCases.compactMap { name in
            tree["ranges"]?[name.rawValue].flatMap(MeasuredRange.init).map { (name, $0) }
        }
        let known = tree["vectors"]?.items ?? []
        vectors = known.compactMap(KnownVector.init)
        guard ranges.count == MeasuredRange.Name.allCases.count,
            !known.isEmpty, vectors.count == known.count,
            Part.allCases.allSatisfy({ tree[$0.rawValue] != nil })
        else { return nil }
        (parts, self.ranges) = (tree, Dictionary(uniqueKeysWithValues: ranges))
    }

    subscript(part: Part) -> ProfileTree { parts[part.rawValue]! }
    subscript(range: MeasuredRange.Name) -> MeasuredRange { ranges[range]! }
}

/// What phones and networks showed of a quantity that power profiles lack.
struct MeasuredRange: Sendable {
    /// The least, the median and the greatest.
    private let values: [Double]
    private let unit: String
    private let origin: String

    enum Name: String, CaseIterable {
        case connected, awake, satellites
        case pagingOnLTE = "paging-on-lte"
        case pagingOnNR = "paging-on-nr"
        case wakeUp = "wake-up"
    }

    init?(_ tree: ProfileTree) {
        values = tree["values"]?.numbers ?? []
        guard values.count == 3, let unit = tree["unit"]?.text, let origin = tree["origin"]?.text
        else { return nil }
        (self.unit, self.origin) = (unit, origin)
    }

    func tree(note: String, plus more: Double) -> ProfileTree {
        let numbers = values.map { PlainNumber.text((($0 + more) * 100).rounded() / 100) }
        let note = note.isEmpty ? "" : "; \(note)"
        return [
            "triangular": .list(numbers.map { .text("\($0) \(unit)") }),
            "assumption": .text(origin + note),
        ]
    }
}

extension ProfileTree {
    /// The numbers of a list.
    var numbers: [Double] { items.compactMap { $0.text.flatMap(Double.init) } }
}
