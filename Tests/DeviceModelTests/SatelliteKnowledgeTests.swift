import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

@Suite struct SatelliteKnowledgeTests {
    private let age = Fixtures.seconds(7200)

    private func at(_ seconds: Double) -> Instant { .start + Fixtures.seconds(seconds) }

    /// Found cold at 100 s; then a start at other times.
    @Test(
        "Ephemerides make a start hot while they are valid, and warm afterwards",
        arguments: [
            (100.0, SatelliteKnowledge.Start.hot), (7300, .hot), (7300.000_000_001, .warm),
            (80_000, .warm),
        ])
    func byAge(time: Double, start: SatelliteKnowledge.Start) {
        var knowledge = SatelliteKnowledge()
        #expect(knowledge.start(at: .start, age: age) == .cold)
        knowledge.fix(after: .cold, at: at(100))
        #expect(knowledge.start(at: at(time), age: age) == start)
    }

    @Test("A hot start brings no ephemerides: their age counts from when they were received")
    func hotDoesNotRefresh() {
        var knowledge = SatelliteKnowledge()
        knowledge.fix(after: .cold, at: at(0))
        for hour in 1...2 { knowledge.fix(after: .hot, at: at(3600 * Double(hour))) }
        #expect(knowledge.start(at: at(7201), age: age) == .warm)
        knowledge.fix(after: .warm, at: at(7230))
        #expect(knowledge.start(at: at(7230 + 7200), age: age) == .hot)
    }

    @Test("Tracking for one broadcast of 30 s brings new ephemerides")
    func tracking() {
        for (span, start) in [(29.9, SatelliteKnowledge.Start.warm), (30, .hot)] {
            var knowledge = SatelliteKnowledge()
            knowledge.fix(after: .cold, at: at(0))
            knowledge.fix(after: .hot, at: at(7000))
            knowledge.lose(after: Fixtures.seconds(span), at: at(7000 + span))
            #expect(knowledge.start(at: at(8000), age: age) == start, "\(span) s")
        }
    }

    @Test("After a download the first start is aided, and later ones are hot")
    func aided() {
        var knowledge = SatelliteKnowledge()
        knowledge.assist(at: at(10))
        #expect(knowledge.start(at: at(10), age: age) == .aided)
        knowledge.fix(after: .aided, at: at(12))
        #expect(knowledge.start(at: at(20), age: age) == .hot)
        #expect(knowledge.start(at: at(7211), age: age) == .warm)
    }
}
