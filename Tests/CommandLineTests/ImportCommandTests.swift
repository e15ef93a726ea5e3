import Foundation
import TestSupport
import Testing

@Suite struct ImportCommandTests {
    private let phone = """
        <?xml version="1.0" encoding="utf-8"?>
        <device name="Android">
            <item name="battery.capacity">4614</item>
            <item name="cpu.suspend">10</item>
            <item name="cpu.idle">28.6</item>
            <item name="wifi.on">0.1</item>
            <item name="radio.active">171</item>
            <array name="radio.on"><value>88</value><value>8</value></array>
            <item name="wifi.controller.idle">1</item>
            <item name="wifi.controller.rx">98</item>
            <item name="wifi.controller.tx">470</item>
            <item name="gpu.active">1</item>
        </device>
        """

    private func scratch() throws -> ScratchFolder {
        let scratch = try ScratchFolder()
        try scratch.file("power_profile.xml", phone)
        return scratch
    }

    private func run(
        _ arguments: [String], in scratch: ScratchFolder
    ) throws -> Tool.Outcome {
        try Tool.run(["profiles", "import", "power_profile.xml"] + arguments, in: scratch.url)
    }

    @Test("A file in another encoding than it declares gives one message, and none from libxml2")
    func otherEncoding() throws {
        let scratch = try ScratchFolder()
        let text = phone.replacingOccurrences(of: "utf-8", with: "UTF-7")
            .replacingOccurrences(of: "4614", with: "+~")
        try scratch.file("power_profile.xml", text)
        let outcome = try run(["--name", "x"], in: scratch)
        #expect(outcome.exitCode == 65)
        #expect(
            outcome.errors.hasPrefix(
                "error: power_profile.xml:3: this is not well-formed XML: its bytes do not match "
                    + "its stated encoding\n"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("encoder"), "\(outcome.errors)")
    }

    @Test("It writes a device and radios that a comparison runs on, and says what it found")
    func writes() throws {
        let scratch = try scratch()
        let outcome = try run(["--name", "my-phone", "--out", "phones", "--details"], in: scratch)
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let names = ["my-phone-lte.yaml", "my-phone-wifi.yaml", "my-phone.yaml"]
        #expect(try scratch.names(in: "phones") == names)
        for words in [
            "wrote phones/my-phone.yaml: device my-phone,", "radio.active: 171 mA",
            "dummy: wifi.on (line 6): 0.1", "level 0 searches: radio.on (line 8): 88, 8",
            "passed over, unknown to Android: gpu.active (line 12)", "--voltage",
            "by Android's calculators",
        ] {
            #expect(outcome.words.contains(words), "\(words) in \(outcome.output)")
        }
        let paths = names.map { "phones/\($0)" }
        let check = try Tool.run(["profiles", "check"] + paths, in: scratch.url)
        #expect(check.exitCode == 0, "\(check.errors)")
        let compare = try Tool.run(
            [
                "compare", "keep-alive-alone", "--device", "phones/my-phone.yaml", "--radio",
                "phones/my-phone-lte.yaml", "--system", "android-4", "--replications", "2",
            ], in: scratch.url)
        #expect(compare.exitCode == 0, "\(compare.errors)")
        #expect(!compare.output.contains("was not measured.\n"), "its own radio is listed")
    }

    @Test("It replaces its own files; others and changed ones only on request")
    func replacing() throws {
        let scratch = try scratch()
        #expect(try run([], in: scratch).exitCode == 0)
        #expect(
            try scratch.names(in: ".").filter { $0.hasSuffix(".yaml") } == [
                "power-profile-lte.yaml", "power-profile-wifi.yaml", "power-profile.yaml",
            ])
        let first = try scratch.data("power-profile.yaml")
        #expect(try run([], in: scratch).exitCode == 0)
        #expect(try scratch.data("power-profile.yaml") == first)
        try scratch.file(
            "power-profile.yaml",
            String(decoding: first, as: UTF8.self).replacingOccurrences(of: "38.5", with: "40"))
        let refused = try run(["--voltage", "3.7V"], in: scratch)
        #expect(refused.exitCode == 73 && refused.errors.contains("--force"), "\(refused.errors)")
        let radio = String(decoding: try scratch.data("power-profile-lte.yaml"), as: UTF8.self)
        #expect(!radio.contains("3.7 V (the battery's"), "nothing is written where one is refused")
        #expect(try run(["--voltage", "3.7V", "--force"], in: scratch).exitCode == 0)
    }

    @Test("In a library each kind goes into its folder")
    func library() throws {
        let scratch = try scratch()
        for folder in ["devices", "radios"] {
            try FileManager.default.createDirectory(
                at: scratch.url.appending(path: "lib/\(folder)"), withIntermediateDirectories: true)
        }
        #expect(
            try run(["--name", "p", "--out", "lib", "--wi-fi", "none"], in: scratch).exitCode == 0)
        #expect(try scratch.names(in: "lib/devices") == ["p.yaml"])
        #expect(try scratch.names(in: "lib/radios") == ["p-lte.yaml"])
    }

    @Test("It prints the charge by Android's calculators for given times")
    func times() throws {
        let outcome = try run(
            ["--time", "on-battery=24h", "--time", "radio-active=30min"], in: try scratch())
        // 10 mA for a day and 171 mA for half an hour.
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("on-battery") && $0.hasSuffix("240.000") })
        #expect(lines.contains { $0.hasPrefix("radio-active") && $0.hasSuffix("85.5000") })
        #expect(lines.contains { $0.hasPrefix("together") && $0.hasSuffix("325.500") })
    }

    @Test(
        "Faults are reported with what is valid",
        arguments: [
            (
                ["--cellular", "lte-verizon-2012"], 66 as Int32,
                "Did you mean \"lte-verizon-2021\"?"
            ),
            (["--cellular", "wifi-psm"], 64, "wifi-psm is a Wi-Fi radio"),
            (["--wi-fi", "lte-verizon-2021"], 64, "such as wifi-psm"),
            (["--cellular", "aro-lte"], 64, "lacks rates"),
            (["--operating-point", "fast"], 64, "as in 0@1098000"),
            (["--operating-point", "0@1098000"], 64, "the file has no cluster 0"),
            (["--tx-level", "5"], 64, "from 0 (lowest) to 4"),
            (["--voltage", "3700"], 64, "has no unit"),
            (["--voltage", "37V"], 64, "2 V to 10 V"),
            (["--capacity-source", "a label"], 64, "give both"),
            (["--name", "my phone"], 64, "as in pixel-6"),
            (["--name", "../phone"], 64, "as in pixel-6"),
            (["--name", "=1+1"], 64, "as in pixel-6"),
            (["--time", "modem-rxx=1h"], 64, "Did you mean \"modem-rx\"?"),
            (["--time", "modem-rx"], 64, "as in modem-rx=10min"),
            (["--technologies", "LTE,5G"], 64, "There are UMTS, LTE, NR, Wi-Fi"),
            (["--citatoin", "x"], 64, "--citation"),
        ])
    func faults(arguments: [String], code: Int32, words: String) throws {
        let scratch = try scratch()
        let outcome = try run(arguments, in: scratch)
        #expect(outcome.exitCode == code, "\(outcome.errors)")
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(try scratch.names(in: ".") == ["power_profile.xml"])
    }

    @Test("A file that is not a power profile is refused with its line")
    func noProfile() throws {
        let scratch = try ScratchFolder()
        try scratch.file("a.xml", "<device>\n<item name=\"audio\">loud</item>\n</device>")
        let outcome = try Tool.run(["profiles", "import", "a.xml"], in: scratch.url)
        #expect(outcome.exitCode == 65)
        #expect(
            outcome.errors == """
                error: a.xml:2: "loud" is not a number for audio
                    = Write a number of 0 or more with a point, as in 12.5.

                """)
        #expect(try Tool.run(["profiles", "import", "b.xml"], in: scratch.url).exitCode == 66)
    }

    // MARK: Shipped devices

    private static let data = Repository.sharedData.appending(path: "power-profile")

    @Test(
        "A shipped device from a power profile is what the command writes, to the byte",
        .enabled(
            if: FileManager.default.fileExists(atPath: data.path),
            "shared/data/power-profile is not beside the repository; set TAILWATT_SHARED_DATA"))
    func shipped() throws {
        let scratch = try ScratchFolder()
        for folder in ["devices", "radios"] {
            try FileManager.default.createDirectory(
                at: scratch.url.appending(path: "made/\(folder)"),
                withIntermediateDirectories: true)
        }
        let outcome = try Tool.shell(
            "TAILWATT_RUN=\"$TAILWATT\" \(Repository.url("scripts/phones").path) "
                + "\(Self.data.path) \(scratch.url.path)/made")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        for kind in ["devices", "radios"] {
            let names = try scratch.names(in: "made/\(kind)")
            #expect(names.count >= 4)
            for name in names {
                let shipped = try Data(contentsOf: Repository.url("Profiles/\(kind)/\(name)"))
                #expect(try scratch.data("made/\(kind)/\(name)") == shipped, "\(name)")
            }
        }
    }
}
