import DeviceModel
import EventKernel
import Quantities

/// Reads what comes and goes with the time of day or with places: Wi-Fi, chargers.
enum SurroundingsReader {
    /// Reads `wi-fi:`; `nil` where it has faults, which the log has.
    static func wifi(_ wifi: MappingReader) -> WiFiPresence? {
        let natIdleTimeout: Distribution<Seconds>? = wifi.optionalDistribution(
            "nat-idle-timeout", .betweenEvents)
        guard let entry = wifi.exactlyOne(of: ["daily", "at"]) else { return nil }
        let rule: WiFiPresence.Rule =
            if entry.key == "daily" {
                .daily(wifi.list("daily", count: 1...24, window).compactMap { $0 })
            } else {
                .places(wifi.choices("at", what: "a place of the movement"))
            }
        return WiFiPresence(rule: rule, natIdleTimeout: natIdleTimeout)
    }

    /// Reads `battery:`.
    static func battery(_ battery: MappingReader) -> BatteryCourse {
        BatteryCourse(
            start: battery.quantity("start", .aboveZero),
            comesOn: battery.quantity(
                "comes-on", .aboveZero, default: BatteryCourse.usualComesOn))
    }

    /// Reads `charging:`.
    static func charging(_ charging: MappingReader) -> Charging {
        Charging(
            daily: charging.list("daily", count: 1...24, window).compactMap { $0 },
            power: charging.quantity("power", .aboveZero, default: Charging.usualPower))
    }

    /// Reads one entry of `daily:`; `nil` where it has faults, which the log has.
    static func window(_ window: MappingReader) -> DailyWindow? {
        let (from, until) = (window.span("from"), window.span("until", .aboveZero))
        let laterBy: Distribution<Seconds>? = window.optionalDistribution("later-by", .zeroOrMore)
        // Each of them is there, or was missed already.
        guard window.has("from"), window.has("until") else { return nil }
        do throws(DailyWindowError) {
            return try DailyWindow(from: from, until: until, laterBy: laterBy)
        } catch {
            window.log.report(
                .meaning(.window(error)), at: window.valuePlaces["from"] ?? window.place)
            return nil
        }
    }
}
