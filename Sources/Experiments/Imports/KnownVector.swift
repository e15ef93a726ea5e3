import Traces

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
