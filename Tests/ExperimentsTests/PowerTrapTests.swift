import Foundation
import Kernel
import Profiles
import TestSupport
import Testing
import Traces

@testable import DeviceModel
@testable import Experiments

/// Tests of traps in power profiles: each in a file that shows it, and in files of real phones.
@Suite struct PowerTrapTests {
    private func figures(_ body: String) throws -> PowerFigures {
        PowerFigures(
            try PowerProfile(path: "p.xml", bytes: Array("<device>\(body)</device>".utf8)),
            nominal: Volts(3.85), known: try Self.known)
    }

    private static var known: [KnownVector] {
        get throws {
            let path = "\(Repository.profiles)/imports/power-profile.yaml"
            let tree = try ProfileLibrary(root: Repository.profiles).tree(path, .device)
            return try #require(ImportAssumptions(tree)).vectors
        }
    }

    private func item(_ name: String, _ value: String) -> String {
        "<item name=\"\(name)\">\(value)</item>"
    }

    private func array(_ name: String, _ values: [String]) -> String {
        let values = values.map { "<value>\($0)</value>" }.joined()
        return "<array name=\"\(name)\">\(values)</array>"
    }

    private func controller(_ part: String, idle: String, rx: String, tx: String) -> String {
        item("\(part).controller.idle", idle) + item("\(part).controller.rx", rx)
            + item("\(part).controller.tx", tx)
    }

    /// The elements of each trap of a kind.
    private func found(_ kind: PowerTrap.Kind, in figures: PowerFigures) -> [[String]] {
        PowerTraps(figures).all.filter { $0.kind == kind }.map(\.elements)
    }

    @Test("Dummies: 0.1, 1 where nothing draws so little, and the list of background scans")
    func dummies() throws {
        let file = try figures(
            item("cpu.idle", "0.1") + item("wifi.on", "0.1") + item("wifi.scan", "1")
                + array("radio.on", ["0.2", "0.1"]) + item("memory.bandwidths", "22.7")
                + array("wifi.batchedscan", [".0002", ".002", ".02", ".2", "2"]))
        #expect(
            found(.dummy, in: file) == [
                ["cpu.idle"], ["wifi.on"], ["wifi.scan"], ["radio.on"], ["memory.bandwidths"],
                ["wifi.batchedscan"],
            ])
        #expect(CPUFigures(file).idle == nil && file.wifi == nil)
        // Measured values are not dummies: Nexus 5's scans, and a Wi-Fi part that rests at 1 mA.
        let real = try figures(
            array("wifi.batchedscan", [".0076", ".0613", ".4845", "3.87", "30.96"])
                + controller("wifi", idle: "1", rx: "65", tx: "265"))
        #expect(found(.dummy, in: real) == [])
    }

    @Test("Zeros of a modem mean radio.*, of Wi-Fi wifi.on and wifi.active, of quality gps.on")
    func zeros() throws {
        let file = try figures(
            controller("modem", idle: "0", rx: "0", tx: "0") + item("radio.active", "171")
                + array("radio.on", ["7.7", "7.7"])
                + controller("wifi", idle: "0", rx: "0", tx: "0") + item("wifi.on", "0.5")
                + item("wifi.active", "135.59")
                + array("gps.signalqualitybased", ["0", "0"]) + item("gps.on", "75"))
        #expect(
            found(.notGiven, in: file).map(\.first) == [
                "modem.controller.idle", "wifi.controller.idle", "gps.signalqualitybased",
            ])
        let modem = try #require(file.modem(for: .lte))
        #expect(modem.receiving.element == "radio.active" && modem.receiving.current == 171)
        #expect(modem.asleep?.element == "radio.on[1]" && modem.holdsPaging)
        #expect(file.wifi?.asleep?.element == "wifi.on")
        #expect(file.wifi?.receiving.current == 135.59)
        #expect(file.figure("gps.on")?.element == "gps.on")
    }

    @Test("A modem's tree of zeros counts as missing; one with figures is used by technology")
    func tree() throws {
        let zero = try figures(
            "<modem><sleep>0</sleep><idle>0</idle><active rat=\"DEFAULT\"><receive>0</receive>"
                + "</active></modem>" + item("radio.active", "161.5"))
        #expect(found(.notGiven, in: zero) == [["<modem>"]])
        #expect(zero.modem(for: .lte)?.receiving.current == 161.5)
        let real = try figures(
            "<modem><sleep>1</sleep><idle>90</idle><active rat=\"DEFAULT\"><receive>100</receive>"
                + "</active><active rat=\"NR\"><receive>200</receive>"
                + "<transmit level=\"2\">300</transmit></active></modem>")
        #expect(real.modem(for: .nr)?.receiving.current == 200)
        #expect(real.modem(for: .nr)?.sending.current == 300)
        #expect(real.modem(for: .nr)?.isOfTechnology == true)
        #expect(real.modem(for: .lte)?.receiving.current == 100)
        #expect(real.modem(for: .lte)?.isOfTechnology == false)
        #expect(real.modem(for: .lte)?.awake?.current == 90, "at least 0.8 of receiving")
        #expect(real.modem(for: .nr)?.awake?.current == 200)
    }

    @Test("Copies: the modem of 2020, and a chip maker's board")
    func copies() throws {
        let copied = try figures(
            item("modem.controller.sleep", "0") + item("modem.controller.idle", "156")
                + item("modem.controller.rx", "145")
                + array("modem.controller.tx", ["153", "212", "292", "359", "471"]))
        #expect(found(.copy, in: copied).count == 1)
        #expect(copied.modem(for: .lte)?.receiving.copied?.contains("Pixel 5 (2020)") == true)
        let template = try figures(
            controller("modem", idle: "6", rx: "180", tx: "186") + item("gps.on", "13.7"))
        #expect(found(.template, in: template).count == 2)
        let other = try figures(controller("modem", idle: "6", rx: "180", tx: "187"))
        #expect(found(.template, in: other).isEmpty && found(.copy, in: other).isEmpty)
        // A published file has each list, so each list matches something.
        #expect(try Self.known.allSatisfy { !$0.values.isEmpty && !$0.phones.isEmpty })
    }

    @Test(
        "A modem's idle of 0.8 of receiving or more listens; less than a fifth sleeps",
        arguments: [
            ("156", .modemListens, 156), ("116", .modemListens, 116),
            ("115.9", .modemUnclear, 145), ("29", .modemUnclear, 145), ("28.9", .modemSleeps, 145),
            ("3.5", .modemSleeps, 145),
        ] as [(String, PowerTrap.Kind, Double)])
    func modemIdle(idle: String, kind: PowerTrap.Kind, awake: Double) throws {
        let file = try figures(controller("modem", idle: idle, rx: "145", tx: "300"))
        #expect(found(kind, in: file).count == 1)
        #expect(file.modem(for: .lte)?.awake?.current == awake)
    }

    @Test("Wi-Fi's idle of a fifth of receiving or more listens; less is power save")
    func wifiIdle() throws {
        let listening = try figures(controller("wifi", idle: "38", rx: "98", tx: "470"))
        #expect(found(.wifiListens, in: listening).count == 1)
        #expect(listening.wifi?.awake?.current == 38 && listening.wifi?.asleep == nil)
        let sleeping = try figures(controller("wifi", idle: "1", rx: "127", tx: "168"))
        #expect(found(.wifiSleeps, in: sleeping).count == 1)
        #expect(sleeping.wifi?.asleep?.current == 1 && sleeping.wifi?.awake?.current == 127)
    }

    @Test("A modem asleep at zero is at the phone's floor")
    func floorless() throws {
        let file = try figures(
            item("modem.controller.sleep", "0")
                + controller("modem", idle: "145", rx: "147", tx: "200"))
        #expect(found(.floorless, in: file) == [["modem.controller.sleep"]])
        #expect(file.modem(for: .lte)?.asleep?.power == .zero)
    }

    @Test("radio.on: equal levels were not measured, level 0 searches")
    func levels() throws {
        #expect(found(.equalLevels, in: try figures(array("radio.on", ["2", "2"]))).count == 1)
        let searching = try figures(
            array("radio.on", ["88", "8"]) + item("radio.active", "171"))
        #expect(found(.searching, in: searching).count == 1)
        #expect(searching.modem(for: .umts)?.asleep?.current == 8)
    }

    @Test("Falling speeds are sorted with their currents; of unequal lists the pairs are used")
    func speeds() throws {
        let file = try figures(
            array("cpu.clusters.cores", ["4", "2"])
                + array("cpu.core_speeds.cluster0", ["1950000", "949000", "442000"])
                + array("cpu.core_power.cluster0", ["109", "43", "32"])
                + array("cpu.core_speeds.cluster1", ["400000", "553000", "696000"])
                + array("cpu.core_power.cluster1", ["3.71", "6.16"]))
        #expect(found(.fallingSpeeds, in: file) == [["cpu.core_speeds.cluster0"]])
        #expect(
            found(.unequalLists, in: file) == [
                ["cpu.core_speeds.cluster1", "cpu.core_power.cluster1"]
            ])
        let cpu = CPUFigures(file)
        #expect(cpu.clusters[0].steps.map(\.speed) == [442_000, 949_000, 1_950_000])
        #expect(cpu.clusters[0].steps.map(\.current) == [32, 43, 109])
        #expect(cpu.clusters[1].steps.count == 2)
        #expect(cpu.usualBackground == OperatingPoint("1@400000"), "the slower cluster's middle")
    }

    @Test("A missing voltage is the battery's; a missing capacity is reported")
    func missing() throws {
        let file = try figures(
            controller("modem", idle: "3.5", rx: "198", tx: "300")
                + controller("wifi", idle: "38", rx: "98", tx: "470")
                + item("wifi.controller.voltage", "3700"))
        #expect(found(.noVoltage, in: file) == [["modem.controller.voltage"]])
        #expect(found(.noCapacity, in: file) == [["battery.capacity"]])
        #expect(file.modem(for: .lte)?.receiving.voltage == Volts(3.85))
        #expect(file.wifi?.receiving.power == Milliwatts(362.6))
    }

    @Test(
        "A voltage below 10 is in volts; an impossible one is replaced by the nominal one",
        arguments: ["modem", "wifi", "bluetooth", "gps"])
    func voltages(part: String) throws {
        let (name, currents) =
            part == "gps"
            ? ("gps.voltage", item("gps.on", "40"))
            : ("\(part).controller.voltage", controller(part, idle: "3.5", rx: "100", tx: "300"))
        func voltage(_ stated: String) throws -> (Volts?, [PowerTrap.Kind]) {
            let file = try figures(currents + item(name, stated))
            let kinds = PowerTraps(file).all.filter { $0.elements == [name] }.map(\.kind)
            let figure =
                switch part {
                case "modem": file.modem(for: .lte)?.receiving
                case "wifi": file.wifi?.receiving
                case "bluetooth": file.bluetooth?.receiving
                default: file.figure("gps.on")
                }
            return (figure?.voltage, kinds)
        }
        let nominal = Volts(3.85)
        let expected: [(stated: String, volts: Volts, traps: [PowerTrap.Kind])] = [
            ("3700", Volts(3.7), []), ("2500", Volts(2.5), []), ("5500", Volts(5.5), []),
            ("4.0", Volts(4), [.volts]), ("3.3", Volts(3.3), [.volts]),
            ("5.5", Volts(5.5), [.volts]), ("1.8", nominal, [.noBattery]),
            ("9.9", nominal, [.noBattery]), ("10", nominal, [.noBattery]),
            ("900", nominal, [.noBattery]), ("2499", nominal, [.noBattery]),
            ("5501", nominal, [.noBattery]), ("3700000", nominal, [.noBattery]),
            ("0", nominal, [.noVoltage]), ("", nominal, [.notGiven, .noVoltage]),
        ]
        for row in expected {
            let (volts, traps) = try voltage(row.stated)
            #expect(volts == row.volts && traps == row.traps, "\(part) \(row.stated) \(traps)")
        }
    }

    @Test("An empty item is absent, an empty value is zero, and both are named")
    func empty() throws {
        let file = try figures(
            "<item name=\"cpu.idle\" />\n<item name=\"cpu.suspend\"> </item>\n"
                + "<item name=\"audio\">30</item><item name=\"audio\"/>\n"
                + array("cpu.core_speeds.cluster0", ["100", "200"])
                + array("cpu.core_power.cluster0", ["", "20"])
                + "<modem><sleep/><idle></idle><active rat=\"LTE\"><receive>80</receive>"
                + "<transmit level=\"2\"/></active></modem>")
        let empty = PowerTraps(file).all.filter { $0.kind == .notGiven }
        #expect(
            empty.map(\.elements.first) == [
                "cpu.idle", "cpu.suspend", "audio", "cpu.core_power.cluster0", "<modem><sleep>",
                "<modem><idle>", "<modem><active><transmit>",
            ])
        #expect(empty.map(\.line) == [1, 2, 3, 4, 4, 4, 4])
        let cpu = CPUFigures(file)
        #expect(cpu.idle == nil && cpu.suspended == nil)
        #expect(cpu.clusters.first?.steps.map(\.speed) == [200])
        #expect(file.profile.number("audio") == 30, "the empty second one does not count")
        #expect(file.modem(for: .lte)?.asleep == nil)
        #expect(file.modem(for: .lte)?.sending.current == 80)
        #expect(found(.noVoltage, in: file) == [["modem.controller.voltage"]])
    }

    @Test("Sending below receiving: Bluetooth's triple is not used, a modem sends as it receives")
    func sending() throws {
        let file = try figures(
            controller("bluetooth", idle: "0.01", rx: "9", tx: "7")
                + controller("modem", idle: "6", rx: "221", tx: "203"))
        #expect(
            found(.sendingBelowReceiving, in: file).map(\.first) == [
                "bluetooth.controller.tx", "modem.controller.tx",
            ])
        #expect(file.bluetooth == nil)
        let own = try figures(controller("bluetooth", idle: "2.2", rx: "5.8", tx: "20"))
        #expect(own.bluetooth?.idle.current == 2.2)
    }

    @Test("Names from before Android 7, and duplicate names, are handled")
    func old() throws {
        let file = try figures(
            item("cpu.idle", "3.68") + item("cpu.awake", "14.74")
                + array("cpu.speeds", ["384000", "486000"])
                + array("cpu.active", ["47.05", "75.78"]) + item("audio", "1") + item("audio", "2"))
        #expect(found(.oldNames, in: file).count == 1)
        #expect(found(.repeated, in: file) == [["audio"]])
        let cpu = CPUFigures(file)
        #expect(cpu.suspended?.current == 3.68 && cpu.idle?.current == 14.74)
        #expect(cpu.active == nil && cpu.clusters[0].steps.first?.current == 47.05)
    }

    // MARK: The phones' own files

    private static let folder = Repository.sharedData.appending(path: "power-profile")

    /// The traps that each file's README names, by kind.
    private static let phones: [(file: String, kinds: Set<PowerTrap.Kind>)] = [
        ("nexus-4-mako", [.dummy, .searching, .noVoltage, .oldNames]),
        ("nexus-5-hammerhead", [.dummy, .searching, .noVoltage, .oldNames, .repeated]),
        (
            "pixel-sailfish",
            [.modemUnclear, .wifiListens, .floorless, .sendingBelowReceiving]
        ),
        (
            "pixel-2-xl-2017",
            [.copy, .modemListens, .wifiListens, .floorless, .sendingBelowReceiving]
        ),
        (
            "galaxy-s10-2019",
            [.dummy, .notGiven, .wifiSleeps, .equalLevels, .fallingSpeeds, .noVoltage]
        ),
        (
            "pixel-5-2020",
            [.copy, .modemListens, .wifiListens, .floorless, .sendingBelowReceiving]
        ),
        ("redmi-note-10-pro-2021", [.dummy, .notGiven, .equalLevels, .noVoltage]),
        (
            "fairphone-4-2021",
            [
                .dummy, .notGiven, .modemSleeps, .wifiSleeps, .searching, .noVoltage,
                .sendingBelowReceiving,
            ]
        ),
        ("pixel-6-2021", [.copy, .modemSleeps, .wifiListens]),
        (
            "nothing-phone-1-2022",
            [.dummy, .notGiven, .template, .modemSleeps, .wifiSleeps, .equalLevels, .noVoltage]
        ),
        ("oneplus-11-2023", [.dummy, .notGiven, .wifiSleeps, .noVoltage, .oldNames]),
        ("pixel-9-2024", [.copy, .modemListens, .wifiListens, .floorless, .noCapacity]),
    ]

    @Test(
        "Each phone's file is read, and every trap in it is found",
        .enabled(
            if: FileManager.default.fileExists(atPath: folder.path),
            "shared/data/power-profile is not beside the repository; set TAILWATT_SHARED_DATA"),
        arguments: phones.indices)
    func phone(_ index: Int) throws {
        let (name, kinds) = Self.phones[index]
        let profile = try PowerProfile(
            contentsOf: Self.folder.appending(path: "\(name).xml").path)
        let figures = PowerFigures(profile, nominal: Volts(3.85), known: try Self.known)
        #expect(Set(PowerTraps(figures).all.map(\.kind)) == kinds, "\(name)")
        #expect(!CPUFigures(figures).clusters.isEmpty, "\(name)")
        #expect(figures.modem(for: .lte) != nil && figures.wifi != nil, "\(name)")
    }
}
