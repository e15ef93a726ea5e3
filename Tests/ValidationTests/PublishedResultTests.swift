import Foundation
import TestSupport
import Testing

/// Every published result that the collections hold, beside ours: `Reports/validation.csv`.
@Suite struct PublishedResultTests {
    /// Computed once.
    private static let results = Result {
        try PublishedResult.radios() + PublishedResult.systems() + PublishedResult.phones()
            + PublishedResult.elsewhere + PublishedResult.open
    }

    @Test("The committed table of published results is what the model gives")
    func table() throws {
        let lines = [PublishedResult.header] + (try Self.results.get()).map(\.line)
        let text = lines.joined(separator: "\n") + "\n"
        let url = Repository.url("Reports/validation.csv")
        let committed = try Golden.text(of: url, recording: text)
        #expect(
            committed == text, "make it again with RECORD=1 scripts/test --filter PublishedResult")
    }

    @Test("A check of arithmetic comes out again; what misses is no check of arithmetic")
    func arithmetic() throws {
        for result in try Self.results.get() where result.evidence == .arithmetic {
            #expect(result.isKept == true, "\(result.line)")
        }
    }

    @Test("What is compared has a bound, and what is not compared says why")
    func complete() throws {
        let results = try Self.results.get()
        for evidence in PublishedResult.Evidence.allCases {
            #expect(results.contains { $0.evidence == evidence }, "\(evidence)")
        }
        for result in results {
            let isCompared = result.evidence == .validation || result.evidence == .arithmetic
            #expect((result.isKept != nil) == isCompared, "\(result.line)")
            #expect(!result.because.isEmpty && !result.ids.isEmpty, "\(result.line)")
            if isCompared { #expect(result.published != nil, "\(result.line)") }
        }
    }

    @Test(
        "Each row that the table names is in the collections",
        SharedData.isThere("measurements-modern.csv"))
    func named() throws {
        let files = [
            "measurements.csv", "measurements-modern.csv", "system-rules.csv",
            "system-rules-modern.csv", "validation.csv",
        ]
        var known: Set<String> = []
        for file in files {
            let text = try String(contentsOfFile: SharedData.path(file), encoding: .utf8)
            for line in text.split(whereSeparator: \.isNewline) {
                known.insert(String(line.prefix { $0 != "," }))
            }
        }
        for result in try Self.results.get() {
            for id in result.ids.matches(of: /[A-Za-z]+-[0-9]{3}|V[0-9]{2}/) {
                #expect(known.contains(String(id.output)), "\(id.output): \(result.result)")
            }
        }
    }
}
