import Show

/// The page of all shipped scenarios: every question, its answer and its pictures.
public struct IndexPage {
    public struct Entry: Sendable {
        let name: String
        let question: String
        let answer: String?
        let pictures: [String]
        let page: String?

        /// What is `nil` does not lie in the scenario's folder.
        public init(
            name: String, question: String, answer: String?, pictures: [String], page: String?
        ) {
            (self.name, self.question, self.answer) = (name, question, answer)
            (self.pictures, self.page) = (pictures, page)
        }
    }

    /// The pictures that such a page shows, in their order.
    public static let pictures = ComparisonFiles.names.map { "\($0).svg" }
    /// The page of a result.
    public static let page = ReportPage.fileName

    private let entries: [Entry]

    /// - Parameter entries: in the order to show.
    public init(_ entries: [Entry]) { self.entries = entries }

    public var bytes: [UInt8] {
        var text = PageText()
        text.heading("What background work costs a phone's battery", level: 1)
        text.paragraph(
            "\(entries.count) questions that tailwatt answers on shipped profiles, with what was "
                + "found. tailwatt compare NAME works an answer out again, with --out FOLDER as a "
                + "page with all its figures.")
        for entry in entries { add(entry, to: &text) }
        return text.document(title: "tailwatt: all shipped scenarios")
    }

    private func add(_ entry: Entry, to text: inout PageText) {
        text.heading(entry.question)
        if let answer = entry.answer { text.paragraph(answer, class: "answer") }
        let name = PageText.escaped(entry.name)
        let links = [entry.page, entry.answer == nil ? nil : "table.txt"].compactMap { $0 }.map {
            "<a href=\"\(name)/\(PageText.escaped($0))\">\(name)/\(PageText.escaped($0))</a>"
        }
        text.add("<p class=\"facts\">\(([name] + links).joined(separator: " · "))</p>")
        guard let first = entry.pictures.first else { return }
        text.add(image(first, of: entry))
        guard entry.pictures.count > 1 else { return }
        text.add("<details><summary>More pictures</summary>")
        for picture in entry.pictures.dropFirst() { text.add(image(picture, of: entry)) }
        text.add("</details>")
    }

    private func image(_ picture: String, of entry: Entry) -> String {
        let what =
            switch picture {
            case "policies.svg": "What each policy costs"
            case "differences.svg": "How the policies differ, run by run"
            case "bought.svg": "What the energy bought"
            case "power.svg": "Power over time by component and cause"
            default: "The first errand in detail"
            }
        let source = PageText.escaped("\(entry.name)/\(picture)")
        return "<figure><div class=\"scroll\" tabindex=\"0\"><img loading=\"lazy\" "
            + "alt=\"\(PageText.escaped("\(what): \(entry.name)"))\" src=\"\(source)\">"
            + "</div></figure>"
    }
}
