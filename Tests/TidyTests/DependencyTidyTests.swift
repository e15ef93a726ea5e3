import Testing

/// Tests that dependencies run one way, as `docs/architecture.md` draws them.
///
/// The package manifest says what a target may link, but an import that is only reachable through
/// another target would still compile. So this lists all imports of each target.
struct DependencyTidyTests {
    /// The C library's name on each platform.
    private static let cLibrary: Set<String> = ["Glibc", "Musl", "Darwin"]

    private static let system: Set<String> = cLibrary.union(
        ["Foundation", "FoundationEssentials", "Synchronization", "Dispatch"])

    /// The modules that a target's files may import, in pipeline order.
    private static let allowed: [String: Set<String>] = [
        "Kernel": [],
        "Forms": ["Kernel"],
        "Show": system.union(["CSHA256", "CSQLite", "Kernel"]),
        "DeviceModel": ["CLockstep", "Kernel", "Forms", "Synchronization"],
        "Studies": ["DeviceModel", "Kernel", "Foundation"],
        "Traces": system.union(["DeviceModel", "Kernel", "CXML2", "CZlib", "Show"]),
        "Profiles": system.union([
            "DeviceModel", "Kernel", "Forms", "Show", "Studies", "Traces", "Yams",
        ]),
        "CGSL": [],
        "CLockstep": [],
        "CXML2": [],
        "CZlib": [],
        "CSHA256": [],
        "CSQLite": [],
        "Statistics": cLibrary.union(["CGSL"]),
        "Experiments": system.union(
            ["DeviceModel", "Kernel", "Show", "Statistics", "Studies", "Traces"]),
        "Reports": system.union([
            "DeviceModel", "Kernel", "Experiments", "Show", "Statistics", "Studies", "Traces",
        ]),
        "Lab": system.union([
            "DeviceModel", "Kernel", "Experiments", "Profiles", "Reports", "Show", "Statistics",
            "Studies", "Traces",
        ]),
        "Serve": system.union(["FlyingSocks", "Reports"]),
        "tailwatt": system.union([
            "ArgumentParser", "DeviceModel", "Kernel", "Experiments", "Lab", "Profiles",
            "Reports", "Serve", "Show", "Statistics", "Studies", "Traces",
        ]),
    ]

    /// The module that a line imports, if any: `import A`, `@testable import A`, `public import
    /// struct A.B`.
    private static func importedModule(_ line: Substring) -> String? {
        let words = line.split(separator: " ")
        guard let place = words.firstIndex(of: "import"),
            words[..<place].allSatisfy({ $0.hasPrefix("@") || accessLevels.contains($0) })
        else { return nil }
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let"]
        let name = words[(place + 1)...].first { !kinds.contains($0) }
        return name.map { String($0.prefix { $0 != "." }) }
    }

    private static let accessLevels: Set<Substring> = [
        "public", "package", "internal", "fileprivate", "private",
    ]

    /// The imports of each source file.
    private static let imports = SourceTree.sources.map { file in
        (file, modules: Set(file.lines.compactMap(importedModule)))
    }

    private func importers(of module: String) -> Set<String> {
        Set(Self.imports.filter { $0.modules.contains(module) }.map(\.0.target))
    }

    @Test("Every target imports only targets before it in the pipeline")
    func direction() {
        for (file, imported) in Self.imports {
            guard let allowed = Self.allowed[file.target] else {
                Issue.record("\(file.path): what may \(file.target) import? List it in this test.")
                continue
            }
            let wrong = imported.subtracting(allowed).sorted()
            #expect(wrong.isEmpty, "\(file.path) imports \(wrong)")
        }
    }

    @Test("Foundation stays out of the model, which must give equal bytes everywhere")
    func foundation() {
        let model: Set = ["Kernel", "Forms", "DeviceModel", "Statistics"]
        for module in ["Foundation", "FoundationEssentials"] {
            #expect(importers(of: module).isDisjoint(with: model))
        }
    }

    @Test("Only one target imports each foreign library")
    func doors() {
        let doors = [
            ("CGSL", "Statistics"), ("Yams", "Profiles"), ("CZlib", "Traces"),
            ("CXML2", "Traces"), ("CSQLite", "Show"), ("ArgumentParser", "tailwatt"),
            ("FlyingSocks", "Serve"),
        ]
        for (library, target) in doors {
            let others = importers(of: library).subtracting([target]).sorted()
            #expect(others.isEmpty, "\(library) is also imported by \(others)")
        }
    }

    @Test("docs/architecture.md, if it exists, names every target")
    func architecture() {
        guard let page = SourceTree.files(in: "docs/architecture.md").first else { return }
        let missing = SourceTree.targets.filter { !page.text.contains($0) }
        #expect(missing.isEmpty, "\(missing)")
    }

    @Test(
        "An import is recognised in all its forms",
        arguments: [
            ("import Yams", "Yams"), ("    import Glibc", "Glibc"), ("@testable import A", "A"),
            ("public import struct Foundation.URL", "Foundation"),
            ("@preconcurrency internal import B", "B"), ("// import C", nil),
            ("let x = \"import D\"", nil), ("importance", nil),
        ] as [(String, String?)])
    func importRule(_ line: String, _ module: String?) {
        #expect(Self.importedModule(line[...]) == module)
    }
}
