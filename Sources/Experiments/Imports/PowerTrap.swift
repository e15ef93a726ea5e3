/// Something in a power profile that is not what it looks like: what was found, and what is made of
/// it.
public struct PowerTrap: Hashable, Sendable {
    /// Which of the known ways to be misled it is.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// AOSP's default value, which says of itself that it is wrong.
        case dummy
        /// Zero, which means that nothing is given.
        case notGiven = "not given"
        /// The values of another phone.
        case copy
        /// The values of a chip maker's reference board.
        case template
        /// The modem's idle is connected and listening.
        case modemListens = "modem idle listens"
        /// The modem's idle is asleep between pages.
        case modemSleeps = "modem idle sleeps"
        /// The modem's idle is neither.
        case modemUnclear = "modem idle unclear"
        /// The Wi-Fi part's idle is awake and listening.
        case wifiListens = "wi-fi idle listens"
        /// The Wi-Fi part's idle is associated and asleep between beacons.
        case wifiSleeps = "wi-fi idle sleeps"
        /// Zero above the sleeping phone, not zero power.
        case floorless = "sleep is zero"
        /// `radio.on` is the same at each level.
        case equalLevels = "equal levels"
        /// `radio.on` at level 0 is searching.
        case searching = "level 0 searches"
        case fallingSpeeds = "falling speeds"
        case unequalLists = "unequal lists"
        case noVoltage = "no voltage"
        /// A voltage of less than 10, which is in volts and not in millivolts.
        case volts = "voltage in volts"
        /// A voltage that no phone's battery has: that of a core's rail, or of another unit.
        case noBattery = "not a battery's voltage"
        case noCapacity = "no capacity"
        /// Sending draws less than receiving.
        case sendingBelowReceiving = "sending below receiving"
        /// One name, two elements.
        case repeated = "given twice"
        /// Names of before Android 7.
        case oldNames = "old names"
    }

    public let kind: Kind
    /// The elements that it is in, as the file names them.
    public let elements: [String]
    /// Where the first of them begins; `nil` for what is missing.
    public let line: Int?
    /// What is there.
    public let found: String
    /// What it means here.
    public let meaning: String
}
