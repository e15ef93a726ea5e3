import TestSupport
import Testing

/// A program that stands outside a checkout, as `scripts/install` puts it there.
struct InstallationTests {
    /// Runs a line of shell in a prefix whose `bin` holds the program.
    private static func shell(_ line: String) throws -> Tool.Outcome {
        let prefix = try ScratchFolder()
        let before = """
            set -e; unset TAILWATT_PROFILES; mkdir -p bin share/tailwatt
            cp "$TAILWATT" bin/tailwatt
            """
        return try Tool.shell("\(before)\n\(line)", in: prefix.url)
    }

    @Test("An installed program finds its profiles and its commit by its own place")
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

    @Test("A program alone has a number for a version, and says what it misses")
    func alone() throws {
        let outcome = try Self.shell(
            "bin/tailwatt --version; bin/tailwatt compare keep-alive || echo \"exit $?\"")
        #expect(outcome.output.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\nexit 66\n/) != nil)
        #expect(outcome.errors.contains("TAILWATT_PROFILES"))
    }
}
