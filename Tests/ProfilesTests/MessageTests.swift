import Foundation
import TestSupport
import Testing

@testable import Profiles

/// Tests of the messages for wrong files, word for word.
///
/// Each bad file of the corpus has a text file with its messages. `RECORD=1` writes these texts
/// anew and fails: review the differences, then run again.
@Suite struct MessageTests {
    static let folders = ["bad-yaml", "bad-structure", "bad-meaning"]

    @Test("The messages of a bad file are as recorded", arguments: folders.flatMap(Corpus.files))
    func messagesAreAsRecorded(_ file: String) throws {
        let failure = try #require(Corpus.failure(of: file), "\(file) loads")
        let found = Corpus.portable(failure)
        let golden = Corpus.path(file).replacingOccurrences(of: ".yaml", with: ".expected")
        let expected = try Golden.text(of: URL(filePath: golden), recording: found)
        #expect(found == expected, "RECORD=1 records what is found")
    }

    @Test("Every recorded message has its file", arguments: folders)
    func everyRecordedMessageHasItsFile(_ folder: String) throws {
        let all = try FileManager.default.contentsOfDirectory(atPath: Corpus.path(folder))
        let recorded = Set(all.filter { $0.hasSuffix(".expected") })
        let wanted = Set(
            all.filter { $0.hasSuffix(".yaml") }.map {
                $0.replacingOccurrences(of: ".yaml", with: ".expected")
            })
        #expect(recorded == wanted)
    }

    /// A terminal then shows every message whole.
    @Test("Shown lines fit on a screen", arguments: folders.flatMap(Corpus.files))
    func shownLinesFitOnAScreen(_ file: String) throws {
        let failure = try #require(Corpus.failure(of: file))
        for line in Corpus.portable(failure).split(separator: "\n")
        where !line.contains(": error: ") {
            #expect(line.count <= 100, "\(line)")
        }
    }

    /// A scenario that names a missing file is itself wrong: 65, not 66.
    @Test("Bad files are bad data", arguments: folders.flatMap(Corpus.files))
    func badFilesAreBadData(_ file: String) throws {
        let failure = try #require(Corpus.failure(of: file))
        #expect(failure.category.rawValue == 65)
    }
}
