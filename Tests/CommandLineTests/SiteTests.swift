import Foundation
import TestSupport
import Testing

/// Tests of `scripts/site`, which makes pages, and `scripts/check-links`, which checks them.
struct SiteTests {
    private static let hasPython = has("python3")
    private static let hasRenderer = hasPython && has("cmark-gfm")

    private static func has(_ command: String) -> Bool {
        (try? Tool.shell("command -v \(command)"))?.exitCode == 0
    }

    private static func script(_ name: String) -> String { Repository.url("scripts/\(name)").path }

    /// A tree whose index links to one page with the text `words`.
    private static func tree(_ words: String) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "tree/docs/guide"), withIntermediateDirectories: true)
        try folder.file("tree/README.md", "# Front\n\n[all](docs/README.md), [data](docs)\n")
        try folder.file(
            "tree/docs/README.md",
            """
            # Pages

            ## Guide: how

            | page | question |
            |---|---|
            | [a](guide/a.md) | Why? |
            """)
        try folder.file("tree/docs/guide/a.md", words)
        return folder
    }

    private static func site(_ folder: ScratchFolder, _ out: String = "site") throws
        -> Tool.Outcome
    {
        try Tool.shell("'\(script("site"))' --tree tree \(out)", in: folder.url)
    }

    @Test(
        "A site has a page for each Markdown page, and its links lead to pages",
        .enabled(if: hasRenderer))
    func pages() throws {
        let folder = try Self.tree(
            """
            # A

            [front](../../README.md) and [below](#two-words)

            ## Two words

            - `one`: an option

            | a |
            |--:|
            | 1 |
            """)
        let outcome = try Self.site(folder)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let files = [
            "docs", "index.html", "site-index.js", "site-texts.js", "site.css", "site.js",
        ]
        #expect(try folder.names(in: "site") == files)
        let page = String(decoding: try folder.data("site/docs/guide/a.html"), as: UTF8.self)
        #expect(page.contains("<a href=\"../../index.html\">front</a>"))
        #expect(page.contains("<h2 id=\"two-words\">"))
        #expect(page.contains("<li id=\"two-words.one\">"))
        #expect(page.contains("<td align=\"right\">1</td>"))
        #expect(page.contains("href=\"../../site.css\""))
        let index = String(decoding: try folder.data("site/site-index.js"), as: UTF8.self)
        #expect(index.contains("\"two-words.one\",\"one\",\"Two words\""))
        // Built again elsewhere: identical bytes.
        #expect(try Self.site(folder, "again").exitCode == 0)
        #expect(try Tool.shell("diff -r site again", in: folder.url).exitCode == 0)
        // An existing site is not replaced.
        #expect(try Self.site(folder).exitCode == 73)
    }

    @Test(
        "A broken link in a page fails, and nothing is written",
        .enabled(if: hasRenderer),
        arguments: ["gone.md", "a.md#gone", "#gone", "../../../outside.md", "../gone.csv"])
    func brokenLinks(_ target: String) throws {
        let folder = try Self.tree("# A\n\n## Here\n\n[link](\(target))\n")
        let outcome = try Self.site(folder)
        #expect(outcome.exitCode == 1)
        let named = target.split(separator: "/").last!.split(separator: "#").last!
        #expect(outcome.errors.contains(named), "\(outcome.errors)")
        #expect(try folder.names(in: ".") == ["tree"])
    }

    @Test("Markup in code and in names is shown as text", .enabled(if: hasRenderer))
    func markup() throws {
        let folder = try Self.tree(
            """
            # A `<script>alert(1)</script>` & "b"

            <!-- a comment -->
            `<b onclick="alert(2)">` [files](<../files>)
            """)
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "tree/docs/files"), withIntermediateDirectories: true)
        try folder.file("tree/docs/files/<img src=y onerror=alert(3)>.yaml", "</pre><script>\n")
        let outcome = try Self.site(folder)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        for name in ["site/docs/guide/a.html", "site/docs/files/index.html"] {
            let page = String(decoding: try folder.data(name), as: UTF8.self)
            #expect(page.contains("&lt;script&gt;"))
            for word in ["<script>", "<img", "<b ", "a comment"] {
                #expect(!page.contains(word), "\(name) has \(word)")
            }
        }
    }

    @Test(
        "A page's own markup and links by other schemes are refused, not dropped silently",
        .enabled(if: hasRenderer),
        arguments: [
            "<script>alert(1)</script>", "## <img src=x onerror=alert(2)>",
            "[run](javascript:alert(3))", "![x](data:text/html,alert)",
        ])
    func refusedMarkup(_ line: String) throws {
        let folder = try Self.tree("# A\n\n\(line)\n")
        let outcome = try Self.site(folder)
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("guide/a.md: "), "\(outcome.errors)")
        #expect(try folder.names(in: ".") == ["tree"])
    }

    @Test(
        "The links of pages are checked",
        .enabled(if: hasPython),
        arguments: [
            ("<a href=\"b.txt\">x</a><p id=\"here\"><a href=\"#here\">y</a>", nil),
            ("<a href=\"https://example.org\">x</a><a href=\"a.html#here\" id=\"here\">y</a>", nil),
            ("<a href=\"c.txt\">x</a>", "there is no c.txt"),
            ("<a href=\"#there\">x</a>", "nothing of the id there"),
            ("<a href=\"../b.txt\">x</a>", "out of the folder"),
            ("<a href=\"/b.txt\">x</a>", "out of the folder"),
            ("<a href=\"file:///b.txt\">x</a>", "a link by file"),
            ("<img src=\"https://example.org/a.png\">", "needs a network"),
            ("<link rel=\"stylesheet\" href=\"//example.org/a.css\">", "needs a network"),
            ("<script>1</script>", "a script"), ("<p onclick=\"x\">", "a script"),
            ("<script src=\"b.txt\"></script>", nil),
            ("<script src=\"c.js\"></script>", "there is no c.js"),
            ("<script src=\"https://example.org/a.js\"></script>", "needs a network"),
            ("<img src=\"b.txt\" srcset=\"c.png 2x\">", "there is no c.png"),
            ("<p style=\"background: url(c.png)\">", "there is no c.png"),
            ("<label for=\"there\">x</label>", "nothing of the id there"),
            ("<a href=\"B.txt\">x</a>", "there is no B.txt"),
            ("<a href=\"https:/example.org\">x</a>", "no valid host"),
            ("<a href=\"https://example.org/a b\">x</a>", "cannot have"),
            ("<p id=\"a\"><p id=\"a\">", "stands twice"),
        ] as [(String, String?)])
    func checked(_ body: String, _ fault: String?) throws {
        let folder = try ScratchFolder()
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "pages"), withIntermediateDirectories: true)
        try folder.file("pages/a.html", "<!DOCTYPE html><title>a</title>\(body)")
        try folder.file("pages/b.txt", "b")
        let outcome = try Tool.shell("'\(Self.script("check-links"))' pages", in: folder.url)
        #expect(outcome.exitCode == (fault == nil ? 0 : 1), "\(outcome.errors)")
        guard let fault else { return }
        #expect(outcome.errors.contains("a.html: ") && outcome.errors.contains(fault))
    }
}
