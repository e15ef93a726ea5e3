/// A current of a power profile, with its element and voltage.
public struct PowerFigure: Hashable, Sendable {
    /// In milliamperes.
    public let current: Double
    /// The element, with the index of an array: `modem.controller.tx[2]`.
    public let element: String
    public let line: Int?
    public let voltage: Volts
    /// The element of the voltage; `nil` for the battery's nominal one.
    public let voltageElement: String?
    /// `nil` if no phone is known whose file has equal values.
    public var copied: String?

    /// Current times voltage, to a hundredth of a microwatt.
    public var power: Milliwatts { Milliwatts.tidy(current * voltage.magnitude) }

    /// For example `198 mA at 3.7 V (modem.controller.voltage)`.
    public var words: String {
        let place = voltageElement.map { "(\($0))" } ?? "(the battery's nominal)"
        return "\(PlainNumber.text(current)) mA at \(voltage) \(place)"
    }

    var shortWords: String {
        "\(PlainNumber.text(current)) mA at \(voltage)\(voltageElement == nil ? ", nominal" : "")"
            + (copied == nil ? "" : ", copied")
    }
}

extension Quantity {
    /// Rounded, to remove the last bits of a multiplication.
    static func tidy(_ magnitude: Double) -> Self { Self((magnitude * 1e5).rounded() / 1e5) }
}

enum PlainNumber {
    static func text(_ value: Double) -> String {
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    static func list(_ values: [Double]) -> String { values.map(text).joined(separator: ", ") }
}

/// A power profile without its zeros and placeholders.
public struct PowerFigures: Sendable {
    public let profile: PowerProfile
    public let nominal: Volts
    /// Which of the five transmit powers to use, from 0 to 4.
    public let transmitLevel: Int
    /// Those that the profile has.
    let vectors: [KnownVector]
    private let copies: [String: String]

    public init(
        _ profile: PowerProfile, nominal: Volts, transmitLevel: Int = 2, known: [KnownVector]
    ) {
        precondition((0..<5).contains(transmitLevel), "no transmit level \(transmitLevel)")
        (self.profile, self.nominal, self.transmitLevel) = (profile, nominal, transmitLevel)
        vectors = known.filter { $0.isIn(profile) }
        var copies: [String: String] = [:]
        for vector in vectors {
            for element in vector.elements { copies[element] = vector.phones }
        }
        self.copies = copies
    }

    /// The current of an element; `nil` if missing, zero or a placeholder.
    ///
    /// - Parameters:
    ///   - name: An item or an array.
    ///   - index: The index in an array; beyond its end the last value counts, as in Android.
    func figure(_ name: String, _ index: Int = 0) -> PowerFigure? {
        guard let figure = stated(name, index), figure.current > 0,
            !PowerDummies.isDummy(figure.current, in: name)
        else { return nil }
        return figure
    }

    /// The current of an element, where zero means zero.
    func stated(_ name: String, _ index: Int = 0) -> PowerFigure? {
        guard let element = profile.element(name), let last = element.values.last else {
            return nil
        }
        let place = element.isArray ? "[\(min(index, element.values.count - 1))]" : ""
        let current = element.values.indices.contains(index) ? element.values[index] : last
        return figure(current, "\(name)\(place)", element.line, Self.voltage(of: name))
    }

    /// The element of a part's voltage; `nil` for parts that the battery feeds directly.
    private static func voltage(of name: String) -> String? {
        if name.hasPrefix("gps.") { return "gps.voltage" }
        let words = name.split(separator: ".")
        return words.count == 3 && words[1] == "controller" ? "\(words[0]).controller.voltage" : nil
    }

    func figure(
        _ current: Double, _ element: String, _ line: Int?, _ voltageName: String?
    ) -> PowerFigure {
        let stated = voltageName.flatMap { SupplyVoltage($0, in: profile)?.ofBattery }
        return PowerFigure(
            current: current, element: element, line: line, voltage: stated ?? nominal,
            voltageElement: stated == nil ? nil : voltageName,
            copied: copies[String(element.prefix { $0 != "[" })])
    }

    func display(_ name: String) -> PowerFigure? { figure("\(name).display0") ?? figure(name) }
}

struct SupplyVoltage {
    /// The voltages of a phone's cell, from nearly empty to full.
    ///
    /// 39 of 230 public files have others, such as 4.0, or the rails of cores.
    static let possible = Volts(2.5)...Volts(5.5)
    /// Smaller numbers are in volts: 10 mV supplies nothing.
    private static let leastMillivolts = 10.0

    /// As in the file, in either unit.
    let stated: Double
    var isInVolts: Bool { stated < Self.leastMillivolts }
    var voltage: Volts { Volts(isInVolts ? stated : stated / 1000) }
    /// The voltage, if a phone's battery can have it.
    var ofBattery: Volts? { Self.possible.contains(voltage) ? voltage : nil }

    /// `nil` where the file has no such element, or zero.
    init?(_ name: String, in profile: PowerProfile) {
        guard let stated = profile.number(name), stated > 0 else { return nil }
        self.stated = stated
    }
}

/// Values of AOSP's default profile, which itself calls them wrong.
public enum PowerDummies {
    /// Whether a value is a placeholder.
    ///
    /// 0.1 anywhere, also 0.2 in `radio.on`, the default's memory bandwidth, and 1 for parts that
    /// draw more in any phone.
    public static func isDummy(_ value: Double, in name: String) -> Bool {
        if name == "cpu.clusters.cores" || name.contains("_speeds") { return false }
        if value == 0.1 { return true }
        if name == "radio.on" { return value == 0.2 }
        if name == "memory.bandwidths" { return value == 22.7 }
        return value == 1 && onePlaces.contains(name)
    }

    /// Whether a list of background scans is the default's, in which each value is ten times the
    /// one before.
    public static func isDummyScan(_ values: [Double]) -> Bool {
        guard values.count > 1, values[0] <= 0.0002 else { return false }
        return zip(values, values.dropFirst()).allSatisfy { abs($1 / $0 - 10) < 1e-9 }
    }

    private static let onePlaces: Set = [
        "wifi.scan", "wifi.active", "radio.active", "gps.on", "screen.on", "screen.full",
        "screen.on.display0", "screen.full.display0", "audio", "video", "wifi.controller.tx_levels",
    ]
}

/// Values found in the files of several phones, so measured on one of them at most.
public struct KnownVector: Hashable, Sendable {
    public let what: String
    public let values: [Element: [Double]]
    /// The phones whose files have them, the earliest first, with years.
    public let phones: String
    /// Whether a chip maker's reference board has them.
    public let isTemplate: Bool

    public typealias Element = String

    public var elements: [Element] { values.keys.sorted() }

    func isIn(_ profile: PowerProfile) -> Bool {
        values.allSatisfy { profile.list($0.key) == $0.value }
    }

    init?(_ tree: ProfileTree) {
        guard let what = tree["what"]?.text, let phones = tree["phones"]?.text,
            let values = tree["values"]?.entries, !values.isEmpty
        else { return nil }
        (self.what, self.phones) = (what, phones)
        self.values = Dictionary(values.map { ($0.key, $0.value.numbers) }) { first, _ in first }
        isTemplate = tree["template"]?.text == "true"
    }
}

/// The draw of a modem or a Wi-Fi part in the states of a power profile.
public struct RadioFigures: Hashable, Sendable {
    /// Asleep between pages or beacons; `nil` if unknown.
    public var asleep: PowerFigure?
    /// Connected without data to receive; `nil` if unknown.
    public var awake: PowerFigure?
    public var receiving: PowerFigure
    public var sending: PowerFigure
    /// Sending at each of a modem's five transmit powers, ascending; empty unless all are known.
    public var levels: [PowerFigure] = []
    /// Whether the sleep current includes paging.
    public var holdsPaging = false
    public var isOfTechnology = false

    /// The sleep current where it can hold paging: no phone's pages draw below a milliwatt.
    var paging: PowerFigure? { asleep.flatMap { $0.power < Milliwatts(1) ? nil : $0 } }
}

/// The meaning of an element named `idle`, which vendors read in two ways.
public enum IdleMeaning: Hashable, Sendable {
    /// The radio listens: connected, or waiting for a beacon.
    case awake
    /// The radio sleeps except for pages or beacons.
    case asleep
    /// Too much for a sleeping radio, too little for a listening one.
    case unclear

    /// The share of the receive current from which a modem's idle is connected and listening.
    ///
    /// Profiles of 2017 to 2024 have 0.98 to 1.08, or 0.03 and less; one of 2016 has 0.6.
    public static let modemShare = 0.8
    /// The share below which an idle radio sleeps; above it Wi-Fi listens.
    ///
    /// Profiles have 0.39 to 0.79, or 0.02 and less.
    public static let sleepingShare = 0.2
}

extension PowerFigures {
    /// The figures of a modem's technology; `nil` without modem figures.
    ///
    /// Looked up as in Android: frequency, the technology's default, the default. `radio.*`
    /// replaces a missing controller.
    public func modem(for technology: RadioProfile.Technology) -> RadioFigures? {
        treeModem(technology) ?? controllerModem ?? oldModem
    }

    /// `nil` without an idle or receive current.
    public var modemIdleMeaning: IdleMeaning? {
        guard let rx = figure("modem.controller.rx"),
            let idle = figure("modem.controller.idle")
        else { return nil }
        if idle.current >= IdleMeaning.modemShare * rx.current { return .awake }
        return idle.current < IdleMeaning.sleepingShare * rx.current ? .asleep : .unclear
    }

    public var wifiIdleMeaning: IdleMeaning? {
        guard let rx = figure("wifi.controller.rx"), let idle = figure("wifi.controller.idle")
        else { return nil }
        return idle.current >= IdleMeaning.sleepingShare * rx.current ? .awake : .asleep
    }

    private func treeModem(_ technology: RadioProfile.Technology) -> RadioFigures? {
        guard let modem = profile.modem else { return nil }
        let volts = "modem.controller.voltage"
        let rat = technology == .nr ? "NR" : technology == .lte ? "LTE" : "DEFAULT"
        let wanted = modem.active.first { $0.rat == rat && ($0.receive ?? 0) > 0 }
        guard let active = wanted ?? modem.active.first(where: { $0.rat == "DEFAULT" }),
            let receive = active.receive, receive > 0
        else { return nil }
        let name = "<modem><active rat=\(active.rat)>"
        let rx = figure(receive, "\(name)<receive>", active.line, volts)
        let level = active.transmit[transmitLevel] ?? 0
        let tx =
            level > 0
            ? figure(level, "\(name)<transmit level=\(transmitLevel)>", active.line, volts) : rx
        let idle = modem.idle.flatMap { idle in
            idle >= IdleMeaning.modemShare * receive
                ? figure(idle, "<modem><idle>", modem.line, volts) : nil
        }
        let sleep = modem.sleep.map { figure($0, "<modem><sleep>", modem.line, volts) }
        return RadioFigures(
            asleep: sleep, awake: idle ?? rx, receiving: rx, sending: tx,
            levels: levels(
                active.transmit.enumerated().compactMap { place, current in
                    current.map {
                        figure($0, "\(name)<transmit level=\(place)>", active.line, volts)
                    }
                }),
            isOfTechnology: active.rat == rat)
    }

    private var controllerModem: RadioFigures? {
        guard let rx = figure("modem.controller.rx") else { return nil }
        let idle = modemIdleMeaning == .awake ? figure("modem.controller.idle") : nil
        let sleep = stated("modem.controller.sleep")
        let paging = sleep?.current ?? 0 > 0 ? nil : self.paging
        let tx = "modem.controller.tx"
        return RadioFigures(
            asleep: paging ?? sleep, awake: idle ?? rx, receiving: rx,
            sending: figure(tx, transmitLevel) ?? rx,
            levels: levels(profile.list(tx).indices.compactMap { figure(tx, $0) }),
            holdsPaging: paging != nil)
    }

    /// All five, or none: partial, zero or equal values are not measurements by level.
    private func levels(_ found: [PowerFigure]) -> [PowerFigure] {
        let currents = found.map(\.current)
        let isWhole = found.count == 5 && currents.allSatisfy { $0 > 0 }
        return isWhole && Set(currents).count > 1 ? found : []
    }

    private var oldModem: RadioFigures? {
        guard let active = figure("radio.active") else { return nil }
        return RadioFigures(
            asleep: paging, awake: active, receiving: active, sending: active,
            holdsPaging: paging != nil)
    }

    /// Camping with a signal: level 1 of `radio.on`, which averages the pages.
    private var paging: PowerFigure? { figure("radio.on", 1) }

    /// The figures of Wi-Fi, or `nil`.
    ///
    /// The controller's three currents count together, as in Android; otherwise `wifi.on` and
    /// `wifi.active`.
    public var wifi: RadioFigures? {
        let on = figure("wifi.on")
        guard let rx = figure("wifi.controller.rx"),
            let tx = figure("wifi.controller.tx"),
            let idle = figure("wifi.controller.idle")
        else {
            return figure("wifi.active").map {
                RadioFigures(asleep: on, awake: nil, receiving: $0, sending: $0)
            }
        }
        return switch wifiIdleMeaning {
        case .awake: RadioFigures(asleep: on, awake: idle, receiving: rx, sending: tx)
        case .asleep, .unclear, nil:
            RadioFigures(asleep: idle, awake: rx, receiving: rx, sending: tx)
        }
    }

    /// Why satellites' own figures do not count; empty where the file has none.
    var gnssNote: String {
        if let on = figure("gps.on") { return "the file's own is a copy: \(on.words)" }
        guard let poor = figure("gps.signalqualitybased", 0),
            let good = figure("gps.signalqualitybased", 1)
        else { return "" }
        return "the file's \(good.power) and \(poor.power) are the receiver alone at a good and a "
            + "poor signal, not tracking and acquiring"
    }

    /// The Bluetooth currents, if all three are given and sending is at least receiving.
    public var bluetooth: (idle: PowerFigure, receiving: PowerFigure)? {
        guard let idle = figure("bluetooth.controller.idle"),
            let rx = figure("bluetooth.controller.rx"),
            let tx = figure("bluetooth.controller.tx"), tx.current >= rx.current
        else { return nil }
        return (idle, rx)
    }
}
