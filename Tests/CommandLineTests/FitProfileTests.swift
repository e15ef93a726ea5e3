import Foundation
import TestSupport
import Testing

/// `tailwatt fit tail --profile`: from a meter's log to a radio that runs.
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

    /// What the log was made of is `umts-att-captivate`; rates are another radio's, so that only
    /// tails and promotions can agree: they are nine tenths of the energy.
    @Test("The profile that is written runs at once, and costs what the log's own radio does")
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

    @Test("Each number says where it is from: the meter, or the template")
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
        // The activity is taken off the peak's 4.1 s.
        #expect(text.contains("{ value: 3.98 s, source: METER }"), "\(text)")
    }

    @Test("A file of the user's is not replaced, unless the user says so")
    func replacing() throws {
        let scratch = try ScratchFolder()
        try scratch.file("my-radio.yaml", "mine\n")
        let refused = try fit(whole, in: scratch)
        #expect(refused.exitCode == 73 && refused.output.isEmpty, "\(refused.errors)")
        #expect(try scratch.data("my-radio.yaml") == Data("mine\n".utf8))
        #expect(try fit(whole + ["--force"], in: scratch).exitCode == 0)
        #expect(try fit(whole, in: scratch).exitCode == 0, "its own file is replaced")
    }

    @Test("What cannot be: 64 or 65, and what is possible")
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
}
