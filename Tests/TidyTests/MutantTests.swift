import Foundation
import Testing

/// The known faults that scripts/mutants plants still have a place in the sources.
struct MutantTests {
    private static let keys = ["name", "file", "find", "put", "test"]

    /// The blocks of a list, as their keys and values.
    private static func blocks(_ file: SourceTree.File) -> [[(key: String, value: String)]] {
        file.text.components(separatedBy: "\n\n").map { block in
            block.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap(pair)
        }.filter { !$0.isEmpty }
    }

    private static func pair(_ line: Substring) -> (key: String, value: String)? {
        guard let colon = line.firstRange(of: ": ") else { return nil }
        return (String(line[..<colon.lowerBound]), String(line[colon.upperBound...]))
    }

    /// Whether a target has this name, or a suite in a file of its own.
    private static func exist(_ tests: Substring) -> Bool {
        SourceTree.tests.contains { file in
            file.target == tests || file.path.hasSuffix("/\(tests).swift")
        }
    }

    @Test("Each planted fault changes one line that is there once, and names tests that there are")
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
            #expect(names.insert(name).inserted, "\(name) stands there twice")
            for tests in (value["test"] ?? "").split(separator: "|") {
                #expect(Self.exist(tests), "\(name): \(tests)")
            }
        }
        #expect(names.count >= 40)
    }
}
