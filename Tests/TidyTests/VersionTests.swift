import Testing

struct VersionTests {
    private static func text(_ path: String) throws -> String {
        try #require(SourceTree.files(in: path).first, "there is no \(path)").text
    }

    private static func number() throws -> Substring {
        let source = try text("Sources/tailwatt/Version.swift")
        return try #require(source.firstMatch(of: /static let number = "(.*)"/)).output.1
    }

    /// The newest heading of the changelog: `## [0.2.0] - 2026-11-26`.
    private static func newest() throws -> (version: Substring, date: Substring) {
        let heading = try text("CHANGELOG.md")
            .firstMatch(of: /\n## \[([^\]]*)\] - (\d{4}-\d\d-\d\d)\n/)
        let (_, version, date) = try #require(heading).output
        return (version, date)
    }

    @Test("The program, the changelog and the citation state one version and one date")
    func number() throws {
        let (number, newest) = (try Self.number(), try Self.newest())
        #expect(number.wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
        #expect(newest.version == number)
        let citation = try Self.text("CITATION.cff")
        #expect(citation.contains("\nversion: \(number)\n"))
        #expect(citation.contains("\ndate-released: \(newest.date)\n"))
    }

    @Test("Committed results are of this version")
    func reports() {
        let manifests = SourceTree.files(in: "Reports", withExtension: "json")
            .filter { $0.path.hasSuffix("/manifest.json") }
        #expect(manifests.count > 50)
        for manifest in manifests {
            let said = manifest.text.firstMatch(of: /"version": "([^"]*)"/)?.output.1
            #expect(said == (try? Self.number()), "\(manifest.path)")
        }
    }

    /// The versions that a text states for tailwatt: `tailwatt-0.1.0.tar.gz`, `tailwatt/v0.1.0`.
    private static func versions(in text: String) -> [Substring] {
        text.matches(of: /tailwatt["'`]?(?:[-\/ @:=]|version)+v?(\d+\.\d+\.\d+)/).map(\.output.1)
    }

    @Test("A version of tailwatt in a page, script or formula is the current one")
    func elsewhere() throws {
        let number = try Self.number()
        let places = [
            "README.md", "CONTRIBUTING.md", "action.yml", "docs", "packaging", "scripts", ".github",
            "Examples", "Package.swift",
        ]
        for file in places.flatMap({ SourceTree.files(in: $0) }) {
            let others = Self.versions(in: file.text).filter { $0 != number }
            #expect(others.isEmpty, "\(file.path) says \(others)")
        }
    }

    @Test(
        "A version of tailwatt is distinguished from others",
        arguments: [
            ("tailwatt-0.1.0-linux-x86_64.tar.gz", ["0.1.0"]), ("tailwatt@v1.2.3", ["1.2.3"]),
            ("\"tailwatt\": \"0.1.0\"", []), ("tailwatt version 0.1.0", ["0.1.0"]),
            ("tailwatt needs Swift 6.2.1", []),
        ] as [(String, [String])])
    func rule(_ text: String, _ versions: [String]) {
        #expect(Self.versions(in: text).map(String.init) == versions)
    }
}
