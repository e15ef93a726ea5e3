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

    /// The range that phones showed of what this phone's file does not give.
    ///
    /// - `more`: what this phone's own figures add to each of its three values.
    func evidence(
        _ evidence: MeasuredRange, note: String = "", plus more: Double = 0
    ) -> ProfileTree {
        let note = note.isEmpty ? "" : "; \(note)"
        return [
            "triangular": .list(evidence.values.map { .text(evidence.text($0 + more)) }),
            "assumption": .text(evidence.origin + note),
        ]
    }

    private static func line(_ line: Int?) -> String { line.map { " (line \($0))" } ?? "" }

    func profile(
        _ kind: ImportedProfile.Kind, _ name: String, _ tree: ProfileTree
    ) -> ImportedProfile {
        ImportedProfile(
            kind: kind, name: name, tree: tree, taken: taken,
            assumed: tree.texts(under: "assumption").count)
    }
}

/// What phones and networks showed of a quantity that power profiles lack.
struct MeasuredRange: Sendable {
    /// The least, the median and the greatest.
    let values: [Double]
    let unit: String
    let origin: String

    func text(_ value: Double) -> String {
        "\(PlainNumber.text((value * 100).rounded() / 100)) \(unit)"
    }

    static let connected = Self(
        values: [66, 249, 1060], unit: "mW",
        origin:
            "connected without data: the median of seven networks, from T-Mobile's LTE of 2021 to "
            + "a phone of 2012 (NR-001, NR-002, NR-003, NR-007, NR-009, SX-027, HU-011)")
    /// 640 ms between pages on LTE, 320 ms on 5G.
    static let pagingOnLTE = Self(
        values: [3.8, 7.7, 15.4], unit: "mW",
        origin: "pages of 4.9 mJ each 640 ms on a 5G phone's bench (mzph.cn/web/57061.shtml); "
            + "1.28 s to 320 ms")
    static let pagingOnNR = Self(
        values: [4.5, 18, 18], unit: "mW",
        origin: "pages of 5.8 mJ each 320 ms on a 5G phone's bench (mzph.cn/web/57061.shtml); "
            + "up to 1.28 s")
    static let wakeUp = Self(
        values: [100, 260, 450], unit: "mJ",
        origin: "timers and the modem woke a 5G phone on a bench with 0.24 and 0.28 J "
            + "(mzph.cn/web/57061.shtml); the ends are bounds of ours")
    static let awake = Self(
        values: [310, 406, 660], unit: "mW",
        origin: "a 5G phone on a bench, awake for 5 s by its services (mzph.cn/web/57061.shtml), "
            + "and three phones' gauges (S2-group/battery-manager-ar-plugin-evaluation)")
    static let satellites = Self(
        values: [19.25, 268.9, 429.6], unit: "mW",
        origin: "gps.on of eleven phones' power profiles, PowerTutor's three phones and RAPS, "
            + "2008 to 2023")
}
