import Experiments
import Foundation
import Profiles
import Studies
import TestSupport
import Testing

@testable import Reports
@testable import Show

/// Pages: one file, nothing from elsewhere, and nothing in them that is not escaped.
@Suite struct PageTests {
    private static let context = PageContext(
        Manifest(command: ["compare", "it's <b>"], version: "1", seed: 1))

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// Whether every element of a page is closed in turn, and no name of one is unknown to us.
    private static func tags(_ page: String) -> (isBalanced: Bool, names: Set<String>) {
        var open: [String] = []
        var names: Set<String> = []
        var rest = page[...]
        while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
            let tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            let name = String(tag.drop { $0 == "/" }.prefix { $0 != " " && $0 != "/" })
            names.insert(name)
            if tag.hasPrefix("!") || ["meta", "img"].contains(name) || tag.hasSuffix("/") {
                continue
            }
            if tag.hasPrefix("/") {
                guard open.popLast() == name else { return (false, names) }
            } else {
                open.append(name)
            }
        }
        return (open.isEmpty, names)
    }

    private static let known: Set = [
        "!DOCTYPE", "html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "p", "ul",
        "li", "pre", "code", "figure", "figcaption", "span", "div", "table", "caption", "thead",
        "tbody", "tr", "th", "td", "svg", "desc", "rect", "path", "text", "circle", "img", "a",
        "details", "summary", "nav", "section", "script",
    ]

    @Test(
        "A page is one file below 300 kB that takes nothing from elsewhere",
        arguments: ["keep-alive", "day-in-the-life", "heart-rate-belt", "newspaper"])
    func selfContained(scenario: String) async throws {
        let result = try await PictureTests.result(scenario)
        let files = ComparisonFiles(result)
        let context = Self.context.drawing(files, ResultCatalogue.comparison)
        let page = Self.text(ComparisonPage(files, context).bytes)
        #expect(page.utf8.count < 300_000, "\(page.utf8.count)")
        for word in [
            "<script", "@import", "url(", "src=\"http", "href=\"http", "<link", "NaN", "inf\"",
        ] {
            #expect(!page.contains(word), "\(word)")
        }
        let (isBalanced, names) = Self.tags(page)
        #expect(isBalanced && names.isSubset(of: Self.known), "\(names.subtracting(Self.known))")
        #expect(page.contains("<html lang=\"en\">") && page.contains("prefers-color-scheme:dark"))
        #expect(page.contains("@media print") && page.contains("scope=\"col\""))
        #expect(page.components(separatedBy: "<h1>").count == 2)
        // Every picture has a name and says what it shows.
        let pictures = page.components(separatedBy: "<svg ").dropFirst()
        #expect(pictures.count == 2 * context.pictures.count)
        #expect(pictures.allSatisfy { $0.contains("<title>") && $0.contains("<desc>") })
        #expect(page.contains("tailwatt compare &#39;it") || page.contains("tailwatt compare 'it"))
        // One result always makes the same bytes.
        let again = ComparisonFiles(result)
        let drawn = Self.context.drawing(again, ResultCatalogue.comparison)
        #expect(Self.text(ComparisonPage(again, drawn).bytes) == page)
    }

    private static let poison = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "</title></svg></style>",
        "a & b < c", "\u{202E}gnp", "]]>", "line\nbreak", "'; --", "\u{1B}[31m",
    ]

    @Test("Whatever names are, they are words on a page and in a picture")
    func poisoned() {
        for words in Self.poison {
            var page = ReportPage(
                title: words, answer: words, facts: words,
                PageContext(
                    Manifest(
                        command: [words], version: "1", seed: 1,
                        inputs: [Manifest.File(name: words, sha256: "")]),
                    assumptions: [words], changes: [words]))
            let bar = ChartBar(
                name: words, parts: [(Chart.Key(words, "c0"), 1)], interval: nil, words: words)
            let chart = Chart(words, note: words, bars: [bar])
            page.text.figure(Picture("policies", chart), caption: words)
            var table = TextTable(columns: [.init(words), .init("n", .right)])
            table.add([words, words])
            page.text.table(table, caption: words)
            let index = IndexPage([(words, words, words, [words], words)])
            let documents = [page.document(notes: [words]), index.bytes]
            for text in documents.map(Self.text) {
                let (isBalanced, names) = Self.tags(text)
                #expect(isBalanced && names.isSubset(of: Self.known), "\(words)")
                #expect(!text.contains("\u{202E}") && !text.contains("\u{1B}"), "\(words)")
                #expect(!text.contains("<img src=x"), "\(words)")
            }
            // The index has a script of its own, and none of others.
            let scripts = documents.map { Self.text($0).components(separatedBy: "<script").count }
            #expect(scripts == [1, 2], "\(words)")
            let svg = Picture("policies", chart).svg
            #expect(Self.tags(svg).isBalanced && !svg.contains("<script"), "\(words)")
        }
    }

    @Test("Vega-Lite's document is JSON with its data inside, a row for each datum")
    func vega() async throws {
        let files = ComparisonFiles(try await PictureTests.result("keep-alive"))
        let pictures = ComparisonFiles.pictures.compactMap { $0.picture(of: files) }
        #expect(!pictures.isEmpty)
        for picture in pictures {
            let bytes = JSONText.bytes(picture.json)
            let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
            let document = try #require(object, "\(picture.name)")
            #expect(document["$schema"] as? String == Chart.vegaSchema)
            let data = try #require(document["data"] as? [String: Any])
            let format = try #require(data["format"] as? [String: Any])
            let kinds = try #require(format["parse"] as? [String: String])
            let lines = try #require(data["values"] as? String).split(separator: "\n")
            let columns = lines[0].split(separator: ",").map(String.init)
            #expect(lines.count > 1 && Set(columns) == Set(kinds.keys), "\(picture.name)")
            for line in lines.dropFirst() {
                let cells = line.split(separator: ",", omittingEmptySubsequences: false)
                #expect(cells.count == columns.count, "\(picture.name): \(line)")
                for (column, cell) in zip(columns, cells) where kinds[column] == "number" {
                    #expect(cell.isEmpty || Double(cell) != nil, "\(picture.name): \(cell)")
                }
            }
        }
    }
}
