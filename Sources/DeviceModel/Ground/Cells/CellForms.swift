import Forms
import Kernel

// Which cells there are. What is required has a stand-in.

extension CellChoice: Formed {
    public static let form: Form<CellChoice> = Form(
        "How a phone chooses its cell.", standard: standard,
        fields: [
            .decimal(
                "path-loss-exponent", \.pathLossExponent,
                "How fast levels fall with distance: 10 times it is the loss in dB for ten times "
                    + "the distance; 1 to 8.", isRequired: true),
            .quantity(
                "hysteresis", \.hysteresis,
                "How much better another cell must be; up to 30 dB.", isRequired: true),
            .span(
                "time-to-trigger", \.timeToTrigger,
                "For how long it must be better; up to 60 s."),
            .part("shadowing", \.shadowing, "Hills and houses.", without: "none"),
        ],
        check: { MovementError.fault(of: $0.check) })
}

extension Shadowing: Formed {
    public static let form: Form<Shadowing> = Form(
        "Hills and houses.", standard: standard,
        fields: [
            .quantity(
                "deviation", \.deviation, "The standard deviation; up to 30 dB.",
                isRequired: true),
            .quantity(
                "decorrelation", \.decorrelation,
                "Where the correlation has fallen to 1/e; 1 m to 10 km.", isRequired: true),
            .decimal(
                "site-correlation", \.siteCorrelation,
                "The correlation between two towers at one place, 0 up to 1."),
        ],
        check: { MovementError.fault(of: $0.check) })
}

extension HexagonalCells: Formed {
    public static let form: Form<HexagonalCells> = Form(
        "Equal hexagonal cells.", standard: standard,
        fields: [
            .quantity(
                "radius", \.radius, "From a cell's middle to its corners; 10 m to 100 km.",
                isRequired: true),
            .decimal(
                "area-width", \.areaWidth, "How many cells a location area is wide, 1 to 1000.",
                isRequired: true),
        ] + CellChoice.form.fields.map { $0.within(\.choice) },
        check: { MovementError.fault(of: $0.check) })
}

extension CellRate: Formed {
    public static let form: Form<CellRate> = Form(
        "Changes of the cell without a map.", standard: standard,
        fields: [
            changes,
            .quantity(
                "radius", \.radius, "How far a cell reaches, for positions; 10 m to 100 km.",
                isRequired: true),
            .quantity(
                "area-changes", \.areaChanges, "Changes that lead into another location area."),
        ],
        check: { MovementError.fault(of: $0.check) })

    private static let changes = Field<CellRate>(
        "changes", "Along the way (/km) or in time (/h).", isRequired: true,
        content: { _ in .either([.quantity(PerKilometer.self), .quantity(PerHour.self)]) },
        read: { reader, rate in
            if reader.hasUnit("/h", under: "changes") {
                let found: PerHour? = reader.givenQuantity("changes", .zeroOrMore)
                rate.changes = .perHour(found ?? .zero)
            } else {
                let found: PerKilometer? = reader.givenQuantity("changes", .zeroOrMore)
                rate.changes = .perKilometer(found ?? .zero)
            }
        },
        text: { _ in nil })
}
