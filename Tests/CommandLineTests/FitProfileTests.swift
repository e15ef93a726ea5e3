import Foundation
import TestSupport
import Testing

@Suite struct FitProfileTests {
    private static let log = Repository.url("Examples/16-my-radio/ppk.csv").path
    private static let trace = Repository.url("Examples/traces/phone.pcap").path

    private func fit(_ arguments: [String], in scratch: ScratchFolder) throws -> Tool.Outcome {
        try Tool.run(["fit", "tail", Self.log] + arguments, in: scratch.url)
    }

    private let whole = [
        "--voltage", "3.7V", "--activity", "0.12s", "--profile", "my-radio", "--template",
        "umts-att-2010",
    ]

    /// The log was generated from `umts-att-captivate`. The rates come from another radio, so only
    /// tails and promotions can agree; they are 90 % of the energy.
    @Test("The written profile runs at once and costs what the log's own radio costs")
    func runs() throws {
        let scratch = try ScratchFolder()
        let outcome = try fit(whole, in: scratch)
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.words.contains("my-radio.yaml is a whole profile"))
        let checked = try Tool.run(["profiles", "check", "my-radio.yaml"], in: scratch.url)
        #expect(checked.exitCode == 0 && checked.output.contains("good"), "\(checked.errors)")
        let simulated = try Tool.run(
            [
                "compare", "keep-alive-alone", "--radio", "./my-radio.yaml", "--replications", "2",
                "--quiet",
            ], in: scratch.url)
        #expect(simulated.exitCode == 0, "\(simulated.errors)")
        let replayed = try Tool.run(
            [
                "replay", Self.trace, "--compare", "./my-radio.yaml,umts-att-captivate", "--format",
                "csv",
            ], in: scratch.url)
        let caused = replayed.output.split(separator: "\n").dropFirst().compactMap {
            Double($0.split(separator: ",")[4])
        }
        #expect(caused.count == 2 && abs(caused[0] / caused[1] - 1) < 0.05, "\(caused)")
    }

    @Test("Each number has a source: the meter or the template")
    func sources() throws {
        let scratch = try ScratchFolder()
        _ = try fit(whole, in: scratch)
        let text = String(decoding: try scratch.data("my-radio.yaml"), as: UTF8.self)
        let values = text.split(separator: "\n").filter { $0.contains("value: ") }
        #expect(values.count > 10)
        #expect(
            values.allSatisfy {
                $0.contains("source: METER") || $0.contains("assumption: ")
            })
        #expect(text.contains("no rate in the log: that of umts-att-2010"))
        // The activity is subtracted from the peak's 4.1 s.
        #expect(text.contains("{ value: 3.98 s, source: METER }"), "\(text)")
    }

    @Test("A user's file is not replaced, unless the user says so")
    func replacing() throws {
        let scratch = try ScratchFolder()
        try scratch.file("my-radio.yaml", "mine\n")
        let refused = try fit(whole, in: scratch)
        #expect(refused.exitCode == 73 && refused.output.isEmpty, "\(refused.errors)")
        #expect(try scratch.data("my-radio.yaml") == Data("mine\n".utf8))
        #expect(try fit(whole + ["--force"], in: scratch).exitCode == 0)
        #expect(try fit(whole, in: scratch).exitCode == 0, "its own file is replaced")
    }

    @Test("Invalid requests exit with 64 or 65 and say what is valid")
    func faults() throws {
        let scratch = try ScratchFolder()
        let volts = ["--voltage", "3.7V"]
        let currents = try fit([], in: scratch)
        #expect(currents.exitCode == 65 && currents.errors.contains("--voltage 3.7V"))
        let alone = try fit(volts + ["--profile", "x"], in: scratch)
        #expect(alone.exitCode == 64 && alone.errors.contains("--template"))
        for name in ["a b", "<b>", "=1+1"] {
            let named = try fit(
                volts + ["--profile", name, "--template", "umts-att-2010"], in: scratch)
            #expect(named.exitCode == 64, "\(name)")
        }
        let level = try fit(
            volts + ["--states", "1", "--profile", "x", "--template", "umts-att-2010"], in: scratch)
        #expect(level.exitCode == 65 && level.errors.contains("one level"), "\(level.errors)")
        let long = try fit(
            volts + ["--activity", "5s", "--profile", "x", "--template", "umts-att-2010"],
            in: scratch)
        #expect(long.exitCode == 65 && long.errors.contains("4.1"), "\(long.errors)")
        let rates = try fit(
            volts + ["--profile", "x", "--template", "energybox-teliasonera-3g"], in: scratch)
        #expect(rates.exitCode == 64 && rates.errors.contains("lacks rates"), "\(rates.errors)")
        #expect(try scratch.names(in: ".").isEmpty)
    }

    /// A log of rest, data and a tail, with one blip at another power.
    ///
    /// - Parameters:
    ///   - blip: Power in mW and length in s.
    ///   - place: Where the blip comes: during rest or within the tail.
    private static func log(_ blip: (power: Double, length: Double), in place: Place) -> String {
        var stays: [(power: Double, length: Double)] = []
        for wake in 0..<4 {
            stays.append((20, 6))
            if wake == 2, place == .rest { stays += [blip, (20, 4)] }
            stays += [(900, 0.6), (350, 3)]
            if wake == 2, place == .tail { stays += [blip, (350, 3)] }
        }
        stays.append((20, 5))
        var (text, now) = ("t,mW\n", 0)
        for stay in stays {
            for _ in 0..<Int((stay.length * 100).rounded()) {
                // Every run has identical small noise.
                text += "\(Double(now) / 100),\(stay.power + Double(now * 7 % 11) - 5)\n"
                now += 1
            }
        }
        return text
    }

    private enum Place { case rest, tail }

    @Test(
        "A stray blip is left out and named, and the written profile passes the check",
        arguments: [150.0, 600, 1500], [0.4, 1.5])
    func blips(power: Double, length: Double) throws {
        let scratch = try ScratchFolder()
        for place in [Place.rest, .tail] {
            try scratch.file("log.csv", Self.log((power, length), in: place))
            let outcome = try Tool.run(
                [
                    "fit", "tail", "log.csv", "--profile", "own", "--template", "lte-huang-2012",
                    "--force",
                ], in: scratch.url)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let checked = try Tool.run(["profiles", "check", "own.yaml"], in: scratch.url)
            #expect(checked.exitCode == 0, "\(power) mW \(place)\n\(checked.errors)")
            let text = String(decoding: try scratch.data("own.yaml"), as: UTF8.self)
            // The radio's own two states are always found.
            #expect(text.contains("value: 880") && text.contains("value: 330"), "\(text)")
            if place == .rest {
                #expect(outcome.words.contains("is left out: nothing leads into it"))
                #expect(text.contains("is left out"))
            }
        }
    }

    @Test("--activity without --profile, below zero or without a unit says what to write")
    func activity() throws {
        for (words, message) in [
            (["--activity", "1s"], "--activity corrects a timer of --profile: add that option."),
            (["--activity", "-1s"], "--activity must be 0 s or more: write the length"),
            (["--activity", "1"], "Write it as in 12 s"),
        ] {
            let outcome = try Tool.run(["fit", "tail", "log.csv"] + words)
            #expect(outcome.exitCode == 64 && outcome.errorWords.contains(message), "\(words)")
        }
    }
}
