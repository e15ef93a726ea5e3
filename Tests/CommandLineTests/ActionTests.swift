import Foundation
import TestSupport
import Testing

@Suite struct ActionTests {
    private static let budget = Repository.url("Examples/15-trace-budget/budget.yaml").path
    private static let trace = Repository.url("Examples/15-trace-budget/run.pcap").path
    /// GitHub refuses a longer comment.
    private static let longest = 65_536

    private func action(
        _ variables: String, script: String = "check-action", in scratch: ScratchFolder
    ) throws -> Tool.Outcome {
        let path = Repository.url("scripts/\(script)").path
        return try Tool.shell("\(variables) '\(path)'", in: scratch.url)
    }

    /// A scenario budget with one limit, which the scenario keeps.
    private func limit(_ metric: String, _ bound: String) -> String {
        "kind: budget\nname: x\nscenario: keep-alive\nreplications: 3\nlimits:\n"
            + "  - { policy: keep-alive-10, metric: \(metric), \(bound) }\n"
    }

    @Test(
        "A met budget passes, whether more or less of its metric is better, or neither",
        arguments: [
            ("wake-ups", "at-most: 100000", []), ("promotions", "at-most: 100000", []),
            ("bytes-up", "at-most: 100 MB", []),
            ("energy", "at-most: 1 MJ", ["bench.json"]),
            ("hours-to-empty", "at-least: 1 h", ["bench-bigger.json"]),
        ] as [(String, String, [String])])
    func sides(metric: String, bound: String, files: [String]) throws {
        let scratch = try ScratchFolder()
        try scratch.file("b.yaml", limit(metric, bound))
        let outcome = try action("BUDGET=b.yaml OUT=out", in: scratch)
        #expect(outcome.exitCode == 0 && outcome.output.contains("Passed: of 1 limit 1 met."))
        let names = try scratch.names(in: "out").filter { $0.hasPrefix("bench") }
        #expect(names == files, "\(outcome.errors)")
    }

    @Test("A partly read trace fails, unless the budget allows it")
    func partial() throws {
        let scratch = try ScratchFolder()
        let text = try String(contentsOfFile: Self.budget, encoding: .utf8)
            .replacingOccurrences(of: "horizon: 180 s", with: "horizon: 60 s")
            .replacingOccurrences(of: "trace: run.pcap", with: "trace: \(Self.trace)")
        try scratch.file("b.yaml", text)
        let outcome = try action("BUDGET=b.yaml OUT=out", in: scratch)
        #expect(outcome.exitCode == 1 && outcome.output.contains("\nUndecided: "))
        let allowed = try action("ALLOW_PARTIAL=true BUDGET=b.yaml OUT=out", in: scratch)
        #expect(allowed.exitCode == 0 && allowed.output.contains("\nWarning: "))
    }

    @Test("The action removes the files of an earlier verdict, and no others")
    func reused() throws {
        let scratch = try ScratchFolder()
        let first = try action("BUDGET='\(Self.budget)' OUT=out", in: scratch)
        #expect(first.exitCode == 0, "\(first.errors)")
        try scratch.file("out/check/mine.txt", "mine")
        try scratch.file("out/diff.xml", "mine")
        let missing = try action("BUDGET=none.yaml OUT=out", in: scratch)
        #expect(missing.exitCode == 66, "\(missing.errors)")
        #expect(try scratch.names(in: "out") == ["check", "comment.md", "diff.xml"])
        #expect(try scratch.names(in: "out/check") == ["mine.txt"])
        #expect(missing.output.hasPrefix("<!-- tailwatt none.yaml -->\n### tailwatt could not"))
        try scratch.file("other/comment.md", folder: "other", "mine")
        let foreign = try action("BUDGET='\(Self.budget)' OUT=other", in: scratch)
        #expect(foreign.exitCode == 73 && foreign.errors.contains("is in the way"))
        #expect(try scratch.data("other/comment.md") == Data("mine".utf8))
        let inside = try action("BUDGET='\(Self.budget)' OUT=out BASE=out/check", in: scratch)
        #expect(inside.exitCode == 64 && inside.errors.contains("lies in OUT"))
    }

    @Test("FAIL_IF_WORSE fails a trace that costs more than the base's")
    func worse() throws {
        let scratch = try ScratchFolder()
        let first = try action("BUDGET='\(Self.budget)' OUT=first", in: scratch)
        #expect(first.exitCode == 0, "\(first.errors)")
        let after = Repository.url("Examples/15-trace-budget/after.pcap").path
        let check = "BUDGET='\(Self.budget)' TRACE='\(after)' BASE=first/check"
        #expect(try action("\(check) OUT=more", in: scratch).exitCode == 0)
        let worse = try action("\(check) OUT=worse FAIL_IF_WORSE=0%", in: scratch)
        #expect(worse.exitCode == 1, "\(worse.errors)")
        #expect(worse.output.contains("more than 0 % worse than the base"), "\(worse.output)")
    }

    @Test("A base that is missing, broken, edited or of another kind is reported and fails nothing")
    func base() throws {
        let scratch = try ScratchFolder()
        let good = try action("BUDGET='\(Self.budget)' OUT=good", in: scratch)
        #expect(good.exitCode == 0, "\(good.errors)")
        try scratch.file("b.yaml", limit("wake-ups", "at-most: 100000"))
        _ = try action("BUDGET=b.yaml OUT=scenario", in: scratch)
        _ = try Tool.shell(
            "cp -R good/check edited && echo x >>edited/trace-check.csv && mkdir empty"
                + " && echo '{' >broken.json", in: scratch.url)
        for base in ["edited", "empty", "broken.json", "scenario/check", "b.yaml"] {
            let outcome = try action("BUDGET='\(Self.budget)' OUT=out BASE=\(base)", in: scratch)
            #expect(outcome.exitCode == 0, "\(base): \(outcome.errors)")
            #expect(outcome.output.contains("Passed: of 7 limits 7 met."), "\(base)")
            #expect(outcome.output.contains("The earlier result cannot be compared"), "\(base)")
            #expect(outcome.output.contains(base), "\(outcome.output)")
        }
        _ = try Tool.shell(
            "cp -R good/check old && sed 's/\"version\": \".*\"/\"version\": \"0.0.1\"/' "
                + "good/check/manifest.json >old/manifest.json", in: scratch.url)
        let older = try action("BUDGET='\(Self.budget)' OUT=out BASE=old", in: scratch)
        #expect(older.exitCode == 0 && older.output.contains("Version 0.0.1 of tailwatt made the"))
        #expect(older.output.contains("Every figure is the same as in the base."))
        let none = try action("BUDGET='\(Self.budget)' OUT=out BASE=none", in: scratch)
        #expect(none.exitCode == 0 && none.output.contains("There is no earlier result yet"))
        // A check that also fails without the base fails for its own reason.
        let missing = try action("BUDGET=none.yaml OUT=out BASE=good/check", in: scratch)
        #expect(missing.exitCode == 66 && !missing.output.contains("The earlier result"))
    }

    @Test("A bad base of compare or replay fails nothing; an unreadable new result fails")
    func compared() throws {
        let scratch = try ScratchFolder()
        _ = try Tool.run(
            ["replay", Self.trace, "--radio", "lte-huang-2012", "--out", "new"], in: scratch.url)
        _ = try Tool.shell("mkdir empty", in: scratch.url)
        for base in ["none", "empty"] {
            let outcome = try action(
                "BUDGET='\(Self.budget)' OUT=out BASE=\(base) NEW=new", in: scratch)
            #expect(outcome.exitCode == 0, "\(base): \(outcome.errors)")
            #expect(
                outcome.output.contains("The earlier result cannot be compared")
                    || outcome.output.contains("There is no earlier result yet"), "\(base)")
        }
        let wrong = try action("BUDGET='\(Self.budget)' OUT=out BASE=new NEW=empty", in: scratch)
        #expect(wrong.exitCode > 1 && wrong.output.contains("### tailwatt could not tell"))
    }

    @Test("A comment fits GitHub's limit, ends with a whole line and says what was cut")
    func size() throws {
        let scratch = try ScratchFolder()
        let limits = (0..<200).map { number in
            "  - { name: limit-\(number)-of-very-many, host: h\(number).example, at-most: 1 J }\n"
        }
        try scratch.file(
            "b.yaml",
            "kind: budget\nname: x\ntrace: \(Self.trace)\n"
                + "radios: [lte-huang-2012, nr-tmobile-sa-2021, wifi-psm, umts-att-2010]\nlimits:\n"
                + limits.joined())
        let outcome = try action("BUDGET=b.yaml OUT=out", in: scratch)
        #expect(outcome.exitCode == 1, "\(outcome.errors)")
        let comment = String(decoding: try scratch.data("out/comment.md"), as: UTF8.self)
        #expect(comment == outcome.output && comment.count < Self.longest - 1000)
        let whole = String(decoding: try scratch.data("out/whole.md"), as: UTF8.self)
        #expect(whole.count > Self.longest && whole.hasSuffix("\n"))
        let parts = comment.components(separatedBy: "\n**Cut here: ")
        #expect(parts.count == 2 && whole.hasPrefix(parts[0]) && parts[0].hasSuffix("\n"))
        let shown = parts[0].split(separator: "\n", omittingEmptySubsequences: false).count - 1
        let all = whole.split(separator: "\n", omittingEmptySubsequences: false).count - 1
        #expect(parts[1].hasPrefix("\(all - shown) of \(all) lines are not shown**"))
        let small = try action("BUDGET='\(Self.budget)' OUT=out", in: scratch)
        #expect(small.exitCode == 0 && !small.output.contains("Cut here"))
        #expect(try !scratch.names(in: "out").contains("whole.md"))
    }

    @Test("A message stays inside its code fence, whatever it quotes")
    func fence() throws {
        let scratch = try ScratchFolder()
        try scratch.file("b.yaml", "kind: budget\nname: x\n```` @octocat: 1\n")
        let outcome = try action("BUDGET=b.yaml OUT=out", in: scratch)
        #expect(outcome.exitCode == 65)
        let lines = outcome.output.split(separator: "\n")
        let fences = lines.filter { $0.hasPrefix("```") }
        #expect(fences.count == 2 && fences[0] == fences[1], "\(outcome.output)")
        #expect(fences.first == "`````", "\(outcome.output)")
    }

    // MARK: The comment

    /// A `gh` that answers with `comments.json` and records its arguments.
    private static let gh = """
        #!/bin/sh
        echo "$@" >>calls.txt
        case "$*" in
            *"-X P"*)
                [ ! -e read-only ] || { echo 'HTTP 403' >&2; exit 1; }
                for word; do case $word in body=@*) cat "${word#body=@}" >body.md ;; esac; done ;;
            *)
                [ ! -e no-network ] || exit 1
                while [ "$1" != --jq ]; do shift; done
                jq -r "$2" comments.json ;;
        esac
        """

    private static let hasJQ = ["/usr/bin/jq", "/usr/local/bin/jq"]
        .contains { FileManager.default.isExecutableFile(atPath: $0) }

    /// Runs the script on pull request 7, which has `comments`.
    private func comment(
        on comments: String, login: String = "github-actions[bot]", in scratch: ScratchFolder
    ) throws -> (outcome: Tool.Outcome, call: String, body: String) {
        try scratch.file("bin/gh", folder: "bin", Self.gh)
        try scratch.file("comments.json", comments)
        try scratch.file("r/comment.md", folder: "r", "<!-- tailwatt b.yaml -->\nPassed.\n")
        _ = try Tool.shell("chmod +x bin/gh; rm -f calls.txt body.md", in: scratch.url)
        let outcome = try action(
            "PATH=\"$PWD/bin:$PATH\" RESULTS=r REPOSITORY=o/n NUMBER=7 LOGIN='\(login)' "
                + "REPORT=https://ci.example/1", script: "comment-action", in: scratch)
        func text(_ name: String) -> String {
            (try? scratch.data(name)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        let call = text("calls.txt").split(separator: "\n").last.map(String.init) ?? ""
        return (outcome, call, text("body.md"))
    }

    private func json(_ id: Int, _ login: String, _ type: String, _ body: String) -> String {
        "{\"id\":\(id),\"user\":{\"login\":\"\(login)\",\"type\":\"\(type)\"},\"body\":\"\(body)\"}"
    }

    @Test(
        "The script updates only a comment that its own bot wrote",
        .enabled(if: hasJQ, "jq is not installed"))
    func own() throws {
        let scratch = try ScratchFolder()
        let mark = "<!-- tailwatt b.yaml -->\\nFailed."
        let others = [
            json(1, "mallory", "User", mark), json(2, "github-actions[bot]", "User", mark),
            json(3, "other[bot]", "Bot", mark), json(4, "github-actions[bot]", "Bot", "x \(mark)"),
            json(5, "github-actions[bot]", "Bot", "<!-- tailwatt other.yaml -->"),
        ]
        let none = try comment(on: "[\(others.joined(separator: ","))]", in: scratch)
        #expect(none.outcome.exitCode == 0 && none.call.contains("-X POST repos/o/n/issues/7/"))
        #expect(none.body.hasPrefix("<!-- tailwatt b.yaml -->\nPassed.\n"), "\(none.body)")
        #expect(none.body.hasSuffix("\n[Report, picture and tables](https://ci.example/1)\n"))
        let own = [json(8, "github-actions[bot]", "Bot", mark)]
        let all = "[\((others + own + own).joined(separator: ","))]"
        let renewed = try comment(on: all, in: scratch)
        #expect(renewed.call.contains("-X PATCH repos/o/n/issues/comments/8 "), "\(renewed.call)")
        let app = try comment(on: all, login: "", in: scratch)
        #expect(app.call.contains("-X PATCH repos/o/n/issues/comments/3 "), "\(app.call)")
        // The results are unchanged.
        #expect(try scratch.names(in: "r") == ["comment.md"])
    }

    @Test(
        "A comment that cannot be written is a warning", .enabled(if: hasJQ, "jq is not installed"),
        arguments: ["read-only", "no-network"])
    func fork(reason: String) throws {
        let scratch = try ScratchFolder()
        try scratch.file(reason, "")
        let outcome = try comment(on: "[]", in: scratch).outcome
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output.hasPrefix("::warning title=tailwatt::The comment could not be"))
    }

    @Test("The action runs these scripts and passes the login of the token")
    func declared() throws {
        let text = try String(contentsOf: Repository.url("action.yml"), encoding: .utf8)
        for words in [
            "$GITHUB_ACTION_PATH/scripts/check-action",
            "$GITHUB_ACTION_PATH/scripts/comment-action",
            "inputs.token == github.token && 'github-actions[bot]'",
        ] {
            #expect(text.contains(words), "\(words)")
        }
        #expect(!text.contains("gh api"))
    }
}

extension ScratchFolder {
    fileprivate func file(_ name: String, folder: String, _ text: String) throws {
        try FileManager.default.createDirectory(
            at: url.appendingPathComponent(folder), withIntermediateDirectories: true)
        try file(name, text)
    }
}
