import Foundation
import Testing

/// Tests of short names of options, filters of lists, and the order of commands in the help.
@Suite struct ShortcutTests {
    @Test("A word after list shows only entries that contain it, in any case")
    func filters() throws {
        let radios = try Tool.run(["profiles", "list", "LTE-Verizon", "--format", "csv"])
        let rows = radios.output.split(whereSeparator: \.isNewline)
        #expect(rows.count == 2 && rows[1].hasPrefix("radio,lte-verizon-2021,"), "\(rows)")
        let scenarios = try Tool.run(["scenarios", "list", "glucose"])
        #expect(scenarios.output.hasPrefix("Scenarios: 1, each with a question and an answer.\n"))
        #expect(scenarios.output.contains("\nglucose-sensor\n"))
        for list in ["profiles", "scenarios"] {
            let none = try Tool.run([list, "list", "zeppelin"])
            #expect(none.exitCode == 66 && none.output.isEmpty)
            #expect(none.errorWords.contains("no \(list.dropLast()) contains \"zeppelin\""))
        }
    }
}
