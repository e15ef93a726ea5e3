import DeviceModel

extension Metric {
    /// The unit, or `nil` for a count.
    package var unitText: String? { unit == .count ? nil : unit.rawValue }

    /// The name of the metric in a sentence: `calls missed`.
    var words: String { String(rawValue.map { $0 == "-" ? " " : $0 }) }

    /// The unit as a table shows it, in brackets; nothing for a count.
    var unitInBrackets: String { unit == .count ? "" : " [\(unitInWords)]" }

    /// The unit as a sentence has it; nothing for a count.
    public var unitInWords: String { unit.words }

    /// The unit behind a number, with a space before it; nothing for a count.
    var unitBehind: String {
        unit == .count ? "" : " \(unitInWords)"
    }

    /// A unit as people read it, of one as the files have it: `%/h` of `percent_per_hour`.
    static func words(ofUnit unit: String) -> String {
        MetricUnit(rawValue: unit)?.words ?? unit
    }
}
