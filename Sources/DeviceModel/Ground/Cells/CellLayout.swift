/// Radio cells, and when a moving phone changes between them.
public enum CellLayout: Hashable, Sendable {
    case hexagonal(HexagonalCells)
    case towers(TowerCells)
    /// Changes of cell without a map.
    case rate(CellRate)
}

/// How a phone chooses its cell: the best tower, with hysteresis.
///
/// The level of a tower at distance *d* is −10·n·log₁₀ d plus its shadowing. The phone changes to
/// the cell with the highest level once that has exceeded the serving cell's level by more than the
/// hysteresis for the time to trigger (3GPP TS 36.304 §5.2.4.6 while idle, there called
/// Treselection; event A3 of TS 36.331 while connected).
public struct CellChoice: Formed, Hashable, Sendable {
    /// n; 3.76 in 3GPP's macro cells (TR 36.814: 128.1 + 37.6 log₁₀ d, d in km).
    public internal(set) var pathLossExponent = 1.0
    public internal(set) var hysteresis = Decibels.zero
    /// How long it must be better. Without shadowing borders are crossed at once.
    public internal(set) var timeToTrigger = TimeSpan.zero
    public internal(set) var shadowing: Shadowing?

    /// The hysteresis plus four deviations of the difference of two shadows.
    ///
    /// Weaker towers, shadows aside, are not compared with the best.
    var reach: Decibels {
        guard let shadowing else { return hysteresis }
        let own = 2 * (1 - shadowing.siteCorrelation)
        return hysteresis + shadowing.deviation * (4 * own.squareRoot())
    }

    /// Decibels per unit of the natural logarithm of a squared distance.
    var decibels: Double { 5 * pathLossExponent / PortableMath.log(10) }

    public static let form = Form(Self(), "How a phone chooses its cell.").required(
        .decimal(
            "path-loss-exponent", \.pathLossExponent,
            "Path loss per distance: 10 times this is the loss in dB for ten times the distance; 1 "
                + "to 8."),
        .quantity(
            "hysteresis", \.hysteresis, "Margin by which another cell must be better; up to 30 dB.")
    ).optional(
        .span("time-to-trigger", \.timeToTrigger, "Time for which it must be better; up to 60 s."),
        .part("shadowing", \.shadowing, "Shadowing by hills and houses.", without: "none")
    )
    .limited("path-loss-exponent", \.pathLossExponent, "1 to 8") { (1...8).contains($0) }
    .limited("hysteresis", \.hysteresis, "0 dB to 30 dB") { (0...30).contains($0.magnitude) }
    .limited("time-to-trigger", \.timeToTrigger.seconds, "0 s to 60 s") {
        $0 >= .zero && $0 <= Seconds(60)
    }
}

/// Log-normal shadowing whose correlation falls with distance as e^(−d/D).
///
/// After Gudmundson, *Correlation model for shadow fading in mobile radio systems*, Electronics
/// Letters 27, 1991.
public struct Shadowing: Formed, Hashable, Sendable {
    public internal(set) var deviation = Decibels.zero
    public internal(set) var decorrelation = Meters.zero
    /// The correlation of two towers at one place, at least 0 and below 1.
    ///
    /// Shadows that all towers share are not computed: they do not affect the choice.
    public internal(set) var siteCorrelation = 0.0

    public static let form = Form(Self(), "Shadowing by hills and houses.").required(
        .quantity("deviation", \.deviation, "Standard deviation; up to 30 dB."),
        .quantity(
            "decorrelation", \.decorrelation,
            "Distance at which the correlation falls to 1/e; 1 m to 10 km.")
    ).optional(
        .decimal(
            "site-correlation", \.siteCorrelation,
            "Correlation between two towers at one place, 0 up to 1.")
    )
    .limited("deviation", \.deviation, "0 to 30 dB") { (0...30).contains($0.magnitude) }
    .limited("decorrelation", \.decorrelation, "1 m to 10 km") {
        (1...10_000).contains($0.magnitude)
    }
    .limited("site-correlation", \.siteCorrelation, "0 up to 1") { (0..<1).contains($0) }
}

/// Equal hexagonal cells, each with a tower in the middle.
///
/// Each replication turns and shifts the grid at random, so that no place is special.
public struct HexagonalCells: Formed, Hashable, Sendable {
    public internal(set) var radius = Meters.zero
    public internal(set) var areaWidth = 1.0
    public internal(set) var choice = CellChoice()

    public static let form = Form(Self(), "Equal hexagonal cells.").required(
        .quantity(
            "radius", \.radius, "Distance from a cell's middle to its corners; 10 m to 100 km."),
        .decimal("area-width", \.areaWidth, "Width of a location area in cells, 1 to 1000.")
    ).and(CellChoice.form.fields.map { $0.within(\.choice) })
        .checked { CellChoice.form.check?($0.choice) }
        .limited("radius", \.radius, "10 m to 100 km", Meters.isOfCell)
        .limited("area-width", \.areaWidth, "1 to 1000") { (1...1000).contains($0) }
}

public struct TowerCells: Hashable, Sendable {
    public let towers: [Tower]
    public let choice: CellChoice

    /// - Throws: `FormFault` without towers.
    public init(towers: [Tower], choice: CellChoice) throws(FormFault) {
        if towers.isEmpty { throw .empty("towers") }
        (self.towers, self.choice) = (towers, choice)
    }
}

public struct Tower: Hashable, Sendable {
    public let position: Position
    /// All towers are heard equally well at their ranges.
    public let range: Meters
    /// The location or tracking area.
    public let area: Int
    /// The operator's name for it.
    public let name: String

    /// - Throws: `FormFault` unless the range is above zero.
    public init(
        position: Position, range: Meters, area: Int = 0, name: String = ""
    ) throws(FormFault) {
        guard range > .zero, range.isFinite else {
            throw .outOfRange("range", "\(range)", possible: "more than 0 m")
        }
        (self.position, self.range, self.area, self.name) = (position, range, area, name)
    }
}

/// Cell changes without a map: a Poisson process in distance or time.
public struct CellRate: Formed, Hashable, Sendable {
    /// Changes per distance, or per time even if the phone stays.
    public enum Unit: Hashable, Sendable {
        case perKilometer(PerKilometer)
        case perHour(PerHour)

        fileprivate var rate: (magnitude: Double, text: String) {
            switch self {
            case .perKilometer(let rate): (rate.magnitude, "\(rate)")
            case .perHour(let rate): (rate.magnitude, "\(rate)")
            }
        }
    }

    public internal(set) var changes = Unit.perHour(.zero)
    public internal(set) var radius = Meters.zero
    public internal(set) var areaChanges = Fraction.zero

    public static let form = Form(Self(), "Cell changes without a map.").optional(changes).required(
        .quantity("radius", \.radius, "Radius of a cell, for positions; 10 m to 100 km.")
    ).optional(
        .quantity(
            "area-changes", \.areaChanges, "Share of changes that lead into another location area.")
    ).checked { cells in
        let (rate, text) = cells.changes.rate
        return (0...1000).contains(rate)
            ? nil : .outOfRange("changes", text, possible: "0 to 1000")
    }
    .limited("radius", \.radius, "10 m to 100 km", Meters.isOfCell)
    .chance("area-changes", \.areaChanges)

    private static let changes = Field<CellRate>(
        "changes", "Changes per distance (/km) or per time (/h).", isRequired: true,
        content: { _ in .either([.quantity(PerKilometer.self), .quantity(PerHour.self)]) },
        read: { reader, rate in
            if reader.hasUnit("/h", under: "changes") {
                let found: PerHour? = reader.givenQuantity("changes", .zeroOrMore)
                rate.changes = .perHour(found ?? .zero)
            } else {
                let found: PerKilometer? = reader.givenQuantity("changes", .zeroOrMore)
                rate.changes = .perKilometer(found ?? .zero)
            }
        })
}

extension Meters {
    @Sendable fileprivate static func isOfCell(_ radius: Meters) -> Bool {
        (10...100_000).contains(radius.magnitude)
    }
}
