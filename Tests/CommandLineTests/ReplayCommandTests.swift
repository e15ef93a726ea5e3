import Foundation
import TestSupport
import Testing

@Suite struct ReplayCommandTests {
    private static let phone = Repository.url("Examples/traces/phone.pcap")
        .path

    /// One packet. On umts-att-2010 it costs 2 s at 530, 5 s at 700 and 12 s at 350 mW, and 200 B
    /// at 384 kbit/s at 700 mW.
    private static let lone = "t,bytes,direction\n10,200,U\n"

    @Test("One radio: its energy, the energy's causes, and the files")
    func oneRadio() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            ["replay", Self.phone, "--radio", "lte-huang-2012", "--details", "--out", "out"],
            in: scratch.url)
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let names = [
            "advice.csv", "bursts.csv", "causes.csv", "datapackage.json", "flows.csv", "hosts.csv",
            "manifest.json", "promotions.csv", "radios.csv", "radios.svg", "radios.vl.json",
            "report.html", "residence.csv", "timeline.svg", "timeline.vl.json",
        ]
        #expect(try scratch.names(in: "out") == names)
        for word in ["176 packets", "2 ARP", "RRC_IDLE", "periodic", "198.51.100.22", "advice"] {
            #expect(outcome.words.contains(word), "\(word)")
        }
    }

    @Test("Bursts, connections and hosts each add up to the caused energy in radios.csv")
    func sums() throws {
        let scratch = try ScratchFolder()
        _ = try Tool.run(
            ["replay", Self.phone, "--radio", "umts-att-i997", "--out", "out"], in: scratch.url)
        let caused = try column("caused_J", of: "out/radios.csv", in: scratch)[0]
        for file in ["bursts", "flows", "hosts"] {
            let rows = try column("energy_J", of: "out/\(file).csv", in: scratch)
            #expect(abs(rows.reduce(0, +) - caused) <= 1e-9 * caused, "\(file)")
            let parts = try ["promotion_J", "transfer_J", "tail_J"].map {
                try column($0, of: "out/\(file).csv", in: scratch).reduce(0, +)
            }
            #expect(abs(parts.reduce(0, +) - caused) <= 1e-9 * caused, "\(file)")
        }
        let states = try column("energy_J", of: "out/residence.csv", in: scratch)
        let whole = try column("energy_J", of: "out/radios.csv", in: scratch)[0]
        #expect(abs(states.reduce(0, +) - whole) <= 1e-9 * whole)
    }

    private func column(_ name: String, of file: String, in scratch: ScratchFolder) throws
        -> [Double]
    {
        let text = String(decoding: try scratch.data(file), as: UTF8.self)
        let lines = text.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let place = try #require(lines[0].firstIndex { $0 == name })
        // Only advice and defects have quoted cells, and these files contain neither.
        return lines.dropFirst().map { Double($0[place]) ?? .nan }
    }

    @Test("A lone packet costs what the profile says, with the promotion where one is needed")
    func promotionModes() throws {
        let scratch = try ScratchFolder()
        try scratch.file("lone.csv", Self.lone)
        for (mode, energy) in [("inferred", "8.763 J"), ("shift", "8.763 J"), ("none", "7.703 J")] {
            let outcome = try Tool.run(
                ["replay", "lone.csv", "--radio", "umts-att-2010", "--promotion", mode],
                in: scratch.url)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(outcome.words.contains("of the radio's \(energy)"), "\(outcome.output)")
            #expect(outcome.output.contains("promotion \(mode)"))
        }
    }

    @Test("The horizon cuts the last tail, and packets at or after it are left out and named")
    func horizon() throws {
        let scratch = try ScratchFolder()
        try scratch.file("two.csv", Self.lone + "12,200,D\n")
        let outcome = try Tool.run(
            ["replay", "two.csv", "--radio", "umts-att-2010", "--horizon", "12s"], in: scratch.url)
        #expect(outcome.output.contains("1 packet at the horizon or later was left out"))
        // The promotion takes all of the time, because it begins with the packet.
        #expect(outcome.output.contains("of the radio's 1.060 J"), "\(outcome.output)")
    }

    @Test("Time can count from the first packet")
    func origin() throws {
        let scratch = try ScratchFolder()
        try scratch.file("late.csv", "t,bytes,direction\n1000000,200,U\n")
        let outcome = try Tool.run(
            ["replay", "late.csv", "--radio", "aro-wifi", "--origin", "first-packet"],
            in: scratch.url)
        #expect(outcome.output.contains("0.250 s\n"), "\(outcome.output)")
    }

    /// A capture of all interfaces (Linux cooked): one packet over Wi-Fi, two over a modem.
    private static let twoRadios: Data = {
        func record(_ second: UInt8, _ hardware: [UInt8]) -> [UInt8] {
            let packet: [UInt8] =
                [0x45, 0, 0, 200, 0, 1, 0, 0, 64, 17, 0, 0, 192, 168, 1, 7, 203, 0, 113, 9]
            let address = [UInt8](repeating: 0, count: 10)
            let lengths: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 36, 0, 0, 0, 216, 0, 0, 0]
            return [second] + lengths + [0, 4] + hardware + address + [8, 0] + packet
        }
        let header: [UInt8] = [
            0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 113, 0, 0, 0,
        ]
        return Data(
            header + record(0, [0, 1]) + record(100, [2, 7]) + record(200, [2, 7]))
    }()

    @Test("A recording of two radios replays one of them, and a warning names both")
    func radios() throws {
        let scratch = try ScratchFolder()
        try scratch.file("any.pcap", Self.twoRadios)
        func words(_ arguments: String...) throws -> String {
            try Tool.run(["replay", "any.pcap"] + arguments, in: scratch.url).words
        }
        let lte = try words("--radio", "lte-huang-2012")
        #expect(lte.contains("2 packets, directions from the link layer"), "\(lte)")
        #expect(lte.contains("taken is interface 519 (cellular), left out 1 (Wi-Fi)"), "\(lte)")
        #expect(lte.contains("left out: 1 of interface 1 (Wi-Fi)"), "\(lte)")
        #expect(try words("--radio", "wifi-psm").contains("taken is interface 1 (Wi-Fi)"))
        #expect(
            try words("--compare", "wifi-psm,lte-huang-2012").contains("taken is interface 519"))
        let asked = try words("--radio", "lte-huang-2012", "--interface", "wifi")
        #expect(asked.contains("1 packet,") && !asked.contains("warning"), "\(asked)")
    }

    @Test("Many radios have a row each, and the spread")
    func compare() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            [
                "replay", Self.phone, "--compare", "aro-i997,energybox-teliasonera-3g,aro-wifi",
                "--out", "out",
            ], in: scratch.url)
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.words.contains(" times as much."))
        let names = [
            "causes.csv", "datapackage.json", "manifest.json", "promotions.csv", "radios.csv",
            "radios.svg", "radios.vl.json", "report.html", "residence.csv",
        ]
        #expect(try scratch.names(in: "out") == names)
        #expect(try column("energy_J", of: "out/radios.csv", in: scratch).count == 3)
        let manifest = String(decoding: try scratch.data("out/manifest.json"), as: UTF8.self)
        #expect(manifest.contains("radios/peers/aro-i997.yaml"))
    }

    @Test("A kind of radio means each radio of that kind, in either option and spelling")
    func kinds() throws {
        let scratch = try ScratchFolder()
        func radios(_ option: String, _ words: String) throws -> [String] {
            let outcome = try Tool.run(
                ["replay", Self.phone, option, words, "--out", "out", "--force"], in: scratch.url)
            #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            let text = String(decoding: try scratch.data("out/radios.csv"), as: UTF8.self)
            let rows = text.split(separator: "\n").map { $0.split(separator: ",") }
            let place = try #require(rows.first?.firstIndex(of: "radio"))
            return rows.dropFirst().map { String($0[place]) }
        }
        let lte = try radios("--radio", "lte")
        #expect(lte.contains("lte-verizon-2021") && lte.count > 2)
        for (option, word) in [("--radio", "LTE"), ("--compare", "lte"), ("--compare", "Lte")] {
            #expect(try radios(option, word) == lte)
        }
        #expect(try radios("--radio", "NR") == radios("--radio", "5g"))
        #expect(try radios("--radio", "Wi-Fi") == radios("--radio", "wifi"))
        // A radio that its kind already contains is listed once.
        #expect(try radios("--compare", "lte,lte-verizon-2021") == lte)
        #expect(try radios("--compare", "wifi-psm,LTE") == ["wifi-psm"] + lte)
    }

    @Test("A broken-off trace counts its good packets, shows the fault and exits with 65")
    func truncated() throws {
        let scratch = try ScratchFolder()
        let whole = try Data(contentsOf: URL(fileURLWithPath: Self.phone))
        try scratch.file("half.pcap", whole.prefix(whole.count / 2))
        let outcome = try Tool.run(
            ["replay", "half.pcap", "--radio", "umts-att-2010", "--out", "out"], in: scratch.url)
        #expect(outcome.exitCode == 65)
        #expect(outcome.output.contains("CELL_DCH") && outcome.output.contains("broken off"))
        #expect(outcome.errors.contains("half.pcap") && outcome.errors.contains("good"))
        #expect(try scratch.names(in: "out").contains("bursts.csv"))
    }

    @Test("Repeated runs give identical bytes")
    func deterministic() throws {
        let scratch = try ScratchFolder()
        for folder in ["one", "two"] {
            _ = try Tool.run(
                ["replay", Self.phone, "--radio", "umts-att-2010", "--out", folder],
                in: scratch.url)
        }
        for name in try scratch.names(in: "one") {
            #expect(try scratch.data("one/\(name)") == scratch.data("two/\(name)"), "\(name)")
        }
    }

    @Test(
        "Faults are reported with what is valid",
        arguments: [
            (["nowhere.pcap", "--radio", "wifi-psm"], 66, "nowhere.pcap"),
            (["lone.csv", "--radio", "wifi-pms"], 66, "wifi-psm"),
            (["lone.csv"], 64, "--compare"),
            (["lone.csv", "--radio", "wifi-psm", "--compare", "wifi-psm"], 64, "--radio"),
            (["lone.csv", "--compare", "wifi-psm,"], 64, "empty"),
            (["lone.csv", "--compare", "wifi-psm,aro-lte, wifi-psm"], 64, "wifi-psm twice"),
            (["lone.csv", "--radio", "wifi-psm,wifi-psm"], 64, "wifi-psm twice"),
            (["lone.csv", "--compare", "lte,LTE"], 64, "LTE twice"),
            (["lone.csv", "--radio", "lte", "--device", "nexus-4"], 64, "single radio"),
            (["lone.csv", "--radio", "wifi-psm", "--horizon", "7200"], 64, "7200"),
            (["lone.csv", "--radio", "wifi-psm", "--promotion", "infered"], 64, "inferred"),
            (["lone.csv", "--radio", "wifi-psm", "--device-ip", "10.0.0"], 64, "192.168.1.7"),
            ([phone, "--radio", "wifi-psm", "--interface", "wlan7"], 65, "Use one of 1 (Wi-Fi)"),
            (["broken.csv", "--radio", "wifi-psm"], 65, "broken.csv:3:"),
            (["text.txt", "--radio", "wifi-psm"], 65, "text.txt"),
        ] as [([String], Int32, String)])
    func errors(arguments: [String], code: Int32, word: String) throws {
        let scratch = try ScratchFolder()
        try scratch.file("lone.csv", Self.lone)
        try scratch.file("broken.csv", Self.lone + "11,200,X\n")
        try scratch.file("text.txt", "Dear all,\nno packets here.\n")
        let outcome = try Tool.run(["replay"] + arguments + ["--out", "out"], in: scratch.url)
        #expect(outcome.exitCode == code, "\(outcome.errors)")
        #expect(outcome.errors.contains(word), "\(outcome.errors)")
    }

    @Test("A radio for packets only replays traces, and is refused for a scenario")
    func packetsOnly() throws {
        let outcome = try Tool.run(["compare", "keep-alive", "--radio", "aro-i997"])
        #expect(outcome.exitCode == 65)
        #expect(outcome.errorWords.contains("tailwatt replay"), "\(outcome.errors)")
    }

    @Test("A trace without packets of the phone is reported; a broken one gives no result")
    func noPackets() throws {
        let scratch = try ScratchFolder()
        try scratch.file("empty.csv", "t,bytes,direction\n")
        try scratch.file("broken.csv", "t,bytes,direction\n1,200,X\n")
        let empty = try Tool.run(["replay", "empty.csv", "--radio", "wifi-psm"], in: scratch.url)
        #expect(empty.exitCode == 0 && empty.errors.contains("no packet"))
        let broken = try Tool.run(
            ["replay", "broken.csv", "--radio", "wifi-psm", "--out", "out"], in: scratch.url)
        #expect(broken.exitCode == 65 && broken.output.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: scratch.url.path + "/out"))
    }

    @Test(
        "An option without effect, or one probably not meant, gives a warning on stderr",
        arguments: [
            (["lone.csv", "--device-ip", "10.0.0.1"], "--device-ip has no effect"),
            (["lone.csv", "--interface", "wlan0"], "--interface has no effect"),
            ([phone, "--origin", "first-packet"], "--origin has no effect"),
            (["epoch.csv"], "--origin first-packet counts"),
        ] as [([String], String)])
    func notes(arguments: [String], note: String) throws {
        let scratch = try ScratchFolder()
        try scratch.file("lone.csv", Self.lone)
        try scratch.file("epoch.csv", "t,bytes,direction\n1290000000,200,U\n")
        let outcome = try Tool.run(
            ["replay"] + arguments + ["--radio", "wifi-psm"], in: scratch.url)
        #expect(outcome.exitCode == 0 && outcome.errors.contains(note), "\(outcome.errors)")
    }

    // MARK: Existing files

    @Test("Results never overwrite the trace that they are made from")
    func ownInput() throws {
        let scratch = try ScratchFolder()
        try scratch.file("flows.csv", Self.lone)
        let outcome = try Tool.run(
            ["replay", "flows.csv", "--radio", "wifi-psm", "--out", "."], in: scratch.url)
        #expect(outcome.exitCode == 73)
        #expect(outcome.errors.contains("flows.csv: would be written over"))
        #expect(try scratch.data("flows.csv") == Data(Self.lone.utf8))
    }

    @Test("Files of an earlier result are removed; a user's files stay, whatever they are called")
    func foreignFiles() throws {
        let scratch = try ScratchFolder()
        func replay(_ arguments: String...) throws {
            let outcome = try Tool.run(
                ["replay", Self.phone, "--out", "out"] + arguments, in: scratch.url)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        try replay("--radio", "wifi-psm")
        try scratch.file("out/hosts.csv", "mine\n")
        try scratch.file("out/summary.csv", "mine as well\n")
        try replay("--compare", "wifi-psm,aro-wifi")
        let names = try scratch.names(in: "out")
        #expect(!names.contains("bursts.csv") && !names.contains("flows.csv"))
        #expect(try scratch.data("out/hosts.csv") == Data("mine\n".utf8))
        #expect(try scratch.data("out/summary.csv") == Data("mine as well\n".utf8))
    }

    @Test("With a device each state's energy is also % of its battery a day")
    func day() throws {
        let trace = Repository.url("Examples/traces/phone.pcap").path
        let replay = ["replay", trace, "--radio", "lte-huang-2012"]
        let outcome = try Tool.run(replay + ["--device", "pixel-6-2021"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        // 137.280 J of 63 950 J in 570.397 s: 100 * 137.28 / 63950 * 86400 / 570.397 = 32.5.
        #expect(outcome.output.contains(/LONG_DRX .* 15 +32\.5\n/), "\(outcome.output)")
        #expect(try !Tool.run(replay).output.contains("[% a day]"))
    }
}
