/// What the phone's system counted since the last full charge; `nil` where the file does not say.
public struct BatteryStatistics: Hashable, Sendable {
    /// In mAh, by the power profile or the battery's gauge.
    public internal(set) var capacity: Double?
    /// What the system computed from its power profile, in mAh.
    public internal(set) var computed: Double?
    /// Drawn by the gauge, which shows whole per cent: the least and the most, in mAh.
    public internal(set) var drained: ClosedRange<Double>?
    /// On battery, in ms.
    public internal(set) var time: Int64?
    public internal(set) var screenOffTime: Int64?
    public internal(set) var runningTime: Int64?
    /// By the charge counter, in mAh.
    public internal(set) var discharge: Double?
    public internal(set) var screenOffDischarge: Double?
    public internal(set) var lightDozeTime: Int64?
    public internal(set) var deepDozeTime: Int64?
    public internal(set) var mobileActiveTime: Int64?
    /// The modem awake without data, by its own count.
    public internal(set) var modemIdleTime: Int64?
    /// The system's own count by part of the phone, in mAh, most first.
    public internal(set) var parts: [Share<String>] = []
    /// Its count by user, in mAh.
    public internal(set) var users: [Share<Int>] = []

    public struct Share<Owner: Hashable & Sendable>: Hashable, Sendable {
        public let owner: Owner
        public let charge: Double
    }
}

struct StatisticsReader {
    private var raw = BatteryStatistics()
    private var isPower = false
    /// The depth of the rows of parts: Android 12 and later have a block of their own for them.
    private var partDepth = 4
    /// Android 11 and earlier book radios to users, and only the rest to parts.
    private var booked: [String: Double] = [:]
    private var other = 0.0

    var isEmpty: Bool { raw == BatteryStatistics() }

    var found: BatteryStatistics {
        var found = raw
        found.parts = raw.parts.map { part in
            let more = partDepth == 4 ? booked[part.owner] ?? 0 : 0
            return .init(owner: part.owner, charge: part.charge + more)
        }
        if other > 0 { found.parts.append(.init(owner: "other", charge: other)) }
        return found
    }

    mutating func read(_ line: String) {
        let text = line.drop { $0 == " " }
        if isPower, text == "Global" { partDepth = 6 }
        guard let colon = text.firstIndex(of: ":") else { return }
        let (name, value) = (text[..<colon], text[text.index(after: colon)...].drop { $0 == " " })
        // A device's whole statistics have deeper or shallower lines; these stand at known depths.
        let depth = line.utf8.count - text.utf8.count
        if name == "Cellular Idle time" { raw.modemIdleTime = Self.time(value) }
        if depth == 2 {
            isPower = name == "Estimated power use (mAh)"
            return readTotal(name, value)
        }
        guard isPower else { return }
        if name == "Capacity" { return readDrain(value) }
        guard let charge = Self.number(value), charge > 0 else { return }
        if name.lowercased().hasPrefix("uid "), let user = UserNumber.parse(name.dropFirst(4)) {
            raw.users.append(.init(owner: user, charge: charge))
            for word in value.split(separator: " ") {
                let halves = word.split(separator: "=")
                guard halves.count == 2, let part = ["radio": "modem", "wifi": "wifi"][halves[0]]
                else { continue }
                booked[part, default: 0] += Self.number(halves[1]) ?? 0
            }
        } else if depth == partDepth {
            add(String(name), charge)
        }
    }

    private mutating func add(_ name: String, _ charge: Double) {
        if Self.left.contains(name) { return }
        if let part = Self.parts[name] {
            raw.parts.append(.init(owner: part, charge: charge))
        } else {
            other += charge
        }
    }

    private mutating func readTotal(_ name: Substring, _ value: Substring) {
        switch name {
        case "Time on battery":
            raw.time = Self.time(value)
            raw.runningTime = value.split(separator: ",", maxSplits: 1)
                .map { $0.drop { $0 == " " } }.last { $0.hasSuffix("uptime") }.flatMap(Self.time)
        case "Time on battery screen off": raw.screenOffTime = Self.time(value)
        case "Discharge": raw.discharge = Self.number(value)
        case "Screen off discharge": raw.screenOffDischarge = Self.number(value)
        case "Estimated battery capacity": raw.capacity = Self.number(value)
        case "Mobile radio active time": raw.mobileActiveTime = Self.time(value)
        case "Device light idling": raw.lightDozeTime = Self.time(value)
        case "Device idling": raw.deepDozeTime = Self.time(value)
        default: break
        }
    }

    /// `3500, Computed drain: 478, actual drain: 490-525`.
    private mutating func readDrain(_ text: Substring) {
        let numbers = text.split(separator: ",").map { $0.split(separator: " ").last ?? "" }
        guard numbers.count == 3 else { return }
        raw.capacity = Self.number(numbers[0]) ?? raw.capacity
        raw.computed = Self.number(numbers[1])
        let ends = numbers[2].split(separator: "-").compactMap(Self.number)
        if let least = ends.first, let most = ends.last, least <= most {
            raw.drained = least...most
        }
    }

    /// A row of `9,USER,l,kind,...`, by the positions of AOSP's `dumpCheckinLocked`.
    mutating func read(checkin kind: Substring, of user: Int, _ fields: [Substring]) {
        func time(_ place: Int) -> Int64? { place < fields.count ? Int64(fields[place]) : nil }
        func number(_ place: Int) -> Double? {
            place < fields.count ? Self.number(fields[place]) : nil
        }
        switch kind {
        case "bt":
            (raw.time, raw.runningTime, raw.screenOffTime) = (time(1), time(2), time(6))
            raw.capacity = number(8)
        case "gmcd": raw.modemIdleTime = time(0)
        case "dc": (raw.discharge, raw.screenOffDischarge) = (number(4), number(5))
        case "m":
            (raw.mobileActiveTime, raw.deepDozeTime, raw.lightDozeTime) = (
                time(4), time(11), time(17)
            )
        case "pws":
            (raw.capacity, raw.computed) = (number(0) ?? raw.capacity, number(1))
            if let least = number(2), let most = number(3), least <= most {
                raw.drained = least...most
            }
        case "pwi":
            guard let label = fields.first, let charge = number(1), charge > 0 else { return }
            if label == "uid" {
                raw.users.append(.init(owner: user, charge: charge))
            } else {
                add(String(label), charge)
            }
        default: break
        }
    }

    /// Corrections of the count, and rows counted elsewhere.
    private static let left: Set = [
        "Excluded from smearing", "Over-counted", "Unaccounted", "over", "unacc", "user", "???",
    ]

    /// One name for what versions and forms call differently.
    private static let parts: [String: String] = {
        let same = [
            "audio", "bluetooth", "camera", "cpu", "flashlight", "gnss", "idle", "memory", "screen",
            "sensors", "video", "wakelock", "wifi",
        ]
        let others = [
            "scrn": "screen", "Screen": "screen", "cell": "modem", "Cell standby": "modem",
            "mobile_radio": "modem", "Wifi": "wifi", "blue": "bluetooth", "Bluetooth": "bluetooth",
            "Idle": "idle", "Phone calls": "calls", "phone": "calls", "ambi": "ambient display",
            "ambient_display": "ambient display", "Ambient display": "ambient display",
            "Camera": "camera", "Flashlight": "flashlight",
        ]
        return others.merging(same.map { ($0, $0) }) { $1 }
    }()

    private static func number(_ text: Substring) -> Double? {
        let digits = text.prefix { $0.isNumber || $0 == "." }
        return Double(digits).flatMap { $0.isFinite && $0 < 1e9 ? $0 : nil }
    }

    /// The time before a percentage or a word.
    private static func time(_ text: Substring) -> Int64? {
        let words = text.split(separator: " ").prefix { $0.first?.isNumber ?? false }
        return Duration.parse(words.joined())
    }
}
