import Foundation
import Testing

/// Tests that links on pages work, and that the index lists every page.
struct PageTests {
    private static let docs = SourceTree.files(in: "docs", withExtension: "md")
    private static let pages =
        (docs + others.flatMap { SourceTree.files(in: $0) }).map(PageText.init)
    private static let others = [
        "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Reports/README.md", "Examples/README.md",
        "Benchmarks/README.md",
    ]

    /// The path from the root, and the heading, that a relative link on a page leads to.
    private static func destination(
        _ link: PageText.Link, on page: PageText
    ) -> (path: String, anchor: String?) {
        let parts = link.target.split(
            separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let anchor = parts.count == 2 ? String(parts[1]) : nil
        if parts[0].isEmpty { return (page.path, anchor) }
        var folders = page.path.split(separator: "/").dropLast()
        for part in parts[0].split(separator: "/") where part != "." {
            if part == "..", !folders.isEmpty { folders.removeLast() } else { folders.append(part) }
        }
        return (folders.joined(separator: "/"), anchor)
    }

    private static func isAddress(_ target: String) -> Bool {
        target.firstMatch(of: /^[a-z]+:/) != nil
    }

    @Test("Every link on a page leads to an existing file and heading")
    func links() {
        var count = 0
        for page in Self.pages {
            for link in page.links where !Self.isAddress(link.target) {
                let place = "\(page.path):\(link.line): \(link.target)"
                let (path, anchor) = Self.destination(link, on: page)
                count += 1
                let file = SourceTree.root.appending(path: path).path
                #expect(FileManager.default.fileExists(atPath: file), "\(place)")
                guard let anchor else { continue }
                let target = Self.pages.first { $0.path == path }
                #expect(target?.anchors.contains(anchor) == true, "\(place)")
            }
        }
        #expect(count > 200)
    }

    @Test("The index of docs has a line for every page")
    func index() throws {
        let index = try #require(Self.pages.first { $0.path == "docs/README.md" })
        let linked = Set(index.links.map { Self.destination($0, on: index).path })
        let missing = Self.docs.map(\.path).filter { $0 != index.path && !linked.contains($0) }
        #expect(missing.isEmpty, "\(missing)")
    }

    @Test("Every page of docs is in one of its four parts, except two that other texts name")
    func parts() {
        let parts = ["start", "guide", "reference", "background"].map { "docs/\($0)/" }
        let kept = ["docs/README.md", "docs/architecture.md", "docs/model.md"]
        let others = Self.docs.map(\.path).filter { path in
            !kept.contains(path) && !parts.contains { path.hasPrefix($0) }
        }
        #expect(others.isEmpty, "\(others)")
    }

    @Test("No line of prose is longer than 100 characters")
    func width() {
        // The program writes the dictionary of columns and the tables of options.
        let others = [
            "docs/reference/columns.md", "docs/reference/behaviours.md", "CHANGELOG.md",
        ]
        let places = Self.pages.filter { !others.contains($0.path) }
            .flatMap { page in page.wideLines.map { "\(page.path):\($0)" } }
        #expect(places.isEmpty, "\(places)")
    }

    @Test("A page that code, profiles, scripts or results name exists")
    func named() {
        var files = SourceTree.sources + SourceTree.tests
        for folder in ["Profiles", "scripts", ".ci", "Benchmarks", "Examples"] {
            files += SourceTree.files(in: folder)
        }
        files += SourceTree.files(in: "Tests", withExtension: "expected")
        files += SourceTree.files(in: "Reports", withExtension: "txt")
        var count = 0
        for file in files {
            for line in file.lines where line.utf8.contains(UInt8(ascii: "/")) {
                for page in Self.pages(namedIn: line) {
                    count += 1
                    let isThere = Self.docs.contains { $0.path == page }
                    #expect(isThere, "\(file.path) names \(page)")
                }
            }
        }
        #expect(count > 50)
    }

    /// The names after `docs/` in a line, except in an address or another path.
    private static func pages(namedIn line: Substring) -> [String] {
        guard line.contains("docs/") else { return [] }
        return line.split { $0.isWhitespace || "\"'`(),;".contains($0) }.compactMap { word in
            word.prefixMatch(of: /docs\/[\w\/-]+\.md/).map { String($0.output) }
        }
    }

    @Test(
        "A page is distinguished from an address with its folder",
        arguments: [
            ("see docs/" + "a/b.md.", ["docs/" + "a/b.md"]),
            ("(docs/" + "a.md), \"docs/" + "b.md\"", ["docs/" + "a.md", "docs/" + "b.md"]),
            ("https://example.org/docs/" + "a.md", []), ("docs/" + "figures.csv", []),
        ] as [(String, [String])])
    func namedRule(_ line: String, _ pages: [String]) {
        #expect(Self.pages(namedIn: line[...]) == pages)
    }

    @Test(
        "A heading's anchor is GitHub's",
        arguments: [
            ("## Scope and limitations", "scope-and-limitations"),
            ("# Designs: the same, `x` at 2", "designs-the-same-x-at-2"),
            ("### [Page](page.md) – and more", "page--and-more"),
        ])
    func anchorRule(_ heading: String, _ anchor: String) {
        #expect(PageText.anchor(heading[...]) == anchor)
    }

    @Test("A duplicate heading has two anchors")
    func repeatedAnchor() {
        let file = SourceTree.File(path: "a.md", text: "# A\n## B\n```\n# no\n```\n## B\n## B\n")
        #expect(PageText(file).anchors == ["a", "b", "b-1", "b-2"])
    }

    @Test(
        "A line is too wide only if it could be broken",
        arguments: [
            (String(repeating: "word ", count: 21), true),
            (String(repeating: "word ", count: 20), false),
            ("- " + String(repeating: "x", count: 120), false),
            ("- a " + String(repeating: "x", count: 120), true),
            ("| a | " + String(repeating: "x ", count: 120), false),
        ])
    func widthRule(_ line: String, _ isWide: Bool) {
        #expect(PageText.isWide(line[...]) == isWide)
    }
}
