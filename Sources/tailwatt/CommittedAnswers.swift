import Foundation
import Profiles
import Show

/// The answers of the shipped scenarios, from `Reports/answers.csv` next to the folder of profiles.
struct CommittedAnswers {
    private var answers: [String: String] = [:]
    /// `false` if only the program and its profiles are installed.
    let areThere: Bool

    static let fileName = "Reports/answers.csv"

    init(beside library: ProfileLibrary) {
        let folder = URL(fileURLWithPath: library.root).deletingLastPathComponent()
        guard let data = FileManager.default.contents(atPath: folder.path + "/" + Self.fileName)
        else {
            areThere = false
            return
        }
        areThere = true
        for record in (CSVRows.lines(of: Array(data)) ?? []).dropFirst() where record.count == 3 {
            answers[record[0]] = record[2]
        }
    }

    subscript(scenario: String) -> String? { answers[scenario] }
}
