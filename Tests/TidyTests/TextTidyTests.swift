import Testing

/// Tests of every text in the tree, so that no reviewer needs to look.
struct TextTidyTests {
    private let swift = SourceTree.sources + SourceTree.tests + SourceTree.benchmarks

    @Test("The tree is where these tests expect it")
    func tree() {
        let paths = Set(swift.map(\.path))
        #expect(paths.contains("Sources/Kernel/Events/Instant.swift"))
        #expect(paths.contains("Tests/TidyTests/TextTidyTests.swift"))
        #expect(SourceTree.targets.contains("Kernel"))
    }

    @Test("No line is longer than 100 characters")
    func lineLength() {
        let places = swift.flatMap { file in file.places { $0.utf8.count > 100 && $0.count > 100 } }
        #expect(places.isEmpty, "\(places)")
    }

    @Test("There are no tabs and no spaces at the end of a line")
    func whitespace() {
        let (tab, space, lineReturn) = (UInt8(ascii: "\t"), UInt8(ascii: " "), UInt8(ascii: "\r"))
        let places = swift.flatMap { file in
            file.places { line in
                line.utf8.contains(tab) || line.utf8.last == space || line.utf8.last == lineReturn
            }
        }
        #expect(places.isEmpty, "\(places)")
    }

    @Test("Every file ends with exactly one line break")
    func lastLine() {
        let wrong = swift.filter { !$0.text.hasSuffix("\n") || $0.text.hasSuffix("\n\n") }
        #expect(wrong.isEmpty, "\(wrong.map(\.path))")
    }

    @Test("No source file is longer than 400 lines")
    func fileLength() {
        // The last line break ends a line and begins none.
        let long = SourceTree.sources.filter { $0.lines.count - 1 > 400 }
        #expect(long.isEmpty, "\(long.map(\.path))")
    }

    @Test("Every test has a sentence for a name")
    func names() {
        let nameless = SourceTree.tests.flatMap { file in
            zip(file.lines.indices, file.lines).filter { place, line in
                guard line.drop(while: \.isWhitespace).hasPrefix("@Te" + "st") else { return false }
                let next = file.lines[min(place + 1, file.lines.count - 1)]
                return !line.contains("(\"")
                    && !(line.hasSuffix("(") && next.drop(while: \.isWhitespace).hasPrefix("\""))
            }.map { "\(file.path):\($0.0 + 1)" }
        }
        #expect(nameless.isEmpty, "\(nameless)")
    }

    @Test("No note about later work is left")
    func leftovers() {
        // In two halves, so that this file does not find itself.
        let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]
        let places = swift.flatMap { file in
            file.places { line in
                guard words.contains(where: { line.contains($0) }) else { return false }
                // Whole words only, because a template of random letters is not a note.
                let parts = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                return parts.contains { words.contains(String($0)) }
            }
        }
        #expect(places.isEmpty, "\(places)")
    }

    @Test("No file names a path on a developer's machine")
    func machinePaths() throws {
        let files =
            [
                "Sources", "Lab", "Profiles", "Benchmarks/Suite", "Benchmarks/measure", "docs",
                "README.md",
            ]
            .flatMap { SourceTree.files(in: $0) }
        let places = files.flatMap { file in file.places { Self.namesMachine($0) } }
        #expect(places.isEmpty, "\(places)")
    }

    /// Whether `line` has a path from a machine's root, outside addresses and relative paths.
    private static func namesMachine(_ line: Substring) -> Bool {
        guard line.utf8.contains(UInt8(ascii: "/")) else { return false }
        for folder in ["work", "tmp", "root", "home"] {
            var rest = line
            while let range = rest.firstRange(of: "/\(folder)/") {
                let before = line[..<range.lowerBound].last
                let isPartOfPath = before.map { $0.isLetter || $0.isNumber || "._-/".contains($0) }
                if isPartOfPath != true { return true }
                rest = rest[range.upperBound...]
            }
        }
        return false
    }

    @Test(
        "A machine's path is distinguished from an address and a relative path",
        arguments: [
            ("see /" + "home/ann/x", true), ("\"/" + "tmp/x\"", true), ("/" + "work/main", true),
            ("https://example.org/" + "home/x", false), ("~/" + "work/x", true),
            ("a/" + "tmp/b", false), ("../" + "work/x", false), ("work/" + "tmp/", false),
        ])
    func machinePathRule(_ line: String, _ isPath: Bool) {
        #expect(Self.namesMachine(line[...]) == isPath)
    }
}
