import Foundation
import Testing

@testable import Show

/// A directory that is gone when the test is.
final class ScratchDirectory {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "reports-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The names of everything in the directory or one below it, hidden files included.
    func names(_ below: String = "") -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: path + "/" + below)
        return (names ?? ["nothing there"]).sorted()
    }

    func text(_ name: String) -> String? {
        try? String(contentsOfFile: path + "/" + name, encoding: .utf8)
    }
}

/// Makes this process unable to write files longer than `bytes`; whether that worked.
private func limitFileSizes(to bytes: rlim_t) -> Bool {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    #if canImport(Glibc)
        let kind = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
        let kind = RLIMIT_FSIZE
    #endif
    guard getrlimit(kind, &limit) == 0 else { return false }
    limit.rlim_cur = bytes
    return setrlimit(kind, &limit) == 0
}

/// The claim of a command that may replace its earlier result.
private let mine = OutputClaim(command: ["compare"], inputs: [], isForced: true)

struct OutputDirectoryTests {
    static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("Files appear under their names and nothing else")
    func filesAppearUnderTheirNamesAndNothingElse() throws {
        let scratch = try ScratchDirectory()
        var output = OutputDirectory(path: scratch.path + "/new/deep/", claim: mine)
        output.add("summary.csv", Self.bytes("a\n"))
        output.add("manifest.json", [])
        try output.publish()
        #expect(scratch.names("new/deep") == ["manifest.json", "summary.csv"])
        #expect(scratch.text("new/deep/summary.csv") == "a\n")
        #expect(scratch.text("new/deep/manifest.json")?.isEmpty == true)
    }

    @Test("Earlier files are replaced and others kept")
    func earlierFilesAreReplacedAndOthersKept() throws {
        let scratch = try ScratchDirectory()
        for text in ["first, which is longer\n", "second\n"] {
            var output = OutputDirectory(path: scratch.path, claim: mine)
            output.add("summary.csv", Self.bytes(text))
            if text == "second\n" { output.add("other.csv", Self.bytes("x")) }
            try output.publish()
        }
        try "mine".write(toFile: scratch.path + "/notes.txt", atomically: true, encoding: .utf8)
        var output = OutputDirectory(path: scratch.path, claim: mine)
        output.add("other.csv", Self.bytes("y"))
        try output.publish()
        #expect(scratch.names() == ["notes.txt", "other.csv", "summary.csv"])
        #expect(scratch.text("summary.csv") == "second\n")
        #expect(scratch.text("other.csv") == "y")
        #expect(scratch.text("notes.txt") == "mine")
    }

    @Test(
        "A file in place of the directory is reported as such",
        arguments: ["plain", "plain/below", "plain/below/that"])
    func aFileInPlaceOfTheDirectoryIsSaidSo(_ path: String) throws {
        let scratch = try ScratchDirectory()
        try "mine".write(toFile: scratch.path + "/plain", atomically: true, encoding: .utf8)
        var output = OutputDirectory(path: scratch.path + "/" + path, claim: mine)
        output.add("summary.csv", Self.bytes("a\n"))
        let error = #expect(throws: OutputError.self) { try output.publish() }
        let expected = OutputError.cannotCreate(
            path: scratch.path + "/plain", reason: SystemReason(code: ENOTDIR))
        #expect(error == expected)
        #expect(error?.exitCode == 73)
        #expect(error?.description.contains("Not a directory\nA file is in") == true)
        #expect(scratch.names() == ["plain"])
        #expect(scratch.text("plain") == "mine")
    }

    @Test("A directory in place of a file spares the others")
    func aDirectoryInPlaceOfAFileSparesTheOthers() throws {
        let scratch = try ScratchDirectory()
        var output = OutputDirectory(path: scratch.path, claim: mine)
        output.add("a.csv", Self.bytes("old"))
        try output.publish()
        try FileManager.default.createDirectory(
            atPath: scratch.path + "/b.csv", withIntermediateDirectories: false)
        var again = OutputDirectory(path: scratch.path, claim: mine)
        again.add("a.csv", Self.bytes("new"))
        again.add("b.csv", Self.bytes("new"))
        let error = #expect(throws: OutputError.self) { try again.publish() }
        #expect(error?.exitCode == 73)
        #expect(scratch.text("a.csv") == "old")
        #expect(scratch.names() == ["a.csv", "b.csv"])
    }

    @Test("A name too long leaves no new directories")
    func aNameTooLongLeavesNoNewDirectories() throws {
        let scratch = try ScratchDirectory()
        var output = OutputDirectory(path: scratch.path + "/new/deep", claim: mine)
        output.add("a.csv", Self.bytes("a"))
        output.add(String(repeating: "x", count: 300), Self.bytes("b"))
        let error = #expect(throws: OutputError.self) { try output.publish() }
        #expect(error?.exitCode == 73)
        #expect(error?.description.contains("Choose a shorter path.") == true)
        #expect(scratch.names() == [])
    }

    @Test("A refusing file system is reported")
    func aRefusingFileSystemIsReported() throws {
        // No file can be created here, not even by root.
        var output = OutputDirectory(path: "/proc/self", claim: mine)
        output.add("a.csv", Self.bytes("a"))
        let error = #expect(throws: OutputError.self) { try output.publish() }
        #expect(error?.exitCode == 73)
    }

    /// A limit on the size of files stands for a full disk: the third file cannot be completed.
    @Test("A disk that fills up leaves everything as it was")
    func aDiskThatFillsUpLeavesEverythingAsItWas() async {
        await #expect(processExitsWith: .success) {
            let scratch = try ScratchDirectory()
            var output = OutputDirectory(path: scratch.path, claim: mine)
            output.add("a.csv", OutputDirectoryTests.bytes("old"))
            try output.publish()
            try #require(limitFileSizes(to: 1_000))
            var again = OutputDirectory(path: scratch.path, claim: mine)
            again.add("a.csv", OutputDirectoryTests.bytes("new"))
            again.add("b.csv", OutputDirectoryTests.bytes("new"))
            again.add("c.csv", [UInt8](repeating: 65, count: 100_000))
            let error = #expect(throws: OutputError.self) { try again.publish() }
            let expected = OutputError.cannotWrite(
                path: scratch.path + "/c.csv", reason: SystemReason(code: EFBIG))
            #expect(error == expected)
            #expect(error?.exitCode == 74)
            #expect(scratch.names() == ["a.csv"])
            #expect(scratch.text("a.csv") == "old")
        }
    }

    @Test("A staged file appears with the others and has its hash")
    func aStagedFileAppearsWithTheOthersAndHasItsHash() throws {
        let scratch = try ScratchDirectory()
        var output = OutputDirectory(path: scratch.path + "/new", claim: mine)
        let file = try output.stage("long.csv")
        for _ in 0..<3 { try file.write(Self.bytes("line\n")) }
        try file.finish()
        #expect(scratch.names("new").allSatisfy { $0.hasPrefix(".tailwatt-") })
        output.add(file)
        output.add("manifest.json", [])
        try output.publish()
        #expect(scratch.names("new") == ["long.csv", "manifest.json"])
        #expect(scratch.text("new/long.csv") == "line\nline\nline\n")
        let whole = Manifest.File(name: "long.csv", bytes: Self.bytes("line\nline\nline\n"))
        #expect(file.manifestFile == whole)
    }

    @Test("A staged file that is not published leaves nothing")
    func aStagedFileThatIsNotPublishedLeavesNothing() throws {
        let scratch = try ScratchDirectory()
        do {
            let file = try OutputDirectory(path: scratch.path + "/new/deep", claim: mine).stage(
                "long.csv")
            try file.write(Self.bytes("line\n"))
            #expect(scratch.names("new/deep").count == 1)
        }
        #expect(scratch.names() == [])
        do {
            var output = OutputDirectory(path: scratch.path + "/new", claim: mine)
            let file = try output.stage("long.csv")
            try file.finish()
            output.add(file)
            output.add(String(repeating: "x", count: 300), [])
            #expect(throws: OutputError.self) { try output.publish() }
        }
        #expect(scratch.names() == [])
    }

    @Test("A directory in place of a staged file is reported before anything is written")
    func aDirectoryInPlaceOfAStagedFileIsSaidSoBeforeItIsWritten() throws {
        let scratch = try ScratchDirectory()
        try FileManager.default.createDirectory(
            atPath: scratch.path + "/b.csv", withIntermediateDirectories: false)
        let output = OutputDirectory(path: scratch.path, claim: mine)
        let error = #expect(throws: OutputError.self) { _ = try output.stage("b.csv") }
        #expect(error?.exitCode == 73)
        #expect(scratch.names() == ["b.csv"])
    }

    @Test("If a directory cannot be made, its new parents are removed")
    func aDirectoryThatCannotBeMadeTakesItsParentsWithIt() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.path + "/new/" + String(repeating: "x", count: 300)
        #expect(throws: OutputError.self) { try OutputDirectory(path: path, claim: mine).probe() }
        #expect(scratch.names() == [])
    }

    @Test("A full disk has its advice")
    func aFullDiskHasItsAdvice() {
        let error = OutputError.cannotWrite(path: "out/a.csv", reason: SystemReason(code: ENOSPC))
        #expect(
            error.description == """
                out/a.csv: cannot be written: No space left on device
                Free some space, or choose a directory on another disk.
                """)
    }

    @Test("Names that are not plain trap", arguments: 0..<4)
    func namesThatAreNoPlainNamesTrap(_ which: Int) async {
        await #expect(processExitsWith: .failure) { [which] in
            var output = OutputDirectory(path: "unused", claim: mine)
            output.add(["", "a/b", ".hidden", ".."][which], [])
        }
    }

    @Test("A name that is added twice traps")
    func aNameTwiceTraps() async {
        await #expect(processExitsWith: .failure) {
            var output = OutputDirectory(path: "unused", claim: mine)
            output.add("a.csv", [])
            output.add("a.csv", [])
        }
    }
}
