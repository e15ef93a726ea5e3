import Foundation
import Testing

/// Tests that the known faults of scripts/mutants still fit the sources.
struct MutantTests {
    private static let keys = ["name", "file", "find", "put", "test"]

    /// The blocks of a list, as keys and values.
    private static func blocks(_ file: SourceTree.File) -> [[(key: String, value: String)]] {
        file.text.components(separatedBy: "\n\n").map { block in
            block.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap(pair)
        }.filter { !$0.isEmpty }
    }

    private static func pair(_ line: Substring) -> (key: String, value: String)? {
        guard let colon = line.firstRange(of: ": ") else { return nil }
        return (String(line[..<colon.lowerBound]), String(line[colon.upperBound...]))
    }

    /// Whether a target or a suite in a file of its own has this name.
    private static func exist(_ tests: Substring) -> Bool {
        SourceTree.tests.contains { file in
            file.target == tests || file.path.hasSuffix("/\(tests).swift")
        }
    }

    @Test("Each planted fault changes exactly one existing line, and names existing tests")
    func planted() {
        let lists = SourceTree.files(in: "Tests/Mutants")
        #expect(!lists.isEmpty)
        var names: Set<String> = []
        for block in lists.flatMap(Self.blocks) {
            #expect(block.map(\.key) == Self.keys, "\(block)")
            let value = Dictionary(block.map { ($0.key, $0.value) }) { first, _ in first }
            let text = SourceTree.files(in: value["file"] ?? "-").first?.text ?? ""
            let name = value["name"] ?? ""
            #expect(
                text.components(separatedBy: value["find"] ?? "").count == 2,
                "\(name): the line is not there once")
            #expect(value["find"] != value["put"], "\(name)")
            #expect(names.insert(name).inserted, "\(name) is there twice")
            for tests in (value["test"] ?? "").split(separator: "|") {
                #expect(Self.exist(tests), "\(name): \(tests)")
            }
        }
        #expect(names.count >= 40)
    }
}
