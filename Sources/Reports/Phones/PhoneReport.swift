/// The tables and the text about a phone's own record.
public enum PhoneTables {
    static let figures = Table<PhoneFigure>("phone").with(columns: [
        .text("section", "drain, activity, mean current or savings.", \.section.rawValue),
        .text("figure", "Name of the number.", \.name),
        .number("value", "The number.", \.value),
        .text("unit", "Its unit.", \.unit),
        .number(
            "low",
            "Lower end: of a 95 % bootstrap interval over stretches or payloads, of the "
                + "gauge's whole per cent, or of the range over radios or powers."
        ) { $0.range?.lowerBound },
        .number("high", "Upper end.") { $0.range?.upperBound },
        .integer("n", "Stretches or payloads of the record that the number is from.", \.count),
        .number("time_h", "Total time of these stretches.", \.hours),
        .text("source", "Origin of the number.", \.source),
    ])

    static let users = Table<PhoneUser>("phone-apps").with(columns: [
        .text("user", "User of the phone's system, as Android writes it.", \.name),
        .text("package", "A package that ran as this user; others may share it.", \.package),
        .number("charge_mAh", "Booked to the user since the last charge.", \.charge),
        .integer("jobs", "Jobs that began in the history.") { $0.events[.job] },
        .integer("alarms", "Alarms in the history, where it lists them.") { $0.events[.alarm] },
        .integer("wake_ups", "Wake-ups that the history counts for it.") { $0.events[.wakeUp] },
        .integer("syncs", "Syncs that began in the history.") { $0.events[.sync] },
    ])
}

extension PhoneAccount {
    /// The answer, the figures by section, what the record cannot tell, and the apps as details.
    ///
    /// - `head`: A line about the file.
    public func screen(head: String) -> Screen {
        let notes = ([head] + excesses + limits).filter { !$0.isEmpty }
        return Screen(
            answer: answer, table: .table(figureTable), notes: notes.map { $0 + "\n" }.joined(),
            details: users.isEmpty ? [] : [.table(userTable)])
    }

    private var answer: String {
        let drains = figures.filter { $0.section == .drain }
        guard let first = drains.first else {
            let share = figures.first { $0.unit == "percent/day" }.map {
                " What it counts takes \(Self.number($0.value)) % of the battery a day, or more."
            }
            return "The file does not tell how much the phone drew." + (share ?? "")
        }
        let rest = drains.dropFirst().map { "\(Self.value($0)) (\($0.name))" }
        return "The phone drew \(Self.value(first)) (\(first.name)"
            + (first.count.map { "; \($0) in \(Self.number(first.hours ?? 0)) h" } ?? "") + ")"
            + (rest.isEmpty ? "." : "; " + rest.joined(separator: "; ") + ".")
    }

    private static func value(_ figure: PhoneFigure) -> String {
        "\(number(figure.value)) \(unit(figure.unit))"
    }

    private static func unit(_ unit: String) -> String {
        unit.replacing("percent/h", with: "%/h").replacing("percent", with: "%")
    }

    private static func number(_ value: Double) -> String {
        ReadableNumber.text(value, significantDigits: 3)
    }

    private var figureTable: TextTable {
        figures.table([
            .left("section", \.section.rawValue), .left("figure", \.name),
            .right("value") { Self.number($0.value) },
            .left("unit") { Self.unit($0.unit) },
            .left("range") { figure in
                figure.range.map {
                    "\(Self.number($0.lowerBound)) to \(Self.number($0.upperBound))"
                }
            },
            .right("n") { $0.count.map(String.init) },
            .right("hours") { $0.hours.map(Self.number) },
        ])
    }

    private var userTable: TextTable {
        func count(_ event: HistoryEvent) -> (PhoneUser) -> String? {
            { $0.events[event].map(String.init) }
        }
        return users.prefix(20).table([
            .left("user", \.name), .left("package", \.package),
            .right("charge [mAh]") { $0.charge.map(Self.number) },
            .right("jobs", count(.job)), .right("wake-ups", count(.wakeUp)),
            .right("syncs", count(.sync)),
        ])
    }
}
