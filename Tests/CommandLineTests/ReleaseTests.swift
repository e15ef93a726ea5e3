import Foundation
import TestSupport
import Testing

/// Tests of a release's extra files: its notes, the list of its parts and their licences.
struct ReleaseTests {
    private static func has(_ command: String) -> Bool {
        (try? Tool.shell("command -v \(command)"))?.exitCode == 0
    }

    private static let hasPython = has("python3")
    /// Versions of parts come from Debian's packages and the packages that the build fetched.
    private static let hasParts = hasPython && has("dpkg-query") && has("git")

    private static let version = try? Tool.run(["--version"]).output
        .prefix { $0 != " " && $0 != "\n" }

    @Test("The notes of a release link to files that its tag contains", .enabled(if: hasPython))
    func notes() throws {
        let version = try #require(Self.version)
        let base = "https://example.org/a/tailwatt"
        let outcome = try Tool.shell("scripts/release-notes v\(version) \(base)/")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let targets = outcome.output.matches(of: /\]\(([^)]*)\)/).map { String($0.output.1) }
        #expect(targets.count > 20)
        let files = FileManager.default
        for target in targets where !target.hasPrefix("https://") || target.hasPrefix(base) {
            let start = ["blob", "tree"].map { "\(base)/\($0)/v\(version)/" }
                .first { target.hasPrefix($0) }
            guard let start else {
                Issue.record("\(target) is no file of the tag")
                continue
            }
            let path = target.dropFirst(start.count).prefix { $0 != "#" }
            #expect(files.fileExists(atPath: Repository.url(String(path)).path), "\(target)")
        }
        // Each item is one line, because a release page keeps the text's line breaks.
        #expect(!outcome.output.contains("\n  "))
    }

    @Test("Notes of an unknown version, or without an address, are refused")
    func refusedNotes() throws {
        guard Self.hasPython else { return }
        let other = try Tool.shell("scripts/release-notes 99.0.0 https://example.org/a/b")
        #expect(other.exitCode == 66 && other.output.isEmpty)
        #expect(other.errors.contains("says nothing of 99.0.0"))
        // Git knows no origin with an address.
        let alone = try Tool.shell(
            "GIT_DIR=/dev/null scripts/release-notes \(try #require(Self.version))")
        #expect(alone.exitCode == 64 && alone.output.isEmpty)
        #expect(alone.errors.contains("https://github.com/OWNER/tailwatt"))
    }

    @Test(
        "The list of parts and the licences agree, and include ICU and LibYAML",
        .enabled(if: hasParts))
    func parts() throws {
        let folder = try ScratchFolder()
        let out = folder.url.path
        let outcome = try Tool.shell(
            "scripts/sbom '\(out)/s.json' && scripts/licences '\(out)/l.txt'")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let document = try #require(
            try JSONSerialization.jsonObject(with: try folder.data("s.json")) as? [String: Any])
        let packages = try #require(document["packages"] as? [[String: Any]])
        let names = packages.compactMap { $0["name"] as? String }
        #expect(names.first == "tailwatt" && names.count == packages.count)
        #expect(packages.first?["versionInfo"] as? String == Self.version.map(String.init))
        let expected = [
            "flyingfox", "icu", "libyaml", "gsl", "sqlite", "libxml2", "zlib", "swift-runtime",
        ]
        #expect(Set(names).isSuperset(of: expected))
        let licences = String(decoding: try folder.data("l.txt"), as: UTF8.self)
        for package in packages.dropFirst() {
            let (name, version) = (package["name"] as? String, package["versionInfo"] as? String)
            let heading = "\n==== \(name ?? "?") \(version ?? "?") ("
            #expect(licences.contains(heading), "\(heading)")
        }
        #expect(licences.contains("UNICODE LICENSE V3") && licences.contains("Kirill Simonov"))
    }

    @Test("A linked library that no part names is refused", .enabled(if: hasParts))
    func linked() throws {
        let folder = try ScratchFolder()
        try folder.file("linked", "/usr/lib/x86_64-linux-gnu/libcurl.a\n")
        try folder.file("few", "/usr/lib/x86_64-linux-gnu/libgsl.a\n")
        for (name, words) in [("linked", "libcurl.a"), ("few", "took nothing of")] {
            let outcome = try Tool.shell(
                "scripts/sbom '\(folder.url.path)/s.json' '\(folder.url.path)/\(name)'")
            #expect(outcome.exitCode == 1 && outcome.errors.contains(words), "\(outcome.errors)")
        }
        #expect(try folder.names(in: ".") == ["few", "linked"])
    }
}
