import Kernel
import Traces

/// A current of a power profile, with the element that gives it and the voltage that it is at.
public struct PowerFigure: Hashable, Sendable {
    /// In milliamperes.
    public let current: Double
    /// `modem.controller.tx[2]`: the element, and of an array the place, from 0.
    public let element: String
    public let line: Int?
    public let voltage: Volts
    /// The element that gives the voltage; `nil`: the battery's nominal one.
    public let voltageElement: String?
    /// The phones whose files have the same values; `nil`: none that is known.
    public var copied: String?

    /// Current times voltage, to a hundredth of a microwatt.
    public var power: Milliwatts { Milliwatts.tidy(current * voltage.magnitude) }

    /// What was multiplied: `198 mA at 3.7 V (modem.controller.voltage)`.
    public var words: String {
        let place = voltageElement.map { "(\($0))" } ?? "(the battery's nominal)"
        return "\(PlainNumber.text(current)) mA at \(voltage) \(place)"
    }

    /// The same without the voltage's element.
    var shortWords: String {
        "\(PlainNumber.text(current)) mA at \(voltage)\(voltageElement == nil ? ", nominal" : "")"
            + (copied == nil ? "" : ", copied")
    }
}

extension Quantity {
    /// Without the last bits of a multiplication.
    static func tidy(_ magnitude: Double) -> Self { Self((magnitude * 1e5).rounded() / 1e5) }
}

/// Numbers as files have them: no needless `.0`.
enum PlainNumber {
    static func text(_ value: Double) -> String {
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    static func list(_ values: [Double]) -> String { values.map(text).joined(separator: ", ") }
}

/// What a power profile gives once zeros and dummies are taken as not given.
public struct PowerFigures: Sendable {
    public let profile: PowerProfile
    /// Where an element has no voltage of its own.
    public let nominal: Volts
    /// Which of the five transmit powers sending has, from 0 to 4.
    public let transmitLevel: Int
    /// The phones that have an element's value too, by element.
    private let copies: [String: String]

    public init(_ profile: PowerProfile, nominal: Volts, transmitLevel: Int = 2) {
        precondition((0..<5).contains(transmitLevel), "no transmit level \(transmitLevel)")
        (self.profile, self.nominal, self.transmitLevel) = (profile, nominal, transmitLevel)
        var copies: [String: String] = [:]
        for vector in KnownVector.all where vector.isIn(profile) {
            for element in vector.elements { copies[element] = vector.phones }
        }
        self.copies = copies
    }

    /// The current of an element, or `nil` where the file has none, zero, or a dummy.
    ///
    /// - Parameters:
    ///   - name: of an item or an array.
    ///   - index: of an array; what is beyond its end is its last value, as Android has it.
    ///   - voltage: the element of the voltage; none for what the battery feeds directly.
    func figure(_ name: String, _ index: Int = 0, voltage: String? = nil) -> PowerFigure? {
        guard let figure = stated(name, index, voltage: voltage), figure.current > 0,
            !PowerDummies.isDummy(figure.current, in: name)
        else { return nil }
        return figure
    }

    /// The same, where zero means zero.
    func stated(_ name: String, _ index: Int = 0, voltage: String? = nil) -> PowerFigure? {
        guard let element = profile.element(name), let last = element.values.last else {
            return nil
        }
        let place = element.isArray ? "[\(min(index, element.values.count - 1))]" : ""
        let current = element.values.indices.contains(index) ? element.values[index] : last
        return figure(current, "\(name)\(place)", element.line, voltage)
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

    /// A display's element: `screen.on.display0`, or `screen.on` as older files have it.
    func display(_ name: String) -> PowerFigure? {
        figure("\(name).display0") ?? figure(name)
    }
}

/// What an element says of the voltage at which a part draws its current.
struct SupplyVoltage {
    /// The voltages that a phone's one cell has, from nearly empty to fully charged. Of 230 public
    /// files 39 have others: 4.0 and the like, or the rails of cores.
    static let possible = Volts(2.5)...Volts(5.5)
    /// Below this a number is one of volts: 10 mV supplies nothing.
    private static let leastMillivolts = 10.0

    /// As the file has it, in whichever unit.
    let stated: Double
    /// Whether the file has it in volts.
    var isInVolts: Bool { stated < Self.leastMillivolts }
    /// In volts, by the reading of its unit.
    var voltage: Volts { Volts(isInVolts ? stated : stated / 1000) }
    /// The voltage, where a phone's battery can have it.
    var ofBattery: Volts? { Self.possible.contains(voltage) ? voltage : nil }

    /// `nil` where the file has no such element, or zero.
    init?(_ name: String, in profile: PowerProfile) {
        guard let stated = profile.number(name), stated > 0 else { return nil }
        self.stated = stated
    }
}

/// Values that stand in AOSP's default profile, which says of itself that they are wrong.
public enum PowerDummies {
    /// Whether a value is a placeholder: 0.1 anywhere, 0.2 beside it in `radio.on`, the default's
    /// memory bandwidth, and 1 where no part of a phone draws as little.
    public static func isDummy(_ value: Double, in name: String) -> Bool {
        if name == "cpu.clusters.cores" || name.contains("_speeds") { return false }
        if value == 0.1 { return true }
        if name == "radio.on" { return value == 0.2 }
        if name == "memory.bandwidths" { return value == 22.7 }
        return value == 1 && onePlaces.contains(name)
    }

    /// Whether a list of background scans is the default's, or its half: each value ten times the
    /// one before.
    public static func isDummyScan(_ values: [Double]) -> Bool {
        guard values.count > 1, values[0] <= 0.0002 else { return false }
        return zip(values, values.dropFirst()).allSatisfy { abs($1 / $0 - 10) < 1e-9 }
    }

    private static let onePlaces: Set = [
        "wifi.scan", "wifi.active", "radio.active", "gps.on", "screen.on", "screen.full",
        "screen.on.display0", "screen.full.display0", "audio", "video",
        "wifi.controller.tx_levels",
    ]
}

/// Values that stand in the files of several phones: measured on one of them at most.
public struct KnownVector: Hashable, Sendable {
    /// What the values are of.
    public let what: String
    /// The elements and their values, all of which have to be there.
    public let values: [Element: [Double]]
    /// The phones whose files have them, the earliest first, with their years.
    public let phones: String
    /// Whether they are a chip maker's: they describe its reference board.
    public var isTemplate = false

    public typealias Element = String

    /// The elements in the order of their names.
    public var elements: [Element] { values.keys.sorted() }

    /// Whether a file has all the values.
    func isIn(_ profile: PowerProfile) -> Bool {
        values.allSatisfy { profile.list($0.key) == $0.value }
    }

    /// From `power_profile.xml` in the device trees of LineageOS (taimen @ d54985f2c5db, redfin @
    /// 69332ca0551e, raviole @ 72dadeb7f455, Spacewar @ ff2c5a326afe and others) and GrapheneOS
    /// (caimito @ 7218b5460814), compared value by value.
    public static let all = [
        KnownVector(
            what: "modem",
            values: [
                "modem.controller.sleep": [0], "modem.controller.idle": [156],
                "modem.controller.rx": [145], "modem.controller.tx": [153, 212, 292, 359, 471],
            ],
            phones: "Pixel 5 (2020), Pixel 8, 8 Pro and 8a (2023, 2024), Pixel 9 family (2024)"),
        KnownVector(
            what: "satellite receiver", values: ["gps.signalqualitybased": [28, 5]],
            phones: "Pixel 5 (2020), Pixel 8, 8 Pro and 8a (2023, 2024), Pixel 9 family (2024)"),
        KnownVector(
            what: "video, audio and flashlight",
            values: ["video": [25], "audio": [75], "camera.flashlight": [240.47]],
            phones: "every Pixel from 4 (2019) to 9 (2024)"),
        KnownVector(
            what: "display",
            values: ["ambient.on": [32], "screen.on": [98], "screen.full": [470]],
            phones: "Pixel 5 (2020), Pixel 6 (2021), Pixel 9 (2024)"),
        KnownVector(
            what: "Bluetooth",
            values: [
                "bluetooth.controller.idle": [0.01], "bluetooth.controller.rx": [9],
                "bluetooth.controller.tx": [7],
            ],
            phones: "Pixel 2 (2017), Pixel 4 (2019), Pixel 5 (2020)"),
        KnownVector(
            what: "modem",
            values: [
                "modem.controller.idle": [6], "modem.controller.rx": [180],
                "modem.controller.tx": [186],
            ],
            phones: "Nothing Phone (1) (2022), Fairphone 5 (2023)", isTemplate: true),
        KnownVector(
            what: "Wi-Fi",
            values: [
                "wifi.controller.idle": [1], "wifi.controller.rx": [176],
                "wifi.controller.tx": [200],
            ],
            phones: "Nothing Phone (1) (2022), Fairphone 5 (2023)", isTemplate: true),
        KnownVector(
            what: "satellite receiver", values: ["gps.on": [13.7]],
            phones: "Nothing Phone (1) (2022), Fairphone 5 (2023)", isTemplate: true),
    ]
}
