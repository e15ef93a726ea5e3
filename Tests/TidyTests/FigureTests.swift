import Foundation
import TestSupport
import Testing

/// Tests that every figure of the front page and of `docs` agrees with the committed results, or
/// has another stated source (``FigureTable``).
@Suite struct FigureTests {
    private static let pages = FigurePage.all
    private static let table = FigureTable.committed

    @Test("docs/figures.csv can be read, and its texts are on their pages")
    func rows() {
        #expect(Self.table.faults.isEmpty, "\(Self.table.faults)")
        #expect(Self.table.rows.count > 100)
        for row in Self.table.rows where !row.text.isEmpty {
            guard let page = Self.pages.first(where: { $0.path == row.page }) else {
                Issue.record("there is no page \(row.page)")
                continue
            }
            #expect(!page.places(of: row.text).isEmpty, "\(row.page) has no \"\(row.text)\"")
        }
    }

    @Test("A figure computed from committed results equals them")
    func computed() {
        for row in Self.table.rows {
            guard case .computed(let expression) = row.source else { continue }
            do {
                let value = try expression.value()
                let figures = Self.figures(of: row)
                #expect(!figures.isEmpty, "\(row.page): no figure in \"\(row.text)\"")
                for figure in figures {
                    #expect(
                        figure.shows(value),
                        "\(row.page) says \"\(row.text)\"; the committed results say \(value)")
                }
            } catch {
                Issue.record("\(row.page), \"\(row.text)\": \(error)")
            }
        }
    }

    @Test("A given figure is in its file, and a tested figure has its test")
    func given() {
        let titles = SourceTree.tests.filter { $0.target != "TidyTests" }.map(\.text)
        for row in Self.table.rows {
            switch row.source {
            case .given(let file, let words):
                let text = SourceTree.files(in: file).first?.text ?? ""
                #expect(
                    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                        .contains(words), "\(file) has no \"\(words)\"")
            case .test(let title):
                #expect(
                    titles.contains { $0.contains("\"\(title)") }, "there is no test \"\(title)\"")
            case .computed, .stated, .measured, .open: break
            }
        }
    }

    @Test("Every figure has a row; those without one are counted, and the count may only fall")
    func complete() throws {
        var open: [String: Int] = [:]
        for row in Self.table.rows {
            if case .open(let count) = row.source { open[row.page] = count }
        }
        var found: [(page: String, bare: [FigurePage.Figure])] = []
        for page in Self.pages {
            let covered = Self.table.rows.filter { $0.page == page.path && !$0.text.isEmpty }
                .flatMap { page.places(of: $0.text) }
            let bare = page.figures.filter { figure in
                !covered.contains {
                    $0.lowerBound <= figure.place.lowerBound
                        && figure.place.upperBound <= $0.upperBound
                }
            }
            found.append((page.path, bare))
            let allowed = open[page.path] ?? 0
            #expect(
                bare.count <= allowed || Golden.isRecording,
                """
                \(page.path): \(bare.count) figures without a row in \(FigureTable.path), where \
                \(allowed) are allowed: \(bare.map { page.around($0) })
                """)
        }
        if Golden.isRecording { try record(found.map { ($0.page, $0.bare.count) }) }
    }

    /// The figures that a row covers.
    private static func figures(of row: FigureTable.Row) -> [FigurePage.Figure] {
        guard let page = pages.first(where: { $0.path == row.page }) else { return [] }
        let places = page.places(of: row.text)
        return page.figures.filter { figure in
            places.contains {
                $0.lowerBound <= figure.place.lowerBound
                    && figure.place.upperBound <= $0.upperBound
            }
        }
    }

    /// Writes the counts of figures without a row to the end of the table.
    private func record(_ counts: [(page: String, count: Int)]) throws {
        let file = SourceTree.root.appending(path: FigureTable.path)
        let kept = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .filter { $0.firstMatch(of: /,,open \d+$/) == nil }
        let open = counts.filter { $0.count > 0 }.map { "\($0.page),,open \($0.count)" }
        let text = (kept.map(String.init) + open).joined(separator: "\n") + "\n"
        try Golden.record(text, to: file)
    }
}

extension FigurePage {
    /// A figure with the words around it.
    func around(_ figure: Figure) -> String {
        let start = prose.index(
            figure.place.lowerBound, offsetBy: -40, limitedBy: prose.startIndex)
        return String(prose[(start ?? prose.startIndex)..<figure.place.upperBound])
    }
}
