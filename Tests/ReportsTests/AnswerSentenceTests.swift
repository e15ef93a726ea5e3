import DeviceModel
import Experiments
import ModelFixtures
import Quantities
import Testing

@testable import Reports

/// Answers with the figures of a result.
@Suite struct AnswerSentenceTests {
    private static let scenarioPolicies = [
        NamedPolicy(name: "ten", options: Fixtures.keepAlive(minutes: 10)),
        NamedPolicy(name: "twenty-nine", options: Fixtures.keepAlive(minutes: 29)),
        NamedPolicy(
            name: "both",
            options: .apps(
                AppsOptions(apps: [
                    .init(name: "chat", options: Fixtures.keepAlive(minutes: 10), place: 0),
                    .init(name: "mail", options: Fixtures.keepAlive(minutes: 29), place: 1),
                ]))),
        NamedPolicy(name: "none", options: .none),
    ]

    private static func result(
        _ answer: Answer?, world: WorldProfile = WorldProfile()
    ) async -> ExperimentResult {
        let scenario = Fixtures.scenario(
            world: world, policies: scenarioPolicies, replications: 3, answer: answer)
        return await Experiment(scenario, jobs: 1).run()
    }

    private static func text(
        _ figure: Answer.Figure, world: WorldProfile = WorldProfile()
    ) async -> String? {
        let answer = Answer([.words("It is "), .figure(figure), .words(".")])
        return AnswerSentence(await result(answer, world: world))?.text
    }

    private static func term(_ policy: String, _ metric: Metric) -> Answer.Term {
        Answer.Term(policy: policy, quantity: .metric(metric))
    }

    @Test("A scenario without an answer has none")
    func none() async {
        #expect(AnswerSentence(await Self.result(nil)) == nil)
    }

    /// What a day of 143 keep-alives costs the radio, and of 49, worked out by hand: a promotion of
    /// 2 s at 530 mW, a message, 5 s at 700 mW and 12 s at 350 mW each.
    private static let each = 2 * 0.53 + 5 * 0.7 + 12 * 0.35 + (0.15 + 200 * 8 / 1e6) * 0.7

    @Test("Means, differences and ratios are those that can be worked out by hand")
    func figures() async {
        let radio = Metric.radioEnergy
        let (ten, other) = (Self.term("ten", radio), Self.term("twenty-nine", radio))
        #expect(143 * Self.each > 999.5 && 49 * Self.each < 999.5)
        #expect(await Self.text(.mean(ten)) == "It is 1 268 J.")
        #expect(await Self.text(.mean(other)) == "It is 434 J.")
        #expect(await Self.text(.difference(ten, other)) == "It is 833 J.")
        #expect(await Self.text(.difference(other, ten)) == "It is -833 J.")
        #expect(await Self.text(.ratio(other, ten)) == "It is 34.3 %.")
        let each = Answer.Figure.ratio(ten, Self.term("ten", .keepAlives))
        #expect(await Self.text(each) == "It is 8.87 J.")
        #expect(await Self.text(.mean(Self.term("ten", .keepAlives))) == "It is 143.")
        #expect(await Self.text(.least(.marginalEnergy)) == "It is twenty-nine.")
        #expect(await Self.text(.most(.marginalEnergy)) == "It is both.")
    }

    @Test("What is booked to an app, and to all of them")
    func booked() async throws {
        let chat = Answer.Term(policy: "both", quantity: .bookedEnergy(app: "chat"))
        let all = Answer.Term(policy: "both", quantity: .bookedEnergy(app: nil))
        let result = await Self.result(nil)
        let mail = try #require(result.policies[2].bookedEnergy(of: "mail"))
        let whole = try #require(result.policies[2].bookedEnergy)
        let expected = FigureText.text(100 * (whole - mail) / whole, unit: "percent")
        #expect(await Self.text(.ratio(chat, all)) == "It is \(expected).")
        let nobody = Answer.Term(policy: "ten", quantity: .bookedEnergy(app: "chat"))
        #expect(await Self.text(.mean(nobody)) == "It is no value in any run.")
    }

    @Test("What no run has is said in words, and what only some have with their number")
    func undefined() async {
        let ring = Answer.Figure.mean(Self.term("ten", .timeToRing))
        #expect(await Self.text(ring) == "It is no value in any run.")
        let calls = WorldProfile(incomingCalls: .exponential(mean: Seconds(86_400)))
        let counts = await Self.result(nil, world: calls).policies[0].replications
            .filter { $0[.timeToRing] != nil }.count
        #expect(counts > 0 && counts < 3)
        let text = await Self.text(ring, world: calls)
        #expect(text?.hasSuffix(" s (in \(counts) of 3 runs).") == true, "\(text ?? "")")
    }

    @Test("A difference that is not shown is not told as one")
    func unsure() async {
        let calls = WorldProfile(incomingCalls: .exponential(mean: Seconds(7200)))
        let figure = Answer.Figure.difference(
            Self.term("ten", .callsOffered), Self.term("twenty-nine", .callsMissed))
        let same = Answer.Figure.difference(
            Self.term("ten", .callsOffered), Self.term("twenty-nine", .callsOffered))
        #expect(await Self.text(same, world: calls) == "It is 0.")
        let text = await Self.text(figure, world: calls)
        // Three runs with some dozen calls each: too few to tell that there are any.
        #expect(text?.hasSuffix(" (no difference shown).") == true, "\(text ?? "")")
    }

    @Test(
        "Figures have three digits and the unit that suits their size",
        arguments: [
            (1367.9, "J", "1 368 J"), (478.4, "J", "478 J"), (0.0314159, "J", "0.0314 J"),
            (250_000, "J", "250 kJ"), (26.84, "percent", "26.8 %"), (0, "percent", "0 %"),
            (0.1963, "percent_per_hour", "0.196 % an hour"), (119.4, "s", "119 s"),
            (120, "s", "2 min"), (7260, "s", "2.02 h"), (380_094, "B", "380 kB"),
            (19_073_626, "B", "19.1 MB"), (1851, "m", "1.85 km"), (64.0, "m", "64 m"),
            (143.985, "", "144"), (0.2794, "", "0.279"), (12.5, "h", "12.5 h"),
            (-889.5, "J", "-890 J"), (0.2714, "J_per_s", "0.271 J/s"),
        ] as [(Double, String, String)])
    func units(_ value: Double, _ unit: String, _ text: String) {
        #expect(FigureText.text(value, unit: unit) == text)
    }
}
