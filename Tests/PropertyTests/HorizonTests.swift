import Experiments
import Foundation
import Kernel
import ModelFixtures
import Profiles
import Studies
import TestSupport
import Testing

@testable import DeviceModel

/// Tests that a shipped answer holds for longer runs and does not depend on where its runs happen
/// to end.
@Suite struct HorizonTests {
    private static let library = ProfileLibrary(
        root: Repository.profiles
    ).remembering

    /// A little longer, for what happens at the end; and half as long again.
    private static let factors = [25.0 / 24, 1.5]
    private static let replications = 4

    private static func result(
        _ name: String, hours: Double?, replications: Int
    ) async throws -> ExperimentResult {
        let loaded = try library.loadScenario(
            name,
            overrides: ScenarioOverrides(
                horizon: hours.map { TimeSpan(Seconds($0 * 3600)) },
                sampling: .init(replications: replications)))
        return await Experiment(loaded.scenario, jobs: 1).run()
    }

    @Test("The answer keeps its order over longer runs", arguments: library.names(of: .scenario))
    func order(_ name: String) async throws {
        let own = try await Self.result(name, hours: nil, replications: Self.replications)
        let answer = try #require(own.scenario.answer, "\(name) has no answer")
        let hours = own.scenario.horizon.seconds.magnitude / 3600
        for factor in Self.factors {
            let longer = try await Self.result(
                name, hours: hours * factor, replications: Self.replications)
            let found = AnswerOrder.contradictions(answer, own, longer)
            #expect(found == [], "\(name) at \(hours) h and at \(hours * factor) h")
        }
    }

    @Test("The test finds an answer that counts photos as the charger's window opens")
    func atMidnight() async throws {
        func sent(_ policy: String) -> Answer.Part {
            .figure(.mean(Answer.Term(policy: policy, quantity: .metric(.itemsSent))))
        }
        let answer = Answer([sent("background-session"), sent("discretionary")])
        let own = try await Self.result("photo-backup", hours: 48, replications: 40)
        let later = try await Self.result("photo-backup", hours: 50, replications: 40)
        let found = AnswerOrder.contradictions(answer, own, later)
        #expect(found == ["items-sent of background-session and discretionary"])
    }
}

/// The order of policies in an answer: by each figure for two of them, by the chosen words, and by
/// the comparisons of the policies.
enum AnswerOrder {
    /// The orders that two results show reversed.
    static func contradictions(
        _ answer: Answer, _ own: ExperimentResult, _ other: ExperimentResult
    ) -> [String] {
        let claims = Self.claims(answer, own)
        let others = Self.claims(answer, other)
        return claims.indices.filter { index in
            guard let first = claims[index].shown, let second = others[index].shown else {
                return false
            }
            return first != second
        }.map { claims[$0].text }
    }

    private struct Claim {
        let text: String
        /// Nil if the replications do not show it.
        let shown: String?
    }

    private static func claims(_ answer: Answer, _ result: ExperimentResult) -> [Claim] {
        let figures = AnswerFigures(result)
        let gaps = answer.parts.compactMap { part -> Answer.Figure? in
            if case .figure(let figure) = part { return figure }
            return nil
        }
        var claims: [Claim] = []
        for (index, gap) in gaps.enumerated() {
            for other in gaps[..<index] {
                if let claim = pair(other, gap, figures) { claims.append(claim) }
            }
            if let claim = alone(gap, figures) { claims.append(claim) }
        }
        let leading = Answer.Estimand.metric(result.leadingMetric)
        let base = Answer.Term(policy: result.baseline.policy.name, quantity: leading)
        for policy in result.policies where policy.policy.name != base.policy {
            let term = Answer.Term(policy: policy.policy.name, quantity: leading)
            claims.append(order(base, term, figures))
        }
        return claims
    }

    private static func alone(_ gap: Answer.Figure, _ figures: AnswerFigures) -> Claim? {
        switch gap {
        case .mean, .ratio, .share, .with, .phone: return nil
        case .difference(let left, let right), .change(let left, from: let right):
            return order(left, right, figures)
        case .choice(let condition, let words):
            let verdict = figures.verdict(condition)
            return Claim(text: words.yes, shown: verdict == .unknown ? nil : "\(verdict)")
        case .least(let metric, where: let bounds):
            return best(figures.extreme(metric, isLeast: true, where: bounds), "least \(metric)")
        case .most(let metric, where: let bounds):
            return best(figures.extreme(metric, isLeast: false, where: bounds), "most \(metric)")
        }
    }

    private static func best(_ extreme: AnswerExtreme, _ text: String) -> Claim {
        let isShown = extreme.policies.count == 1 && extreme.undecided.isEmpty
        return Claim(text: text, shown: isShown ? extreme.policies[0] : nil)
    }

    private static func pair(
        _ first: Answer.Figure, _ second: Answer.Figure, _ figures: AnswerFigures
    ) -> Claim? {
        switch (first, second) {
        case (.mean(let left), .mean(let right)) where left.quantity == right.quantity:
            return order(left, right, figures)
        case (.ratio(let left, let below), .ratio(let right, let other))
        where left.quantity == right.quantity && below.quantity == other.quantity:
            return apart(
                "\(left.quantity) for each", figures.ratio(left, below),
                figures.ratio(right, other))
        case (.share(let left, let event, let whole), .share(let right, let same, _))
        where event == same:
            return apart(
                "share of \(left) and \(right)", figures.share(left, event, of: whole),
                figures.share(right, event, of: whole))
        default: return nil
        }
    }

    private static func order(
        _ left: Answer.Term, _ right: Answer.Term, _ figures: AnswerFigures
    ) -> Claim {
        let interval = figures.difference(left, right)?.interval
        var shown: String?
        if let interval, interval.low > 0 || interval.high < 0 {
            shown = interval.low > 0 ? "more" : "less"
        }
        var name = "booked"
        if case .metric(let metric) = left.quantity { name = metric.rawValue }
        return Claim(text: "\(name) of \(left.policy) and \(right.policy)", shown: shown)
    }

    private static func apart(
        _ text: String, _ first: AnswerFigure?, _ second: AnswerFigure?
    ) -> Claim {
        guard let one = first?.interval, let two = second?.interval else {
            return Claim(text: text, shown: nil)
        }
        if one.high < two.low { return Claim(text: text, shown: "less") }
        return Claim(text: text, shown: two.high < one.low ? "more" : nil)
    }
}
