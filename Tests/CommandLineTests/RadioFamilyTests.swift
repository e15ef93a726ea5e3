import Foundation
import Testing

/// Tests of `compare --radio lte`: the scenario's own radio in the list, and each radio's share of
/// the battery per day.
@Suite struct RadioFamilyTests {
    private static func fields(_ line: Substring) -> [String] {
        var fields = [""]
        var isQuoted = false
        for character in line {
            if character == "\"" {
                isQuoted.toggle()
            } else if character == ",", !isQuoted {
                fields.append("")
            } else {
                fields[fields.count - 1].append(character)
            }
        }
        return fields
    }

    /// Chosen cells of the rows in which other columns have given values.
    private static func cells(
        _ column: String, of data: Data, where wanted: [String: String]
    ) throws -> [String] {
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(fields)
        let head = try #require(lines.first)
        let place = try #require(head.firstIndex(of: column), "\(column)")
        return lines.dropFirst().filter { line in
            wanted.allSatisfy { key, value in
                head.firstIndex(of: key).map { line[$0] == value } ?? false
            }
        }.map { $0[place] }
    }

    @Test("The scenario's own radio is one of its kind and marked, though it is an import")
    func own() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            [
                "compare", "messenger-today", "--radio", "lte", "--replications", "2", "--details",
                "--out", "lte",
            ], in: scratch.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        for word in [
            "5 radios (lte) in the same worlds", "due to the app [% a day]",
            "due to the app [J]", "(own): the scenario's radio is pixel-6-2021-lte.",
            "pixel-6-2021-lte (own): after data RRC_CONNECTED at 249 mW for 10.2 s",
            "The radio decides what is due to the app, of the battery a day: push ",
        ] {
            #expect(outcome.words.contains(word), "\(word)\n\(outcome.output)")
        }
        let family = try scratch.data("lte/family.csv")
        let marks = try Self.cells("own", of: family, where: ["policy": "push"])
        #expect(marks.filter { $0 == "yes" }.count == 1 && marks.count == 5)
        let page = String(decoding: try scratch.data("lte/report.html"), as: UTF8.self)
        #expect(page.contains("due to the app [% a day]") && page.contains("(own)"))

        // Its row equals the comparison without --radio, per day.
        let alone = try Tool.run(
            ["compare", "messenger-today", "--replications", "2", "--out", "one"],
            in: scratch.url)
        #expect(alone.exitCode == 0)
        let summary = try scratch.data("one/summary.csv")
        func number(_ column: String, _ data: Data, _ wanted: [String: String]) throws -> Double {
            let cells = try Self.cells(column, of: data, where: wanted)
            #expect(cells.count == 1)
            return try #require(cells.first.flatMap(Double.init))
        }
        for (metric, column) in [
            ("drain", "drain_per_day"), ("marginal_drain", "marginal_drain_per_day"),
        ] {
            let hourly = try number("mean", summary, ["policy": "push", "metric": metric])
            let daily = try number(column, family, ["policy": "push", "own": "yes"])
            #expect(abs(daily - 24 * hourly) < 1e-9 * daily, "\(metric)")
        }
    }

    @Test("An own radio that is a member of the kind is marked and not run twice")
    func ownMember() throws {
        let outcome = try Tool.run([
            "compare", "messenger-today-ios", "--radio", "lte,5g", "--replications", "2",
            "--horizon", "2h",
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.words.contains("lte-verizon-2021 (own)"))
        #expect(outcome.words.contains("11 radios (lte,5g) in the same worlds"))
        // Per-day answers hold for 24 h only. At two hours the table is in joules, as everywhere
        // else.
        #expect(outcome.words.contains("due to the app [J]"))
        let named = try Tool.run([
            "compare", "messenger-today-ios", "--radio", "lte-verizon-2021,lte-tmobile-2021",
            "--replications", "2", "--horizon", "1h",
        ])
        #expect(named.exitCode == 0 && !named.output.contains("(own)"))
    }

    @Test("A radio that is named twice is refused; a kind may be written in capitals")
    func twice() throws {
        func compare(_ radios: String) throws -> Tool.Outcome {
            try Tool.run([
                "compare", "keep-alive-alone", "--replications", "2", "--horizon", "1h", "--anyway",
                "--radio", radios,
            ])
        }
        for radios in [
            "lte-verizon-2021,lte-verizon-2021", "wifi-psm, wifi-psm", "lte,wifi-psm,LTE", "5g,NR",
        ] {
            let outcome = try compare(radios)
            #expect(outcome.exitCode == 64 && outcome.errors.contains("twice"), "\(radios)")
        }
        #expect(try compare("wifi-psm,").exitCode == 64)
        let (small, large) = (try compare("umts"), try compare("UMTS"))
        #expect(small.exitCode == 0 && large.exitCode == 0)
        let plain = { (text: String) in text.replacingOccurrences(of: "UMTS", with: "umts") }
        #expect(plain(small.output) == plain(large.output))
    }

    @Test("An option for one radio refuses a kind and names the kind's radios")
    func oneRadio() throws {
        for word in ["lte", "LTE", "5g", "Wi-Fi"] {
            let outcome = try Tool.run([
                "run", "keep-alive-alone", "--policy", "none", "--radio", word,
            ])
            #expect(outcome.exitCode == 66 && outcome.output.isEmpty)
            #expect(outcome.errors.contains("\"\(word)\" is a kind of radio"), "\(outcome.errors)")
        }
        let lte = try Tool.run([
            "run", "keep-alive-alone", "--policy", "none", "--radio", "LTE",
        ])
        #expect(lte.errors.contains("lte-verizon-2021"))
    }

    private static let hint =
        "The radios of lte differ: --radio lte runs all of them.\n"
        + "What would turn the order over: tailwatt assumptions messenger-today\n"

    @Test("A comparison on a default radio ends with how to run the others")
    func hint() throws {
        let short = ["compare", "messenger-today", "--replications", "2", "--horizon", "1h"]
        let plain = try Tool.run(short)
        #expect(plain.output.hasSuffix(Self.hint + "More with --details.\n"), "\(plain.output)")
        for more in [
            ["--quiet"], ["--details"], ["--format", "csv"], ["--format", "json"],
            ["--format", "md"], ["--radio", "lte-verizon-2021"],
            ["--set", "radio=lte-verizon-2021"], ["--radio", "lte"],
        ] {
            let other = try Tool.run(short + more)
            #expect(other.exitCode == 0, "\(more): \(other.errors)")
            #expect(!other.output.contains(" differ: --radio"), "\(more)\n\(other.output)")
        }
    }

    @Test("Signal levels that other radios lack suppress the hint")
    func signal() throws {
        let outcome = try Tool.run(["compare", "weak-signal", "--replications", "2"])
        #expect(outcome.exitCode == 0 && !outcome.output.contains(" differ: --radio"))
    }

    @Test("An uncertain value of a scenario's own radio is not drawn for other radios")
    func uncertain() throws {
        let outcome = try Tool.run([
            "compare", "keep-alive", "--radio", "lte-cdrx-2022", "--uncertain", "--draws", "3",
            "--replications", "2", "--horizon", "1h", "--anyway", "--details",
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("radio.states.RRC_CONNECTED.drx"))
        #expect(!outcome.output.contains("CELL_DCH"))
    }

    @Test("Names in headings stay whole: columns go below the others instead")
    func wholeNames() throws {
        let outcome = try Tool.run([
            "compare", "wi-fi-at-home", "--radio", "lte", "--replications", "2", "--anyway",
            "--horizon", "2h",
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        for policy in ["as-it-plays", "track-by-track", "a-minute-ahead", "an-hour-ahead"] {
            #expect(outcome.output.contains("  \(policy)"), "\(outcome.output)")
        }
        #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        let quiet = try Tool.run([
            "compare", "wi-fi-at-home", "--radio", "lte", "--replications", "2", "--anyway",
            "--horizon", "2h", "--quiet",
        ])
        #expect(outcome.words.contains("; the other policies are below."))
        #expect(!quiet.words.contains("below"), "\(quiet.output)")
    }
}
