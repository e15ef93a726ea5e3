import Foundation
import TestSupport
import Testing

/// Tests of a program outside a checkout, where `scripts/install` puts it.
struct InstallationTests {
    /// Runs a shell line in a prefix whose `bin` holds the program.
    private static func shell(_ line: String) throws -> Tool.Outcome {
        let prefix = try ScratchFolder()
        let before = """
            set -e; unset TAILWATT_PROFILES; mkdir -p bin share/tailwatt
            cp "$TAILWATT" bin/tailwatt
            """
        return try Tool.shell("\(before)\n\(line)", in: prefix.url)
    }

    @Test("An installed program finds its profiles and its commit relative to itself")
    func ownPlace() throws {
        let outcome = try Self.shell(
            """
            ln -s '\(Repository.url("Profiles").path)' share/tailwatt/Profiles
            echo '0123456789ab and changes' >share/tailwatt/commit
            bin/tailwatt --version
            cd /; "$OLDPWD/bin/tailwatt" profiles show umts-att-2010
            """)
        let version = outcome.output.prefix { $0 != "\n" }
        #expect(version.hasSuffix(" (0123456789ab and changes)"), "\(version)")
        #expect(outcome.output.contains("states.CELL_DCH.power"), "\(outcome.errors)")
        #expect(outcome.exitCode == 0)
    }

    @Test("A program alone prints a version number and says what it lacks")
    func alone() throws {
        let outcome = try Self.shell(
            "bin/tailwatt --version; bin/tailwatt compare keep-alive || echo \"exit $?\"")
        #expect(outcome.output.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\nexit 66\n/) != nil)
        #expect(outcome.errors.contains("TAILWATT_PROFILES"))
    }

    /// Lines of a list of installed files, each of which leads out of the prefix.
    private static let outside = [
        "../precious", "/precious", "share/../../precious", "away/precious", "../no/such/file",
    ]

    @Test("Only files below the prefix are uninstalled", arguments: outside)
    func uninstall(line: String) throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.shell(
            """
            mkdir -p prefix/bin prefix/share/tailwatt elsewhere
            touch precious elsewhere/precious prefix/bin/tailwatt
            ln -s ../elsewhere prefix/away
            printf '%s\\n' bin/tailwatt '\(line)' >prefix/share/tailwatt/files
            '\(Repository.url("scripts/install").path)' --uninstall --prefix prefix; echo "exit $?"
            ls precious elsewhere/precious prefix/bin/tailwatt
            """, in: scratch.url)
        #expect(
            outcome.output
                == "exit 65\nelsewhere/precious\nprecious\nprefix/bin/tailwatt\n")
        #expect(outcome.errors.contains("outside prefix: \(line)"))
    }

    @Test("Every script answers --help with its first comment, and does nothing else")
    func help() throws {
        let folder = Repository.url("scripts")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let scripts = names.filter {
            FileManager.default.isExecutableFile(atPath: folder.appending(path: $0).path)
        }
        #expect(scripts.count > 30)
        for script in scripts.map({ "scripts/\($0)" }) + [".ci/run", ".ci/tools"] {
            let outcome = try Tool.shell("\(script) --help")
            #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(script)")
            #expect(
                outcome.output.split(separator: "\n").count < 40 && outcome.output.count > 60,
                "\(script) does more than to answer")
        }
    }

    /// A build folder: its record of its path, its manifest, and whether the build is kept.
    @Test(
        "A build from another path is rebuilt",
        arguments: [
            ("", "touch .build/release.yaml", false),
            ("", "echo \"- $PWD/.build/debug\" >.build/release.yaml", true),
            ("(cd .build && pwd -P) >.build/place", "touch .build/release.yaml", true),
            ("echo /elsewhere >.build/place", "touch .build/release.yaml", false),
        ])
    func moved(record: String, manifest: String, isKept: Bool) throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.shell(
            """
            mkdir -p scripts .build path; touch .build/made
            cp '\(Repository.url("scripts").path)'/* scripts/
            printf '#!/bin/sh\\n' >path/swift; chmod +x path/swift; export PATH="$PWD/path:$PATH"
            \(record)
            \(manifest)
            scripts/release build; ls .build/made 2>/dev/null; cat .build/place; cd .build; pwd -P
            """, in: scratch.url)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.first == ".build/made" ? isKept : !isKept, "\(outcome.errors)")
        #expect(lines.suffix(2).first == lines.last, "the place is recorded")
        #expect(outcome.errors.contains("moved or copied") != isKept)
    }
}
