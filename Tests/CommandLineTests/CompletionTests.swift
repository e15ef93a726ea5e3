import Foundation
import TestSupport
import Testing

@Suite struct CompletionTests {
    /// The completions of the last word of a command line.
    private func completions(_ line: [String], _ argument: [String]) throws -> [String] {
        let outcome = try Tool.shell(
            "SAP_SHELL=bash SAP_SHELL_VERSION=5 \"$TAILWATT\" ---completion "
                + (argument + [String(line.count - 1), "0"] + line)
                .map { "'\($0)'" }.joined(separator: " "))
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return outcome.output.split(separator: "\n").map(String.init)
    }

    @Test("Scenarios, radios, metrics and the policies of the given scenario are completed")
    func names() throws {
        let scenarios = try completions(
            ["tailwatt", "compare", ""], ["compare", "--", "positional@0"])
        #expect(scenarios.contains("keep-alive") && scenarios.contains("one-socket"))
        let radios = try completions(
            ["tailwatt", "compare", "keep-alive", "--radio", ""], ["compare", "--", "--radio"])
        #expect(radios.contains("lte-huang-2012") && radios.contains("5g"))
        let policies = try completions(
            ["tailwatt", "run", "keep-alive", "--policy", ""], ["run", "--", "--policy"])
        #expect(policies == ["keep-alive-10", "keep-alive-29", "none"])
        let metrics = try completions(
            ["tailwatt", "select", "keep-alive", "--metric", ""], ["select", "--", "--metric"])
        #expect(metrics.contains("marginal-energy"))
    }

    @Test("An unknown scenario has no policies to complete", arguments: ["x", "/"])
    func unknown(scenario: String) throws {
        let none = try completions(
            ["tailwatt", "run", scenario, "--policy", ""], ["run", "--", "--policy"])
        #expect(none.isEmpty)
    }

    @Test("Each shell has a script", arguments: ["bash", "zsh", "fish"])
    func scripts(shell: String) throws {
        let outcome = try Tool.run(["--generate-completion-script", shell])
        #expect(outcome.exitCode == 0 && outcome.output.contains("tailwatt"))
    }
}
