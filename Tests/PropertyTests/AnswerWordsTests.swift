import Foundation
import Kernel
import Profiles
import Reports
import Studies
import TestSupport
import Testing

@testable import DeviceModel
@testable import Experiments

/// Tests that the words of a shipped answer change with the figures that they depend on.
@Suite struct AnswerWordsTests {
    private static let library = ProfileLibrary(root: Repository.profiles).remembering

    // MARK: Words next to figures

    /// Claims that only conditional words may make: the size of a figure, a comparison, or a
    /// conclusion from either.
    private static let claims =
        #"\b(most of|mostly|mainly|hardly|barely|almost|nearly all|next to nothing|as if|as ever|"#
        + #"for nothing|cheaper|dearer|better|worse|less|more|fewer|longer|shorter|later|sooner|"#
        + #"greatest|smallest|far|much|little|only a|as often as|so that|of which)\b"#

    @Test(
        "Words outside a condition make no claim about the figures",
        arguments: library.names(of: .scenario))
    func words(_ name: String) throws {
        let answer = try #require(try Self.library.loadScenario(name).scenario.answer)
        let claims = try Regex(Self.claims)
        for case .words(let words) in answer.parts {
            // A limit of the scenario, and a policy's name in words, are no claim.
            let plain = words.replacing("no more than 6 %", with: "")
                .replacing("no more than 4 %", with: "").replacing("A little often", with: "")
            let found = plain.firstMatch(of: claims).map { String(plain[$0.range]) }
            #expect(found == nil, "\(name): \(words)")
        }
    }

    // MARK: Words that figures choose

    private static let runs = 30

    /// All figures are 100 but one.
    private static func text(
        _ scenario: Scenario, _ term: Answer.Term, _ value: (Int) -> Double
    ) -> String? {
        let books = RunPlan(scenario, policy: .none).books
        let results = scenario.policies.map { policy in
            var result = PolicyResult(policy, books: books)
            for run in 0..<Self.runs {
                var metrics = MetricValues()
                for metric in Metric.allCases {
                    let isTerm = term.policy == policy.name && term.quantity == .metric(metric)
                    metrics[metric] = isTerm ? value(run) : 100
                }
                result.add(metrics)
            }
            return result
        }
        return AnswerSentence(
            ExperimentResult(scenario: scenario, policies: results, end: .precise))?.text
    }

    /// Values of the left side, and the words that they choose.
    private static func cases(
        _ condition: Answer.Condition, _ words: Answer.Words
    ) -> [(words: String, value: (Int) -> Double)] {
        var (bound, isPair) = (0.0, false)
        switch condition.right {
        case .limit(let limit): bound = limit
        case .times(let factor, _): (bound, isPair) = (100 * factor, factor == 1)
        }
        let (low, high) = (0.5 * bound, 1.5 * bound)
        return [
            (condition.isLess ? words.yes : words.no, { _ in low }),
            (condition.isLess ? words.no : words.yes, { _ in high }),
            (words.unknown, { $0 % 2 == 0 ? low : high }),
        ]
            + (isPair
                ? [(words.same, { _ in 0.985 * bound }), (words.same, { _ in 1.015 * bound })] : [])
    }

    @Test("Each choice follows the figures", arguments: library.names(of: .scenario))
    func choices(_ name: String) throws {
        let scenario = try Self.library.loadScenario(name).scenario
        let parts = try #require(scenario.answer).parts
        for (place, part) in parts.enumerated() {
            guard case .figure(.choice(let condition, let words)) = part else { continue }
            #expect(words.yes != words.no)
            for (chosen, value) in Self.cases(condition, words) {
                var fixed = parts
                fixed[place] = .words(chosen)
                let expected = scenario.asked(Answer(fixed), of: scenario.policies)
                #expect(
                    Self.text(scenario, condition.left, value)
                        == Self.text(expected, condition.left, value))
            }
        }
    }

    private static func answered(
        _ name: String, _ edits: String..., replications: Int
    ) async throws -> ExperimentResult {
        let overrides = ScenarioOverrides(
            sampling: .init(replications: replications), edits: try edits.map { try ValueEdit($0) })
        let scenario = try library.loadScenario(name, overrides: overrides).scenario
        let variants = try scenario.variants(
            from: EditedScenario(name, overrides, in: library), isOwn: edits.isEmpty)
        return await Experiment(scenario, jobs: 2).run().with(variants, jobs: 2)
    }

    @Test("The energy of a push without a lit display is not mostly the display's")
    func alert() async throws {
        for (time, isMost) in [("10 s", true), ("0 s", false)] {
            let result = try await Self.answered(
                "messenger-today-ios", "device.display.alert-time=\(time)", replications: 6)
            let text = try #require(AnswerSentence(result)?.text)
            #expect(text.contains("the display takes most") == isMost, "\(text)")
        }
    }

    @Test("Without listeners whole tracks save about equally much, for any seed")
    func impatient() async throws {
        for seed in 1...12 {
            let result = try await Self.answered(
                "streaming-impatient", "seed=\(seed)", replications: 60)
            let text = try #require(AnswerSentence(result)?.text)
            #expect(text.hasPrefix("About the same: "), "seed \(seed): \(text)")
        }
    }

    // MARK: Figures of other values

    /// The costs of docs/guide/tour.md in joules a day. The heartbeat after 28 minutes is within
    /// the tenth by which 29 minutes may be early; those after 15 and 20 are not. Without early
    /// calls of apps none is.
    private static let besidePush: [(edits: [String], cost: Double)] = [
        ([], 472), ([push], 82.5), ([push, "system.push.cellular-interval=15min"], 445),
        ([push, "system.push.cellular-interval=20min"], 423),
        ([push, "system.keep-alive.earliness=0%"], 502),
    ]
    private static let push = "world.push-connection=true"

    private static func cost(_ result: ExperimentResult) throws -> Double {
        let term = Answer.Term(policy: "keep-alive-29", quantity: .metric(.marginalEnergy))
        return try #require(AnswerFigures(result).mean(term)).value
    }

    @Test("What a keep-alive costs beside the system's push connection rests on two assumptions")
    func besidePush() async throws {
        for (edits, expected) in Self.besidePush {
            let result = try await Self.answered(
                "keep-alive", replications: 150, edits: try edits.map { try ValueEdit($0) })
            // A day's cost has a standard deviation of 34 J; the mean of 150 days has 3 J.
            #expect(abs(try Self.cost(result) - expected) < 9, "\(edits)")
        }
    }

    @Test("A figure for other values is what these values give, in as many worlds")
    func variants() async throws {
        let result = try await Self.answered("keep-alive", replications: 20)
        let variant = try #require(result.variants.first)
        #expect(result.variants.count == 1 && variant.result.replicationCount == 20)
        #expect(variant.result.policies.map(\.policy.name) == ["keep-alive-29"])
        let direct = try await Self.answered("keep-alive", replications: 20, edits: variant.edits)
        #expect(try Self.cost(direct) == Self.cost(variant.result))
        let text = try #require(AnswerSentence(result)?.text)
        #expect(text.contains("iphone-4 on umts-att-2010"), "\(text)")
    }

    private static func answered(
        _ name: String, replications: Int, edits: [ValueEdit]
    ) async throws -> ExperimentResult {
        let overrides = ScenarioOverrides(
            sampling: .init(replications: replications), edits: edits)
        return await Experiment(
            try library.loadScenario(name, overrides: overrides).scenario, jobs: 2
        ).run()
    }

    /// The answer for a phone that lacks everything asked for.
    private struct Bare: ScenarioSource {
        func scenario(with edits: [ValueEdit]) throws -> Scenario {
            throw ValuePathError("\(edits)")
        }
    }

    @Test("On a replaced phone a missing value makes the figure unknown; elsewhere it is a fault")
    func unknown() async throws {
        let scenario = try Self.library.loadScenario(
            "keep-alive", overrides: ScenarioOverrides(sampling: .init(replications: 4))
        ).scenario
        #expect(throws: ValuePathError.self) {
            try scenario.variants(from: Bare(), isOwn: true)
        }
        let variants = try scenario.variants(from: Bare(), isOwn: false)
        let result = await Experiment(scenario, jobs: 1).run().with(variants, jobs: 1)
        let text = try #require(AnswerSentence(result)?.text)
        #expect(text.contains("29 minutes cost unknown."), "\(text)")
    }
}
