/// An Android `power_profile.xml`: what the vendor says the phone's parts draw, unchanged.
///
/// Currents are mA, speeds kHz, voltages mV, the capacity mAh. Zeros and placeholder values are
/// kept; callers interpret them. libxml2 reads the document without entities, document types or the
/// network.
public struct PowerProfile: Hashable, Sendable {
    public let path: String
    /// In the order of the file; the last of equal names.
    public let elements: [Element]
    /// The tree that newer files may have instead of `modem.controller.*`.
    public let modem: Modem?
    /// Never fatal.
    public let unknown: [Unknown]
    /// The last counts, as for Android.
    public let repeated: [Element]
    public let empty: [Unknown]

    /// An `<item>` or an `<array>`; a name may occur in either form.
    public struct Element: Hashable, Sendable {
        public let name: String
        /// Exactly one for an item.
        public let values: [Double]
        public let isArray: Bool
        public let line: Int
    }

    /// The `<modem>` tree.
    public struct Modem: Hashable, Sendable {
        public var sleep: Double?
        public var idle: Double?
        public var active: [Active] = []
        public let line: Int

        /// The modem's draw with one technology: `<active rat="NR" nrFrequency="MMWAVE">`.
        public struct Active: Hashable, Sendable {
            public let rat: String
            /// `DEFAULT`, or with NR `LOW`, `MID`, `HIGH` or `MMWAVE`.
            public let frequency: String
            public var receive: Double?
            /// By transmit power level, from 0, the lowest, to 4; `nil` where the file has none.
            public var transmit: [Double?] = Array(repeating: nil, count: 5)
            public let line: Int
        }
    }

    /// An element that is unknown to Android or has no number.
    public struct Unknown: Hashable, Sendable {
        /// Its name, or its tag in `<>` without one.
        public let name: String
        public let line: Int
    }

    init(path: String, all: [Element], modem: Modem?, unknown: [Unknown], empty: [Unknown]) {
        (self.path, self.modem, self.unknown, self.empty) = (path, modem, unknown, empty)
        var elements: [Element] = []
        var repeated: [Element] = []
        for element in all {
            if let before = elements.firstIndex(where: { $0.name == element.name }) {
                elements.remove(at: before)
                repeated.append(element)
            }
            elements.append(element)
        }
        (self.elements, self.repeated) = (elements, repeated)
    }

    /// Reads at most 4 MiB; throws ``InputError`` if a known element holds anything but numbers.
    public init(contentsOf path: String) throws(InputError) {
        let bytes = try LogFile.bytes(
            of: path, wanted: "the power_profile.xml", upTo: Self.sizeLimit + 1)
        try self.init(path: path, bytes: bytes)
    }

    public init(path: String, bytes: [UInt8]) throws(InputError) {
        let advice = XMLAdvice(
            tooLarge: InputFault.otherFile,
            malformed: "Use power_profile.xml from a device tree, not from a package.")
        self = try PowerProfileParser.profile(
            of: XMLWalk(bytes, limit: Self.sizeLimit, advice), path: path)
    }

    /// The largest known profile has 14 kB.
    private static let sizeLimit = 1 << 22

    public func element(_ name: String) -> Element? { elements.first { $0.name == name } }
    public func list(_ name: String) -> [Double] { element(name)?.values ?? [] }
    public func number(_ name: String) -> Double? { element(name)?.values.first }
}

/// The element names that Android's framework reads, old ones included.
///
/// From the comments of AOSP's default profile and `PowerProfile.java`.
enum PowerElementName {
    static func isKnown(_ name: String) -> Bool {
        names.contains(name) || numbered.contains { isNumbered(name, $0) }
    }

    private static func isNumbered(_ name: String, _ prefix: String) -> Bool {
        guard name.hasPrefix(prefix) else { return false }
        let number = name.dropFirst(prefix.count)
        return !number.isEmpty && number.count <= 3 && number.allSatisfy { "0"..."9" ~= $0 }
    }

    private static let numbered = [
        "cpu.cluster_power.cluster", "cpu.core_speeds.cluster", "cpu.core_power.cluster",
        "cpu.scaling_policy_power.policy", "cpu.scaling_step_power.policy", "cpu.speeds.cluster",
        "cpu.active.cluster", "screen.on.display", "screen.full.display", "ambient.on.display",
    ]

    private static let names: Set = [
        "none", "battery.capacity", "cpu.suspend", "cpu.idle", "cpu.awake", "cpu.active",
        "cpu.speeds", "cpu.clusters.cores", "modem.controller.sleep", "modem.controller.idle",
        "modem.controller.rx", "modem.controller.tx", "modem.controller.voltage", "radio.on",
        "radio.scanning", "radio.active", "wifi.on", "wifi.active", "wifi.scan", "wifi.batchedscan",
        "wifi.controller.idle", "wifi.controller.rx", "wifi.controller.tx",
        "wifi.controller.tx_levels", "wifi.controller.voltage", "bluetooth.on", "bluetooth.active",
        "bluetooth.at", "bluetooth.controller.idle", "bluetooth.controller.rx",
        "bluetooth.controller.tx", "bluetooth.controller.voltage", "gps.on",
        "gps.signalqualitybased", "gps.voltage", "screen.on", "screen.full", "ambient.on", "audio",
        "video", "dsp.audio", "dsp.video", "camera.avg", "camera.flashlight", "memory.bandwidths",
    ]
}

extension InputFault {
    static let otherFile = "Check that it is a power_profile.xml."

    private static let form =
        "Write a power profile: <device name=\"Android\"> with <item name=\"cpu.idle\"> and others."

    static let notDevice = Self("the document does not begin with <device>", form)

    static let nothingKnown = Self("no element has a name of Android's power profiles", form)

    static func tooMany(limit: Int) -> Self {
        Self("the file has more than \(limit) elements, values and comments", otherFile)
    }

    static func noName(element: String) -> Self {
        Self(
            "this <\(element)> has no name",
            "Write name=\"cpu.idle\", for example, or remove the element.")
    }

    private static let number = "Write a number of 0 or more with a point, as in 12.5."

    static func noNumber(text: String, element: String) -> Self {
        Self("\"\(text)\" is not a number for \(element)", number)
    }

    static func negative(text: String, element: String) -> Self {
        Self("\(element) is \(text), but must be 0 or more", number)
    }
}
