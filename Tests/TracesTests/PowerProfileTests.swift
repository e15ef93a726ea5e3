import Foundation
import Kernel
import TestSupport
import Testing

@testable import Traces

@Suite struct PowerProfileTests {
    private func profile(_ body: String) throws(InputError) -> PowerProfile {
        try PowerProfile(path: "p.xml", bytes: Array("<device>\n\(body)\n</device>".utf8))
    }

    private func refusal(_ text: String) -> InputError? {
        do throws(InputError) {
            _ = try PowerProfile(path: "p.xml", bytes: Array(text.utf8))
            return nil
        } catch { return error }
    }

    private func refusal(of body: String) -> InputError? {
        refusal("<device>\n\(body)\n</device>")
    }

    @Test("Items and arrays are read in either form, with comments, spaces and CDATA")
    func forms() throws {
        let file = try profile(
            """
            <item name="cpu.idle"> 28.6 <!-- mA --></item>
            <array name="modem.controller.tx">
              <value>1</value> <!-- least --> <value><![CDATA[2.5]]></value>
            </array>
            <item name="modem.controller.rx">1<!-- a -->98</item>
            <item name="cpu.active">12</item>
            <array name="wifi.controller.tx_levels">1 </array>
            <array name="gps.signalqualitybased" />
            """)
        #expect(file.number("cpu.idle") == 28.6)
        #expect(file.list("modem.controller.tx") == [1, 2.5])
        #expect(file.element("modem.controller.tx")?.isArray == true)
        #expect(file.number("modem.controller.rx") == 198, "text in two parts is one text")
        #expect(file.list("wifi.controller.tx_levels") == [1], "a number without <value>")
        #expect(file.element("gps.signalqualitybased")?.values == [])
        #expect(file.element("modem.controller.tx")?.line == 3)
        #expect(file.unknown.isEmpty && file.repeated.isEmpty && file.modem == nil)
    }

    @Test("The modem's tree is read with technologies, frequencies and levels")
    func tree() throws {
        let modem = try profile(
            """
            <modem>
              <sleep>1</sleep><idle>2</idle>
              <active rat="DEFAULT"><receive>3</receive>
                <transmit level="0">4</transmit><transmit level="4">5.5</transmit></active>
              <active rat="NR" nrFrequency="mmwave"><receive>9</receive></active>
            </modem>
            """
        ).modem
        #expect(modem?.sleep == 1 && modem?.idle == 2 && modem?.active.count == 2)
        #expect(modem?.active.first?.receive == 3)
        #expect(modem?.active.first?.transmit == [4, nil, nil, nil, 5.5])
        #expect(modem?.active.last?.rat == "NR" && modem?.active.last?.frequency == "MMWAVE")
    }

    @Test("Elements unknown to Android are listed with their line, whatever they contain")
    func unknown() throws {
        let file = try profile(
            """
            <item name="cpu.idle">1</item>
            <item name="gpu.active">fast</item>
            <array name="cpu.core_power.clusterX"><value>1</value></array>
            <extra><deep>1</deep></extra>
            <array name="radio.on"><value>1</value><other>2</other></array>
            <modem><nap>1</nap><active rat="GSM"><receive>1</receive>
            <transmit level="9">1</transmit></active></modem>
            """)
        #expect(
            file.unknown.map(\.name) == [
                "gpu.active", "cpu.core_power.clusterX", "<deep>", "<extra>", "<other>", "<nap>",
                "<active> of GSM, DEFAULT", "<transmit>",
            ])
        #expect(file.unknown.first?.line == 3)
        #expect(file.list("radio.on") == [1])
    }

    @Test("The last of two elements with one name counts, and both are known")
    func repeated() throws {
        let file = try profile(
            "<item name=\"audio\">1</item><item name=\"audio\">2</item>")
        #expect(file.number("audio") == 2 && file.repeated.map(\.name) == ["audio"])
    }

    @Test("A file that is not a power profile is refused with line, finding and advice")
    func refusals() throws {
        #expect(refusal("")?.fault.message == "the file is empty")
        #expect(refusal("<device>")?.line == 1)
        #expect(refusal("<device><item name=\"cpu.idle\">1</itm></device>")?.line == 1)
        let other = "<?xml version=\"1.0\" encoding=\"UTF-7\"?>\n<device>+~</device>"
        #expect(
            refusal(other)
                == InputError(
                    .malformedXML(
                        "its bytes do not match its stated encoding",
                        advice: "Use power_profile.xml from a device tree, not from a package."),
                    path: "p.xml", line: 2))
        #expect(refusal("<gpx/>")?.fault == .notDevice)
        #expect(refusal("<device/>")?.fault == .nothingKnown)
        #expect(
            refusal("<!DOCTYPE device><device/>")?.fault == .documentType(in: "a power profile"))
        #expect(
            refusal(of: "\n<item name=\"audio\">loud</item>")
                == InputError(
                    .noNumber(text: "loud", element: "audio"), path: "p.xml", line: 3))
        #expect(
            refusal(of: "<array name=\"radio.on\"><value>1</value>\n<value>nan</value></array>")
                == InputError(
                    .noNumber(text: "nan", element: "radio.on"), path: "p.xml", line: 3))
        #expect(
            refusal(of: "<item name=\"audio\">-2</item>")?.fault
                == .negative(text: "-2", element: "audio"))
        #expect(refusal(of: "<item>2</item>")?.fault == .noName(element: "item"))
        #expect(
            refusal(of: "<modem><idle>?</idle></modem>")?.fault
                == .noNumber(text: "?", element: "<modem><idle>"))
        let deep = String(repeating: "<a>", count: 40) + String(repeating: "</a>", count: 40)
        #expect(refusal(of: deep)?.fault == .tooDeep(limit: 16, advice: InputFault.otherFile))
        #expect(
            refusal(of: String(repeating: "<item name=\"audio\">1</item>", count: 20_001))?.fault
                == .tooMany(limit: 20_000))
        let folder = FileManager.default.temporaryDirectory.path
        for path in [folder, folder + "/no such file.xml"] {
            let missing = #expect(throws: InputError.self) { try PowerProfile(contentsOf: path) }
            #expect(missing?.fault.isAboutMissingInput == true)
            #expect(missing?.line == nil && missing?.path == path)
        }
    }

    @Test("An entity is not replaced, so that nothing is fetched")
    func entities() {
        let text = """
            <!DOCTYPE device [<!ENTITY a SYSTEM "file:///etc/hostname">]>
            <device><item name="audio">&a;</item></device>
            """
        #expect(refusal(text)?.fault == .documentType(in: "a power profile"))
        #expect(refusal(of: "<item name=\"audio\">&a;</item>") != nil)
    }

    @Test("3 000 damaged files are read or refused")
    func damaged() {
        let good = Array(
            """
            <?xml version="1.0"?><device name="Android"><item name="cpu.idle">28.6</item>
            <array name="radio.on"><value>88</value><value>8</value></array>
            <modem><sleep>1</sleep><active rat="LTE"><receive>3</receive>
            <transmit level="0">4</transmit></active></modem></device>
            """.utf8)
        var refused = 0
        for seed in 0..<3000 {
            var random = RandomStream(
                StreamKey(seed: UInt64(seed), replication: 0, purpose: "damage"))
            var bytes = good
            for _ in 0...Int(random.next() % 3) {
                let place = Int(random.next() % UInt64(bytes.count))
                switch random.next() % 3 {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes.removeSubrange(place..<min(place + 9, bytes.count))
                default: bytes.insert(contentsOf: bytes[..<place].suffix(20), at: place)
                }
                if bytes.isEmpty { bytes = [60] }
            }
            do throws(InputError) {
                let profile = try PowerProfile(path: "p.xml", bytes: bytes)
                let numbers = profile.elements.flatMap(\.values)
                #expect(numbers.allSatisfy { $0.isFinite && $0 >= 0 }, "seed \(seed)")
            } catch {
                refused += 1
                #expect(error.description.split(separator: "\n").count == 2, "seed \(seed)")
            }
        }
        #expect(refused > 500 && refused < 3000)
    }
}
