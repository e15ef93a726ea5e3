import Testing

@testable import Profiles

@Suite struct ProvenanceTests {
    private func entries(_ file: String) throws -> [String: ProvenanceEntry] {
        let entries = try Corpus.library.load(path: Corpus.path(file)).file.provenance
        return Dictionary(entries.map { ($0.path, $0) }) { first, second in
            Issue.record("\(first) and \(second) have one path")
            return first
        }
    }

    @Test("A value may state its own source")
    func aValueMaySayItselfWhereItCameFrom() throws {
        let entries = try entries("good/radio-minimal.yaml")
        let book = Source(
            key: "BOOK", citation: "A book", url: "https://example.org", measured: "spring 1999",
            confidence: .derived)
        let table = Source(
            key: nil, citation: "A book, table 1", url: nil, measured: "1999", confidence: nil)
        #expect(
            entries["states.ON.power"]
                == ProvenanceEntry(
                    path: "states.ON.power", text: "10 mW",
                    origin: .assumption("one state is enough"), line: 7))
        #expect(entries["states.ON.uplink"]?.origin == .source(table))
        #expect(entries["states.ON.downlink"]?.origin == .source(book))
        #expect(entries["round-trip"]?.origin == .source(book))
        #expect(entries.count == 4)
    }

    @Test("The file's own source covers the rest")
    func theFilesOwnSourceStandsBehindTheRest() throws {
        let entries = try entries("good/radio-full.yaml")
        let main = ProvenanceEntry.Origin.source(
            Source(
                key: "MAIN", citation: "A citation that goes on in the next line", url: nil,
                measured: nil, confidence: .seenPeerCode))
        #expect(entries["states.RRC_IDLE.cycle.on-power"]?.origin == main)
        #expect(entries["demotions[SHARED -> RRC_IDLE].after"]?.text == "10 s")
        #expect(entries["states.RRC_CONNECTED.power"]?.origin == .assumption("why not"))
        #expect(
            entries["promotions[SHARED -> RRC_CONNECTED].trigger.uplink-over"]?.origin == main)
    }

    @Test("Rules are recorded too")
    func rulesAreRecordedAsWell() throws {
        let entries = try entries("good/system-full.yaml")
        #expect(entries["audio.keeps-running"]?.text == "true")
        #expect(entries["bluetooth.per-hour-limit"]?.origin == .assumption("many"))
    }

    /// Rules in words are shown, but need no source and are no numbers.
    @Test("Words are recorded as words")
    func wordsAreRecordedAsWhatTheyAre() throws {
        let document = try Corpus.library.loadRadio(Corpus.path("good/radio-peer.yaml"))
        let words = document.file.provenance.filter { $0.origin == .word }.map {
            "\($0.path): \($0.text)"
        }
        #expect(
            words == [
                "peer.promotions: by-direction", "peer.activity.state: CELL_DCH",
            ])
        #expect(document.file.numbers.count == document.file.provenance.count - words.count)
        #expect(document.file.numbers.allSatisfy { $0.origin != .word })
    }

    /// Two promotions between one pair of states are distinguished.
    @Test("List entries with equal names are numbered")
    func entriesOfListsThatAreCalledAlikeAreNumbered() throws {
        let entries = try entries("good/radio-peer.yaml")
        #expect(entries["promotions[CELL_FACH -> CELL_DCH].delay"]?.text == "1.5 s")
        #expect(
            entries["promotions[CELL_FACH -> CELL_DCH, 2].delay"]?.text
                == "triangular: [0 s, 0 s, 1 s]")
    }

    @Test("A scenario may leave things unstated")
    func aScenarioMayLeaveThingsUnstated() throws {
        let entries = try entries("good/scenario-minimal.yaml")
        #expect(entries["horizon"]?.origin == .unstated)
        let interval = try #require(entries["policies[keep-alive-10].keep-alive.interval"])
        #expect(interval.origin == .unstated)
        #expect(interval.text == "10 min")
        let handler = try #require(entries["policies[keep-alive-10].keep-alive.handler-time"])
        #expect(handler.origin == .byDefault)
        #expect(handler.text == "5 s")
        #expect(handler.line == nil)
    }

    @Test("Distributions are one entry each")
    func distributionsAreOneEntryEach() throws {
        let entries = try entries("good/scenario-full.yaml")
        #expect(
            entries["world.other-traffic[0].downlink"]?.text
                == "lognormal: { median: 20 kB, sigma: 1 }")
        #expect(entries["world.other-traffic[1].downlink"]?.origin == .assumption("small"))
        #expect(entries["world.phone-calls.every"]?.text == "uniform: [1 h, 5 h]")
    }

    /// A profile loads only if every number has a source. Omitted numbers are defaults by
    /// assumption.
    @Test(
        "No profile has a number without a source",
        arguments: Corpus.files("good") + Corpus.files("library"))
    func noProfileHasAnUnstatedNumber(_ file: String) throws {
        if ["scenario", "budget", "/apps/"].contains(where: file.contains) { return }
        let entries = try entries(file)
        #expect(
            entries.values.allSatisfy {
                $0.origin == .byDefault || ($0.origin != .unstated && $0.line != nil)
            })
        #expect(!entries.isEmpty)
    }
}
