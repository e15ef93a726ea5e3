import TestSupport
import Testing

/// Tests the power that a radio draws for paging in every state.
@Suite struct CampedRadioTests {
    /// The joules of a run without an app, with this power of the camped modem.
    private func joules(_ scenario: String, camped: String) throws -> Double {
        let outcome = try Tool.run([
            "run", scenario, "--policy", "none", "--radio", "lte-verizon-2021", "--set",
            "radio.camped=\(camped)", "--anyway", "--quiet",
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let words = outcome.output.replacingOccurrences(of: ",", with: "").split(separator: " ")
        return try #require(words.compactMap { Double($0) }.first, "\(outcome.output)")
    }

    @Test("A camped modem draws its power all day, and nothing in flight mode")
    func camped() throws {
        let more = try joules("keep-alive-alone", camped: "10 mW")
        let less = try joules("keep-alive-alone", camped: "0 mW")
        #expect(abs(more - less - 0.010 * 86_400) < 0.002, "\(more) J, \(less) J")
        let flight = try joules("tracker-in-flight-mode", camped: "10 mW")
        #expect(try flight == joules("tracker-in-flight-mode", camped: "0 mW"))
    }
}
