import Foundation
import Kernel
import Profiles
import TestSupport
import Testing

@testable import DeviceModel

/// Common properties of all shipped answers, and of what they rest on.
@Suite struct ShippedAnswerTests {
    private static let library = ProfileLibrary(
        root: Repository.profiles)

    private static func asksForYesOrNo(_ question: String) -> Bool {
        let last = question.split { ":.".contains($0) }.last ?? ""
        let first = last.split(separator: " ").first?.lowercased() ?? ""
        return ["does", "is", "should", "do", "are", "can"].contains(first)
    }

    @Test(
        "The figures answer a question with yes or no, or with one of two choices",
        arguments: library.names(of: .scenario))
    func decided(_ name: String) throws {
        let scenario = try Self.library.loadScenario(name).scenario
        guard Self.asksForYesOrNo(scenario.question) else { return }
        let isDecided = try #require(scenario.answer).parts.contains { part in
            switch part {
            case .figure(.choice), .figure(.least), .figure(.most): true
            case .words, .figure: false
            }
        }
        #expect(isDecided, "\(scenario.question)")
    }

    @Test("Some questions are of that kind")
    func some() {
        #expect(Self.asksForYesOrNo("Does fast dormancy make it harmless?"))
        #expect(Self.asksForYesOrNo("Four mails arrive in an hour: is it cheaper to push them?"))
        #expect(Self.asksForYesOrNo("My phone lies on a table. Does Doze save energy?"))
        #expect(!Self.asksForYesOrNo("What does it cost?"))
    }

    /// 11 of 73 carriers forget within ten minutes and 4 of these within five (Wang et al., SIGCOMM
    /// 2011). A lognormal law about 45 min has 0.13 % below ten minutes.
    @Test("The carriers' middleboxes are the measured ones, including the shortest")
    func middleboxes() throws {
        let law = try #require(
            Self.library.loadScenario("keep-alive").scenario.world.network.natIdleTimeout)
        var stream = RandomStream(StreamKey(seed: 1, replication: 0, purpose: "carriers"))
        let times = (0..<73_000).map { _ in law.sample(&stream) }
        // Five standard deviations of the binomial counts are 306 and 485.
        #expect((times.count { $0 < Seconds(300) } - 4000).magnitude < 306)
        #expect((times.count { $0 < Seconds(600) } - 11_080).magnitude < 485)
        for name in [
            "adaptive-keep-alive", "day-in-the-life", "day-in-the-life-today", "imap-idle",
            "keep-alive-by-network", "messenger-lte", "messenger-today", "messenger-today-ios",
            "messenger-umts", "offline-retry", "safe-interval", "server-drops-idle", "voip",
            "voip-udp",
        ] {
            let scenario = try Self.library.loadScenario(name).scenario
            #expect(scenario.world.network.natIdleTimeout == law, "\(name)")
        }
    }
}
