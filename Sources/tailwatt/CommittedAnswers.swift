import Foundation
import Profiles

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
        for record in Self.records(String(decoding: data, as: UTF8.self)).dropFirst()
        where record.count == 3 {
            answers[record[0]] = record[2]
        }
    }

    subscript(scenario: String) -> String? { answers[scenario] }

    /// Parses CSV (RFC 4180, as `Table` writes it).
    static func records(_ text: String) -> [[String]] {
        var records: [[String]] = []
        var record: [String] = []
        var cell = ""
        var isQuoted = false
        var wasQuote = false
        for character in text {
            if character == "\"" {
                if !isQuoted && wasQuote { cell.append(character) }
                isQuoted.toggle()
                wasQuote = !isQuoted
                continue
            }
            wasQuote = false
            switch character {
            case "," where !isQuoted:
                record.append(cell)
                cell = ""
            case "\n" where !isQuoted:
                records.append(record + [cell])
                (record, cell) = ([], "")
            default: cell.append(character)
            }
        }
        return records
    }
}
