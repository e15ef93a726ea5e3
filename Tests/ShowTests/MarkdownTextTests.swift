import Foundation
import Testing

@testable import Show

/// Names of files, hosts and policies in Markdown: they stay the words that they are.
@Suite struct MarkdownTextTests {
    /// Texts that GitHub or a Markdown parser changes.
    private static let traps = [
        "@octocat", "@org/team", "a@b.example", "mailto:a@b.example", "https://x.example/y?z=1",
        "http://x", "ftp://x.example", "www.x.example", "WWW.x.example", "#12", "owner/repo#12",
        "GH-12", "gh-12", "owner/repo@abcdef1", "0123456789abcdef0123456789abcdef01234567",
        "abcdef1", "1234567", ":smile:", ":+1:", "$x$", "$$", "~~x~~", "~x~", "*x*", "_x_",
        "__x__", "`x`", "```", "~~~", "|", "\\", "\\|", "<b>", "</td>", "<!-- x -->", "<a@b.c>",
        "<https://x>", "&amp;", "&#64;", "&commat;octocat", "[x](y)", "![x](y)", "[^1]", "- x",
        "+ x", "* x", "1. x", "12) x", "# x", "> x", "> [!NOTE]", "---", "===", ":-:", "|-|",
        "    x", "x  ", "x\\", "<\u{338}b>", "`\u{301}x`", "@\u{301}octocat", "\r\n# x",
        "\u{2028}# x", "é", "日本", "keep-alive-10", "1,234.5 J", "-3 %", "!", "(", ")",
    ]

    /// Lines of one trap, of two side by side, and of several by chance.
    private static let lines: [String] = {
        var lines = traps + traps.flatMap { ["x \($0) y", "x\($0)", "(\($0))", "\($0)\($0)"] }
        // Knuth's MMIX generator.
        var state: UInt64 = 38
        func pick() -> String {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return traps[Int((state >> 33) % UInt64(traps.count))]
        }
        for _ in 0..<500 {
            lines.append((0..<4).map { _ in pick() }.joined(separator: pick().count > 4 ? " " : ""))
        }
        return lines
    }()

    /// The words of a line as they are to be seen.
    private static func shown(_ line: String) -> String {
        let words = TextTable.printable(line)
        return String(words.drop { $0 == " " })
    }

    /// The pieces of text between the elements of escaped words; `nil` where a mark is left.
    private static func pieces(_ markdown: String) -> [String]? {
        var pieces = [String.UnicodeScalarView()]
        var rest = Substring(markdown).unicodeScalars
        while let first = rest.popFirst() {
            let tag = ["span>", "/span>"].first { rest.starts(with: $0.unicodeScalars) }
            if first == "\\", let next = rest.popFirst() {
                pieces[pieces.count - 1].append(next)
            } else if first == "<", let tag {
                rest.removeFirst(tag.count)
                pieces.append(String.UnicodeScalarView())
            } else if "`*_~[]<>&|".unicodeScalars.contains(first) {
                return nil
            } else {
                pieces[pieces.count - 1].append(first)
            }
        }
        return pieces.map { String($0) }
    }

    @Test("Escaped text has no marks and no links, and its words are unchanged")
    func pieces() throws {
        let links = [
            "@[A-Za-z0-9]", "#[0-9]", "[A-Za-z0-9]@", "://", "www\\.", "[0-9a-f]{7}", "\\bgh-[0-9]",
            ":[a-z0-9_+-]+:", "\\$.*\\$",
        ].map { try! Regex("(?i)\($0)") }
        for line in Self.lines {
            let escaped = MarkdownText.line(line)
            let pieces = try #require(Self.pieces(escaped), "\(line) became \(escaped)")
            #expect(pieces.joined() == TextTable.printable(line), "\(escaped)")
            for piece in pieces {
                #expect(!links.contains { piece.contains($0) }, "\(piece) of \(line)")
            }
        }
    }

    @Test("Words that are not part of a link stay as they are")
    func plain() {
        for line in ["high-accuracy, rough-2: 1,234.5 J", "a-day (95 %: 3 to 4), +2.5 %"] {
            #expect(MarkdownText.line(line) == line)
        }
        #expect(MarkdownText.lines("1. x\n- y\n") == "1\\. x  \n\\- y\n")
    }

    @Test(
        "A renderer of GitHub's Markdown shows the words and nothing else",
        .enabled(if: Renderer.isThere, "cmark-gfm is not installed"))
    func rendered() throws {
        let lines = Self.lines.filter { !Self.shown($0).allSatisfy { $0 == " " } }
        let html = try Renderer.html(lines.map { MarkdownText.lines($0) + "\n" }.joined())
        let paragraphs = html.split(separator: "</p>\n").map { $0.dropFirst("<p>".count) }
        try #require(paragraphs.count == lines.count)
        for (line, paragraph) in zip(lines, paragraphs) {
            let words = Renderer.words(String(paragraph))
            let end = words.trimmingCharacters(in: .whitespaces)
            #expect(end == Self.shown(line).trimmingCharacters(in: .whitespaces), "\(paragraph)")
        }
    }

    @Test(
        "So do cells, headings, pictures and fences of a screen",
        .enabled(if: Renderer.isThere, "cmark-gfm is not installed"))
    func screen() throws {
        for trap in Self.traps {
            var table = TextTable(columns: [.init("a"), .init(trap)])
            table.add([trap, "x \(trap) y"])
            var screen = Screen(
                answer: trap, table: .table(table), details: [.verbatim("\(trap)\nx\n")])
            screen.title = "x \(trap) y"
            screen.link = "https://ci.example/x.svg"
            let html = try Renderer.html(screen.markdown(.details))
            let words = TextTable.printable(trap)
            func count(_ text: String) -> Int { html.components(separatedBy: text).count - 1 }
            #expect(count("<td>") == 2 && count("<th>") == 2 && count("<tr>") == 2, "\(html)")
            #expect(count("<h3>") == 1 && count("<img ") == 1 && count("<pre>") == 1, "\(html)")
            #expect(count("<a ") == 0 && count("<del>") == 0 && count("<em>") == 0, "\(html)")
            let heading = html.firstMatch(of: /<h3>(.*)<\/h3>/).map { Renderer.words("\($0.1)") }
            #expect(heading == "x \(words) y")
            let code = html.firstMatch(of: /<pre><code>(.*)\n/).map { Renderer.words("\($0.1)") }
            #expect(code == words || trap.contains("\r\n"), "\(html)")
        }
    }
}

/// cmark-gfm, GitHub's own parser, with the extensions that GitHub has switched on.
private enum Renderer {
    private static let program = ["/usr/bin/cmark-gfm", "/usr/local/bin/cmark-gfm"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    static var isThere: Bool { program != nil }

    static func html(_ markdown: String) throws -> String {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("tailwatt-\(UUID().uuidString).md")
        try Data(markdown.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program ?? "")
        process.arguments =
            ["autolink", "strikethrough", "table", "tagfilter"].flatMap { ["-e", $0] }
            + ["--unsafe", file.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The visible words of text in HTML; all elements except `span` stay as they are.
    static func words(_ html: String) -> String {
        [
            ("<span>", ""), ("</span>", ""), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""),
            ("&amp;", "&"),
        ].reduce(html) { $0.replacingOccurrences(of: $1.0, with: $1.1, options: .literal) }
    }
}
