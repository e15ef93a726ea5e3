import Experiments
import Foundation
import Kernel
import Profiles
import Reports
import Studies
import TestSupport
import Testing
import Traces

@testable import DeviceModel

/// Devices and radios made of power profiles, written as YAML and read again.
@Suite struct ImportedProfileTests {
    private let library = ProfileLibrary(root: Repository.profiles)

    private static let phone = """
        <device><item name="battery.capacity">4614</item>
        <array name="cpu.clusters.cores"><value>4</value></array>
        <item name="cpu.suspend">10</item><item name="cpu.idle">20</item>
        <item name="cpu.active">12</item>
        <array name="cpu.core_speeds.cluster0"><value>300000</value><value>600000</value>
        <value>900000</value></array>
        <array name="cpu.core_power.cluster0"><value>2</value><value>8</value><value>14</value>
        </array>
        <item name="screen.on">98</item><item name="screen.full">470</item>
        <item name="audio">75</item>
        <item name="modem.controller.sleep">2</item><item name="modem.controller.idle">3.5</item>
        <item name="modem.controller.rx">200</item>
        <array name="modem.controller.tx"><value>223</value><value>243</value><value>300</value>
        <value>573</value><value>668</value></array>
        <item name="modem.controller.voltage">3700</item>
        <array name="gps.signalqualitybased"><value>24</value><value>21</value></array>
        <item name="wifi.controller.idle">38</item><item name="wifi.controller.rx">98</item>
        <item name="wifi.controller.tx">470</item>
        </device>
        """

    private func figures(_ text: String = phone) throws -> PowerFigures {
        PowerFigures(
            try PowerProfile(path: "p.xml", bytes: Array(text.utf8)), nominal: Volts(4),
            known: assumptions.vectors)
    }

    private var settings: ImportSettings {
        ImportSettings(
            name: "phone", citation: "p.xml", voltage: Volts(4), assumptions: assumptions)
    }

    private let assumptions: ImportAssumptions

    init() throws {
        assumptions = try #require(ImportAssumptions(try Self.shipped))
    }

    private static var shipped: ProfileTree {
        get throws {
            let path = "\(Repository.profiles)/imports/power-profile.yaml"
            return try ProfileLibrary(root: Repository.profiles).tree(path, .device)
        }
    }

    @Test("A file of assumptions without a part or a range is refused")
    func incomplete() throws {
        for key in ["gnss", "services", "ranges", "vectors"] {
            var tree = try Self.shipped
            tree[key] = nil
            #expect(ImportAssumptions(tree) == nil, "\(key)")
        }
        var tree = try Self.shipped
        tree["ranges"]?["awake"]?["values"] = .list(["310", "a"])
        #expect(ImportAssumptions(tree) == nil)
    }

    private func template(_ name: String) throws -> ImportedRadio.Template {
        .init(try library.loadRadio(name).value, try library.tree(name, .radio))
    }

    /// The file as the reader of profiles takes it.
    private func read(_ profile: ImportedProfile) throws -> any LoadedFile {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "tailwatt-import-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "\(profile.name).yaml").path
        let text = ProfileYAML.text(profile.tree)
        #expect(
            text.split(separator: "\n").allSatisfy { $0.count <= 100 || $0.contains("http") },
            "\(text)")
        try Data(text.utf8).write(to: URL(filePath: path))
        return try library.load(path: path)
    }

    private func radio(
        _ name: String, _ text: String = phone
    ) throws -> RadioProfile {
        let template = try template(name)
        let figures = try figures(text)
        let own = try #require(
            template.profile.technology == .wifi
                ? figures.wifi : figures.modem(for: template.profile.technology))
        let profile = ImportedRadio.profile(
            "phone-radio", own, on: template, reference: try self.template("lte-verizon-2021"),
            settings)
        guard let document = try read(profile) as? ProfileDocument<RadioProfile> else {
            Issue.record("no radio")
            return template.profile
        }
        return document.value
    }

    @Test("A device has the file's numbers, each current times its voltage")
    func device() throws {
        let imported = try ImportedDevice.profile(try figures(), settings, radios: ["a", "b"])
        guard let document = try read(imported) as? ProfileDocument<DeviceProfile> else {
            Issue.record("no device")
            return
        }
        let device = document.value
        #expect(device.battery == Battery(capacity: MilliampereHours(4614), voltage: Volts(4)))
        #expect(device.floor == Milliwatts(40))
        // What phones showed; active 12 and one core at the middle speed, 8, are 80 mW at 4 V, of
        // which an awake phone has a quarter.
        #expect(device.processor.awakeBackground == Milliwatts(406))
        #expect(device.processor.busyBackground == Milliwatts(406 + 60))
        #expect(device.processor.wakeUpEnergy == Millijoules(260))
        // By signal quality, not by search and tracking: not used.
        #expect(device.gnss.acquiring == Milliwatts(268.9))
        #expect(device.gnss.tracking == Milliwatts(268.9))
        #expect(device.audioPlaying == Milliwatts(300))
        #expect(device.display.minimum == Milliwatts(392))
        #expect(device.display.full == Milliwatts(1880))
        #expect(device.radios == ["a", "b"] && device.systems == nil)
        // Every number of the file has its element as source.
        for path in ["floor", "display.minimum", "display.full", "audio.playing"] {
            let entry = try #require(document.file.provenance.first { $0.path == path })
            guard case .source(let source) = entry.origin else {
                Issue.record("\(path) has no source")
                continue
            }
            #expect(source.citation.hasPrefix("p.xml: ") && source.citation.contains(" mA at 4 V"))
        }
    }

    @Test("Each of five transmit powers is a level of the signal, and no fewer are")
    func levels() throws {
        let names = ["great", "good", "moderate", "poor", "worst"]
        let lte = try radio("lte-verizon-2021")
        #expect(lte.levels.map(\.name) == names)
        for (level, current) in zip(lte.levels, [223, 243, 300, 573, 668.0]) {
            let powers = try #require(level.powers)
            #expect(abs(powers.sending.magnitude - current * 3.7) < 1e-9)
            #expect(abs(powers.receiving.magnitude - 200 * 3.7) < 1e-9)
            #expect(level.uplink == Fraction(1) && level.downlink == Fraction(1))
        }
        // NR is scaled as all its powers are.
        let nr = try radio("nr-tmobile-sa-2021")
        let powers = try #require(nr.levels.last?.powers)
        #expect(abs(powers.sending / powers.receiving - 668.0 / 200) < 1e-6)
        #expect(powers.receiving == nr.transferPower?.base)
        #expect(try radio("wifi-psm").levels.isEmpty)
        let tx = "<value>573</value><value>668</value>"
        for other in ["<value>573</value>", "<value>573</value><value>0</value>"] {
            let text = Self.phone.replacingOccurrences(of: tx, with: other)
            #expect(text != Self.phone)
            #expect(try radio("lte-verizon-2021", text).levels.isEmpty, "\(other)")
        }
        // If sending would draw less than receiving, it draws as much.
        let less = Self.phone.replacingOccurrences(
            of: "<value>223</value>", with: "<value>150</value>")
        let first = try #require(try radio("lte-verizon-2021", less).levels.first?.powers)
        #expect(first.sending == first.receiving)
    }

    @Test("The operating point is an option; an unknown one is refused with the valid ones")
    func operatingPoints() throws {
        var settings = settings
        settings.background = OperatingPoint("0@900000x2")
        let imported = try ImportedDevice.profile(try figures(), settings, radios: [])
        guard let document = try read(imported) as? ProfileDocument<DeviceProfile> else {
            Issue.record("no device")
            return
        }
        // 12 + 2 * 14 = 40 mA at 4 V, of which an awake phone has a quarter.
        #expect(document.value.processor.busyBackground == Milliwatts(406 + 120))
        for (text, advice) in [
            ("1@300000", "It has 0."), ("0@1", "Its speeds are 300000, 600000, 900000 kHz."),
            ("0@300000x5", "It has 4."),
        ] {
            settings.background = OperatingPoint(text)
            let refused = #expect(throws: OperatingPointError.self) {
                try ImportedDevice.profile(try figures(), settings, radios: [])
            }
            #expect(refused?.advice == advice)
        }
        for text in ["", "0", "0@", "@1", "0@1x", "0@1x0", "-1@1", "0@1.5", "a@b", "0@1x2x3"] {
            #expect(OperatingPoint(text) == nil, "\(text)")
        }
    }

    @Test("A radio has the file's powers and the template's timers, rates and round trip")
    func lte() throws {
        let (radio, template) = (
            try radio("lte-verizon-2021"), try template("lte-verizon-2021").profile
        )
        #expect(radio.states.map(\.name) == template.states.map(\.name))
        #expect(radio.states.map(\.uplink) == template.states.map(\.uplink))
        #expect(radio.states.map(\.demotion) == template.states.map(\.demotion))
        #expect(radio.promotions.map(\.delay) == template.promotions.map(\.delay))
        #expect(radio.roundTrip == template.roundTrip)
        // Asleep 2 mA, receiving 200 mA, sending 300 mA at 3.7 V.
        #expect(radio.states[0].draw == .constant(Milliwatts(7.4)))
        #expect(radio.transferPower?.base == Milliwatts(740))
        #expect(radio.promotions[0].power == Milliwatts(1110))
        // The median of seven networks, not a share of the template's reception.
        guard case .constant(let power) = radio.states[1].draw else {
            Issue.record("no power")
            return
        }
        #expect(power == Milliwatts(249))
        // 370 mW more at the template's 21 Mbit/s.
        let slope = try #require(radio.transferPower?.uplink.magnitude)
        #expect((slope - 370.0 / 21).magnitude < 1e-4)
    }

    @Test("Connected DRX is awake in its on-duration, and sleeps as deeply as its gap allows")
    func drx() throws {
        let radio = try radio("lte-huang-2012")
        guard case .cycle(let short) = radio.states[2].draw,
            case .cycle(let long) = radio.states[3].draw,
            case .cycle(let paging) = radio.states[0].draw
        else {
            Issue.record("no cycles")
            return
        }
        #expect(short.onPower == Milliwatts(740) && long.onPower == Milliwatts(740))
        // 18 ms: light sleep, a fifth of 740 mW, with 1 ms of it for the way down and up.
        #expect((short.offPower.magnitude - (148 + 740.0 / 18)).magnitude < 1e-4)
        // 38 ms: deep sleep, 7.4 mW, with 4.5 ms of listening.
        #expect((long.offPower.magnitude - (7.4 + 4.5 * 740 / 38)).magnitude < 1e-4)
        #expect(paging.onPower == Milliwatts(740) && paging.offPower == Milliwatts(7.4))
        #expect(radio.states[1].draw == .constant(Milliwatts(740)), "continuous reception")
    }

    @Test("radio.on averages the pages: no paging cycle comes on top of it")
    func paging() throws {
        let old = """
            <device><item name="radio.active">165</item>
            <array name="radio.on"><value>88</value><value>8</value></array></device>
            """
        #expect(try radio("lte-huang-2012", old).states[0].draw == .constant(Milliwatts(32)))
    }

    @Test("NR is scaled by its template if the file does not tell NR from LTE, and otherwise not")
    func nr() throws {
        let base = try #require(try template("nr-verizon-mmwave-2021").profile.transferPower?.base)
        let scaled = try radio("nr-verizon-mmwave-2021").transferPower?.base?.magnitude ?? 0
        #expect((scaled - 740 * base.magnitude / 1200).magnitude < 1e-3)
        let told = Self.phone.replacingOccurrences(
            of: "</device>",
            with: "<modem><active rat=\"NR\"><receive>250</receive></active></modem></device>")
        #expect(try radio("nr-verizon-mmwave-2021", told).transferPower?.base == Milliwatts(925))
    }

    @Test("Wi-Fi listens and sleeps as the file's idle is meant")
    func wifi() throws {
        let radio = try radio("wifi-psm")
        #expect(radio.states[1].draw == .constant(Milliwatts(152)), "38 mA at 4 V")
        guard case .constant(let asleep) = radio.states[0].draw else {
            Issue.record("no power")
            return
        }
        #expect((asleep.magnitude - 152 * 30.0 / 250).magnitude < 1e-4)
        #expect(radio.transferPower?.base == Milliwatts(392))
        let sleeping = Self.phone.replacingOccurrences(
            of: "idle\">38<", with: "idle\">1<")
        let other = try self.radio("wifi-psm", sleeping)
        #expect(other.states[0].draw == .constant(Milliwatts(4)))
        #expect(other.states[1].draw == .constant(Milliwatts(392)), "awake, it listens at rx")
    }

    @Test("Every shipped radio with rates can be the template", arguments: [phone])
    func templates(text: String) throws {
        var count = 0
        for name in library.names(of: .radio) {
            let template = try library.loadRadio(name).value
            let made = ImportedRadio.Template(template, try library.tree(name, .radio))
            if made.unfitness != nil { continue }
            let radio = try radio(name, text)
            #expect(radio.states.count == template.states.count, "\(name)")
            #expect(radio.technology == template.technology, "\(name)")
            count += 1
        }
        #expect(count >= 15)
    }

    @Test("A file with next to nothing makes a device of assumptions")
    func bare() throws {
        let bare = try figures("<device><item name=\"cpu.idle\">0.1</item></device>")
        let imported = try ImportedDevice.profile(bare, settings, radios: [])
        #expect(imported.taken.isEmpty)
        guard let document = try read(imported) as? ProfileDocument<DeviceProfile> else {
            Issue.record("no device")
            return
        }
        for entry in document.file.provenance {
            switch entry.origin {
            case .assumption, .byDefault, .word: break
            case .source, .unstated, .changed: Issue.record("\(entry)")
            }
        }
    }
}
