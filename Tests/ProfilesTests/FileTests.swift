import Foundation
import Testing

@testable import Profiles

@Suite struct FileTests {
    private func failure(of path: String) throws -> ProfileFailure {
        try #require(
            Corpus.failure { () throws(ProfileFailure) in
                _ = try Corpus.library.load(path: path)
            })
    }

    private func withTemporaryFile(_ body: (String) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "/profiles-\(UUID().uuidString).yaml"
        defer { unlink(path) }
        try body(path)
    }

    @Test("A missing file is reported as missing input")
    func aMissingFileIsNoInput() throws {
        let failure = try failure(of: "no/such/file.yaml")
        #expect(failure.category.rawValue == 66)
        #expect(
            failure.description == """
                no/such/file.yaml: error: there is no such file
                    = Check the path, or use the name of a shipped profile.
                """)
    }

    @Test("A directory is reported as missing input")
    func aDirectoryIsNoInput() throws {
        let failure = try failure(of: Corpus.path("good"))
        #expect(failure.category == .noInput)
        #expect(failure.description.contains("good: error: this is a directory, not a file"))
    }

    @Test("An unreadable file is reported as missing input")
    func aFileThatMayNotBeReadIsNoInput() throws {
        try withTemporaryFile { path in
            try "kind: radio".write(toFile: path, atomically: false, encoding: .utf8)
            chmod(path, 0)
            if geteuid() == 0 { return }
            #expect(try failure(of: path).category == .noInput)
        }
    }

    /// The file is sparse, so it takes no space here either.
    @Test("A hundred megabytes of zeros are refused by their size")
    func aHundredMegabytesOfZerosAreRefusedByTheirSize() throws {
        try withTemporaryFile { path in
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
            #expect(truncate(path, 100_000_000) == 0)
            let failure = try failure(of: path)
            #expect(failure.category == .badData)
            #expect(
                failure.diagnostics[0].fault
                    == .tooLarge(size: 100_000_000, limit: 1_048_576))
        }
    }

    /// A device has neither size nor end.
    @Test("A device is refused")
    func aDeviceIsRefused() throws {
        let failure = try failure(of: "/dev/zero")
        let message = failure.diagnostics[0].message
        #expect(message.hasPrefix("the file cannot be read: it is a device"))
    }

    @Test("A file as large as the limit is read")
    func aFileOfTheLimitIsRead() throws {
        let text = try Corpus.edited("good/radio-minimal.yaml") + "#"
        let padding = String(repeating: "x", count: SourceText.sizeLimit - text.utf8.count)
        #expect(Corpus.failure(ofText: text + padding) == nil)
        #expect(Corpus.failure(ofText: text + padding + "x")?.category == .badData)
    }

    @Test(
        "Bytes that are not UTF-8 are located",
        arguments: [
            ([0xFF], 0, 1, 1), ([0x61, 0x0A, 0x62, 0xC3], 3, 2, 2),
            ([0xC3, 0xA4, 0x0D, 0x0A, 0xC3, 0xA4, 0xED, 0xA0, 0x80], 6, 2, 2),
        ] as [([UInt8], Int, Int, Int)])
    func bytesThatAreNotUTF8AreLocated(
        _ bytes: [UInt8], _ offset: Int, _ line: Int, _ column: Int
    ) throws {
        let failure = Corpus.failure { () throws(ProfileFailure) in
            _ = try SourceText(path: "f.yaml", bytes: bytes)
        }
        let diagnostic = try #require(failure?.diagnostics.first)
        let byte = String(bytes[offset], radix: 16, uppercase: true)
        #expect(diagnostic.message == "the file is not UTF-8 text: byte \(offset) is \(byte)")
        #expect(diagnostic.place == SourcePlace(line: line, column: column))
    }

    @Test("A byte order mark is no part of the text")
    func aByteOrderMarkIsNoPartOfTheText() throws {
        let source = try SourceText(path: "f.yaml", bytes: [0xEF, 0xBB, 0xBF, 0x61])
        #expect(source.text == "a")
        #expect(source.bytes.count == 4)
    }

    @Test(
        "Lines break where YAML breaks them", arguments: ["\n", "\r\n", "\r", "\u{85}", "\u{2028}"])
    func linesBreakWhereYAMLBreaksThem(_ lineBreak: String) throws {
        let text = ["a", "", "b"].joined(separator: lineBreak)
        let source = try SourceText(path: "f.yaml", bytes: [UInt8](text.utf8))
        #expect(source.lines.map { String(String.UnicodeScalarView($0)) } == ["a", "", "b"])
    }
}
