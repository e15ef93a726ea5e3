import DeviceModel
import EventKernel
import Quantities

/// Reads `kind: cells`, and what a scenario says of them in place: exactly one of its forms.
enum CellsReader {
    /// The layout, or `nil` where the file has faults, which the log has.
    static func read(_ root: MappingReader) -> CellLayout? {
        guard let entry = root.exactlyOne(of: ["hexagonal", "towers", "rate"]) else { return nil }
        switch entry.key {
        case "hexagonal": return root.mapping(in: entry, hexagonal).map { .hexagonal($0) }
        case "towers": return root.mapping(in: entry, towers).map { .towers($0) }
        default: return root.mapping(in: entry, rate).map { .rate($0) }
        }
    }

    private static func hexagonal(_ cells: MappingReader) -> HexagonalCells? {
        let radius: Meters = cells.quantity("radius")
        let areaWidth = cells.decimal("area-width")
        let choice = choice(cells)
        return cells.valid { () throws(MovementError) in
            try HexagonalCells(radius: radius, areaWidth: areaWidth, choice: choice())
        }
    }

    private static func towers(_ cells: MappingReader) -> TowerCells? {
        let towers = cells.towers()
        let choice = choice(cells)
        return cells.valid { () throws(MovementError) in
            try TowerCells(towers: towers, choice: choice())
        }
    }

    /// How a phone chooses, to be checked when all of the mapping has been read.
    private static func choice(
        _ cells: MappingReader
    ) -> () throws(MovementError) -> CellChoice {
        let exponent = cells.decimal("path-loss-exponent")
        let hysteresis: Decibels = cells.quantity("hysteresis")
        let wait = cells.entry("time-to-trigger").map { cells.span($0, .zeroOrMore) }
        let shadowing = cells.optionalMapping("shadowing", shadowing)
        return { () throws(MovementError) in
            try CellChoice(
                pathLossExponent: exponent, hysteresis: hysteresis, timeToTrigger: wait ?? .zero,
                shadowing: shadowing ?? nil)
        }
    }

    private static func shadowing(_ shadows: MappingReader) -> Shadowing? {
        let deviation: Decibels = shadows.quantity("deviation")
        let decorrelation: Meters = shadows.quantity("decorrelation")
        let correlation = shadows.optionalDecimal("site-correlation")
        return shadows.valid { () throws(MovementError) in
            try Shadowing(
                deviation: deviation, decorrelation: decorrelation,
                siteCorrelation: correlation ?? 0)
        }
    }

    private static func rate(_ rate: MappingReader) -> CellRate? {
        let changes = changes(rate)
        let radius: Meters = rate.quantity("radius")
        let areaChanges: Fraction? = rate.optionalQuantity("area-changes")
        return rate.valid { () throws(MovementError) in
            try CellRate(changes: changes, radius: radius, areaChanges: areaChanges ?? .zero)
        }
    }

    /// Along the way, or, where the unit says so, in time.
    private static func changes(_ rate: MappingReader) -> CellRate.Unit {
        let isInTime =
            rate.entries.first { $0.key == "changes" }?.value.valueText?.contains("/h") ?? false
        return isInTime
            ? .perHour(rate.quantity("changes")) : .perKilometer(rate.quantity("changes"))
    }
}

extension RawNode {
    /// The text of a value, which may stand under `value:` beside its source.
    fileprivate var valueText: String? {
        switch content {
        case .text(let text): text.text
        case .mapping(let entries): entries.first { $0.key == "value" }?.value.flowText
        case .list: nil
        }
    }
}
