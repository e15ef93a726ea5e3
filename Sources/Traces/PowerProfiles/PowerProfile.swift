/// What an Android `power_profile.xml` says: what the vendor told the system that the phone's
/// parts draw, as it stands there.
///
/// Currents are mA, speeds kHz, voltages mV, the capacity mAh. Zeros and dummies are values like
/// others here; what they mean is for those who use them. The document is read by libxml2 without
/// entities, document types or the network.
public struct PowerProfile: Hashable, Sendable {
    /// What messages call the file.
    public let path: String
    /// In the order of the file; of those with one name the last.
    public let elements: [Element]
    /// The tree that newer files may have instead of `modem.controller.*`.
    public let modem: Modem?
    /// What Android does not know, in the order of the file: never fatal.
    public let unknown: [Unknown]
    /// Names that more than one element has; the last counts, as for Android.
    public let repeated: [Element]
    /// Elements with an empty item or value, which gives no number.
    public let empty: [Unknown]

    /// An `<item>` or an `<array>`, by its name. A name may turn up in either form.
    public struct Element: Hashable, Sendable {
        public let name: String
        /// Of an item exactly one.
        public let values: [Double]
        public let isArray: Bool
        /// Where it begins, counted from 1.
        public let line: Int

        public init(name: String, values: [Double], isArray: Bool, line: Int) {
            (self.name, self.values, self.isArray, self.line) = (name, values, isArray, line)
        }
    }

    /// The tree `<modem>`.
    public struct Modem: Hashable, Sendable {
        public var sleep: Double?
        public var idle: Double?
        public var active: [Active] = []
        public let line: Int

        /// What the modem draws with one technology: `<active rat="NR" nrFrequency="MMWAVE">`.
        public struct Active: Hashable, Sendable {
            /// `DEFAULT`, `LTE` or `NR`.
            public let rat: String
            /// `DEFAULT`, or with NR `LOW`, `MID`, `HIGH` or `MMWAVE`.
            public let frequency: String
            public var receive: Double?
            /// By transmit power, from 0, the least, to 4; `nil` where the file has none.
            public var transmit: [Double?] = Array(repeating: nil, count: 5)
            public let line: Int
        }
    }

    /// An element by its name alone: without a meaning for Android, or without a number.
    public struct Unknown: Hashable, Sendable {
        /// Its name, or its tag in `<>` where it has none.
        public let name: String
        public let line: Int
    }

    init(
        path: String, all: [Element], modem: Modem?, unknown: [Unknown], empty: [Unknown]
    ) {
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

    /// Reads the file at `path`, of at most 4 MiB.
    ///
    /// - Throws: ``PowerProfileError`` if there is no such file, it is no power profile, or a known
    ///   element holds something else than numbers.
    public init(contentsOf path: String) throws(PowerProfileError) {
        let source: XMLSource
        do throws(XMLFault) {
            source = try XMLSource(path: path, limit: Self.sizeLimit)
        } catch {
            throw PowerProfileError(.xml(error), path: path)
        }
        self = try PowerProfileParser.profile(of: source, path: path)
    }

    /// Reads `bytes`, which came from `path`.
    ///
    /// - Throws: as ``init(contentsOf:)``.
    public init(path: String, bytes: [UInt8]) throws(PowerProfileError) {
        self = try PowerProfileParser.profile(
            of: XMLSource(bytes: bytes, limit: Self.sizeLimit), path: path)
    }

    /// The largest profile known has 14 kB.
    private static let sizeLimit = 1 << 22

    /// The element of a name; `nil`: the file has none.
    public func element(_ name: String) -> Element? { elements.first { $0.name == name } }

    /// The values of a name; empty where the file has none.
    public func list(_ name: String) -> [Double] { element(name)?.values ?? [] }

    /// The value of an item, or the first of an array.
    public func number(_ name: String) -> Double? { element(name)?.values.first }
}
