import ArgumentParser
import Foundation
import Profiles
import Reports

extension ScenariosCommand {
    /// `Reports/index.html`, as `scripts/reports` writes it.
    struct Page: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "A page with every shipped scenario's question, answer and pictures.",
            discussion: """
                Prints HTML for Reports/index.html: the answers and pictures are those of the \
                committed results beside the profiles.
                """)

        func run() async throws {
            try await reportingFailures {
                let library = try ProfilesFolder.library
                let answers = CommittedAnswers(beside: library)
                let folder = URL(fileURLWithPath: library.root).deletingLastPathComponent().path
                let entries = try library.names(of: .scenario).map { name in
                    func isThere(_ file: String) -> Bool {
                        FileManager.default.fileExists(atPath: "\(folder)/Reports/\(name)/\(file)")
                    }
                    return IndexPage.Entry(
                        name: name, question: try library.loadScenario(name).scenario.question,
                        answer: answers[name], pictures: IndexPage.pictures.filter(isThere),
                        page: isThere(IndexPage.page) ? IndexPage.page : nil)
                }
                try StandardOutput.write(IndexPage(entries).bytes)
            }
        }
    }
}
