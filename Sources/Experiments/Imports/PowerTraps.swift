public struct PowerTraps: Sendable {
    /// By kind, then by line.
    public private(set) var all: [PowerTrap] = []
    private let figures: PowerFigures
    private var profile: PowerProfile { figures.profile }

    public init(_ figures: PowerFigures) {
        self.figures = figures
        findDummies()
        findZeros()
        findCopies()
        findIdleMeanings()
        findLevels()
        findSpeeds()
        findMissing()
        findVoltages()
        findSending()
        for element in profile.repeated {
            add(.repeated, [element.name], "the name appears twice", "the last one counts")
        }
        if CPUFigures(figures).hasOldNames {
            add(
                .oldNames, ["cpu.awake", "cpu.idle"], "names of before Android 7",
                "cpu.idle is the sleeping phone, cpu.awake the one that is awake")
        }
        let order = PowerTrap.Kind.allCases
        func rank(_ trap: PowerTrap) -> (Int, Int) {
            (order.firstIndex(of: trap.kind) ?? 0, trap.line ?? 0)
        }
        all.sort { rank($0) < rank($1) }
    }

    private mutating func add(
        _ kind: PowerTrap.Kind, _ elements: [String], _ what: String, _ meaning: String,
        line: Int? = nil
    ) {
        let line = line ?? elements.compactMap { profile.element($0)?.line }.first
        all.append(
            PowerTrap(kind: kind, elements: elements, line: line, found: what, meaning: meaning))
    }

    private func text(_ name: String) -> String { PlainNumber.list(profile.list(name)) }

    private func isGiven(_ names: [String]) -> Bool { names.contains { figures.figure($0) != nil } }

    private mutating func findDummies() {
        for element in profile.elements {
            if element.name == "wifi.batchedscan" {
                guard PowerDummies.isDummyScan(element.values) else { continue }
                add(
                    .dummy, [element.name], text(element.name),
                    "AOSP's default list, or its half: not measured, not used")
            } else if let dummy = element.values.first(where: {
                PowerDummies.isDummy($0, in: element.name)
            }) {
                add(
                    .dummy, [element.name], PlainNumber.text(dummy),
                    "a placeholder of AOSP's default file: taken as not given")
            }
        }
    }

    private mutating func findZeros() {
        let groups: [(names: [String], instead: [String])] = [
            (
                ["modem.controller.idle", "modem.controller.rx", "modem.controller.tx"],
                ["radio.active", "radio.on"]
            ),
            (
                ["wifi.controller.idle", "wifi.controller.rx", "wifi.controller.tx"],
                ["wifi.on", "wifi.active"]
            ),
            (["gps.signalqualitybased"], ["gps.on"]),
            (["gps.on"], ["gps.signalqualitybased"]),
            (
                [
                    "bluetooth.controller.idle", "bluetooth.controller.rx",
                    "bluetooth.controller.tx",
                ], []
            ),
            (["cpu.suspend"], []), (["cpu.idle"], []), (["audio"], []),
            (["radio.active"], []), (["wifi.on"], []), (["wifi.active"], []),
        ]
        for (names, instead) in groups {
            let zeros = names.filter { name in
                let values = profile.list(name)
                return !values.isEmpty && values.allSatisfy { $0 == 0 }
            }
            if zeros.isEmpty { continue }
            let others = instead.filter { isGiven([$0]) }
            add(
                .notGiven, zeros, "0",
                others.isEmpty
                    ? "zero means that the file gives no value, and nothing replaces it: assumed"
                    : "zero means that nothing is given: \(others.joined(separator: ", ")) instead")
        }
        if let modem = profile.modem, modem.active.allSatisfy({ ($0.receive ?? 0) == 0 }) {
            add(
                .notGiven, ["<modem>"], "all zero",
                isGiven(["modem.controller.rx"])
                    ? "zero means that nothing is given: modem.controller.* instead"
                    : isGiven(["radio.active"])
                        ? "zero means that nothing is given: radio.active, radio.on instead"
                        : "zero means that the file gives no value, and nothing replaces it",
                line: modem.line)
        }
        for element in profile.empty {
            add(
                .notGiven, [element.name], "empty", "an empty item or value: taken as not given",
                line: element.line)
        }
        let sleep = profile.list("modem.controller.sleep")
        if !sleep.isEmpty, sleep.allSatisfy({ $0 == 0 }), isGiven(["modem.controller.rx"]) {
            add(
                .floorless, ["modem.controller.sleep"], "0",
                "nothing above the sleeping phone (cpu.suspend), not zero power")
        }
    }

    private mutating func findCopies() {
        for vector in figures.vectors {
            let values = vector.elements.map { text($0) }.joined(separator: " / ")
            add(
                vector.isTemplate ? .template : .copy, vector.elements, values,
                vector.isTemplate
                    ? "the same in \(vector.phones): a chip maker's reference board"
                    : "the same in \(vector.phones): measured on one of them at most")
        }
    }

    private mutating func findIdleMeanings() {
        switch figures.modemIdleMeaning {
        case .awake:
            addIdle(.modemListens, "modem", "idle is connected and listening, not paging")
        case .asleep:
            addIdle(
                .modemSleeps, "modem",
                "idle is asleep between pages: connected, the modem listens at rx")
        case .unclear:
            addIdle(
                .modemUnclear, "modem",
                "too much for asleep, less than listening: not used; connected, it listens at rx")
        case nil: break
        }
        switch figures.wifiIdleMeaning {
        case .awake:
            addIdle(.wifiListens, "wifi", "idle is awake and listening, not associated power save")
        case .asleep, .unclear:
            addIdle(.wifiSleeps, "wifi", "idle is associated power save: awake, it listens at rx")
        case nil: break
        }
    }

    private mutating func addIdle(_ kind: PowerTrap.Kind, _ part: String, _ meaning: String) {
        let names = ["\(part).controller.idle", "\(part).controller.rx"]
        add(kind, names, "\(text(names[0])) of \(text(names[1]))", meaning)
    }

    private mutating func findLevels() {
        let levels = profile.list("radio.on")
        guard levels.count > 1, levels.contains(where: { $0 > 0 }) else { return }
        if Set(levels).count == 1 {
            add(
                .equalLevels, ["radio.on"], text("radio.on"),
                "equal at each signal level: not measured by level")
        } else if levels[0] > levels[1] {
            add(
                .searching, ["radio.on"], text("radio.on"),
                "level 0 is poor or no signal: camping is level 1 and above")
        }
    }

    private mutating func findSpeeds() {
        for cluster in 0..<max(profile.list("cpu.clusters.cores").count, 1) {
            guard let names = CPUFigures.names(of: cluster, in: profile) else { continue }
            let (speeds, currents) = (profile.list(names.speeds), profile.list(names.currents))
            if zip(speeds, speeds.dropFirst()).contains(where: { $0 > $1 }) {
                add(
                    .fallingSpeeds, [names.speeds], "\(text(names.speeds).prefix(24))...",
                    "speeds do not rise: sorted with their currents")
            }
            if speeds.count != currents.count {
                add(
                    .unequalLists, [names.speeds, names.currents],
                    "\(speeds.count) speeds, \(currents.count) currents",
                    "the first \(min(speeds.count, currents.count)) of both are used")
            }
        }
    }

    private mutating func findMissing() {
        let hasModemTree = profile.modem?.active.contains { ($0.receive ?? 0) > 0 } ?? false
        for (voltage, currents) in Self.voltages {
            let isTree = voltage.hasPrefix("modem") && hasModemTree
            guard isGiven(currents) || isTree, SupplyVoltage(voltage, in: profile) == nil else {
                continue
            }
            add(
                .noVoltage, [voltage], profile.element(voltage) == nil ? "missing" : "0",
                "the battery's nominal voltage, \(figures.nominal), is taken")
        }
        if profile.number("battery.capacity") ?? 0 <= 0 {
            add(
                .noCapacity, ["battery.capacity"],
                profile.element("battery.capacity") == nil ? "missing" : "0",
                "the phone's fuel gauge tells Android: give --capacity")
        }
    }

    private static let voltages = [
        ("modem.controller.voltage", ["modem.controller.rx"]),
        ("wifi.controller.voltage", ["wifi.controller.rx"]),
        ("gps.voltage", ["gps.on", "gps.signalqualitybased"]),
        ("bluetooth.controller.voltage", ["bluetooth.controller.rx"]),
    ]

    private mutating func findVoltages() {
        for (name, _) in Self.voltages {
            guard let supply = SupplyVoltage(name, in: profile) else { continue }
            if supply.ofBattery == nil {
                let (least, most) = (
                    SupplyVoltage.possible.lowerBound, SupplyVoltage.possible.upperBound
                )
                add(
                    .noBattery, [name], text(name),
                    "\(supply.voltage) is outside \(least) to \(most): the battery's nominal "
                        + "voltage, \(figures.nominal), is taken")
            } else if supply.isInVolts {
                add(.volts, [name], text(name), "below 10: read as volts, not as millivolts")
            }
        }
    }

    private mutating func findSending() {
        for part in ["bluetooth", "modem", "wifi"] {
            let names = ["\(part).controller.rx", "\(part).controller.tx"]
            guard let rx = figures.figure(names[0]), let tx = figures.figure(names[1]),
                tx.current < rx.current
            else { continue }
            add(
                .sendingBelowReceiving, [names[1], names[0]],
                "\(PlainNumber.text(tx.current)) below \(PlainNumber.text(rx.current))",
                part == "bluetooth"
                    ? "a copied triple: not used"
                    : "sending is taken as receiving")
        }
    }
}

/// Something misleading in a power profile: what was found, and how it is interpreted.
public struct PowerTrap: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// AOSP's default value, which AOSP itself calls wrong.
        case dummy
        /// Zero, which means that no value is given.
        case notGiven = "not given"
        case copy
        /// The values of a chip maker's reference board.
        case template
        case modemListens = "modem idle listens"
        case modemSleeps = "modem idle sleeps"
        case modemUnclear = "modem idle unclear"
        case wifiListens = "wi-fi idle listens"
        /// The Wi-Fi part's idle is associated and asleep between beacons.
        case wifiSleeps = "wi-fi idle sleeps"
        /// Zero above the sleeping phone, not zero power.
        case floorless = "sleep is zero"
        case equalLevels = "equal levels"
        case searching = "level 0 searches"
        case fallingSpeeds = "falling speeds"
        case unequalLists = "unequal lists"
        case noVoltage = "no voltage"
        /// A voltage below 10, which is in volts instead of millivolts.
        case volts = "voltage in volts"
        /// A voltage that no phone's battery has: a core's rail, or another unit.
        case noBattery = "not a battery's voltage"
        case noCapacity = "no capacity"
        case sendingBelowReceiving = "sending below receiving"
        case repeated = "given twice"
        /// Names from before Android 7.
        case oldNames = "old names"
    }

    public let kind: Kind
    public let elements: [String]
    /// `nil` for what is missing.
    public let line: Int?
    public let found: String
    public let meaning: String
}
