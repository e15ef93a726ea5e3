import Experiments
import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel
@testable import Reports
@testable import Studies

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
        let result = await result(answer, world: world)
        // Every answer ends with the phone and network; another test looks at that.
        let end = " This is for \(result.scenario.device.name) on \(result.scenario.radio.name)."
        let text = AnswerSentence(result)?.text
        return text.map { $0.hasSuffix(end) ? String($0.dropLast(end.count)) : $0 }
    }

    @Test("An answer ends with the phone and network, unless it names them or is no sentence")
    func phone() async {
        func text(_ parts: [Answer.Part]) async -> String? {
            AnswerSentence(await Self.result(Answer(parts)))?.text
        }
        let answered = await text([.words("Yes.")])
        #expect(answered?.hasPrefix("Yes. This is for ") == true, "\(answered ?? "")")
        let named = await text([.words("Yes, on "), .figure(.phone), .words(".")])
        #expect(named?.hasPrefix("Yes, on ") == true && named?.contains("This") == false)
        #expect(await text([.words("Yes")]) == "Yes")
    }

    @Test("An answer gives energies as shares of the battery, and names the battery once")
    func shares() async {
        let (ten, other) = (Self.term("ten", .energy), Self.term("none", .energy))
        let result = await Self.result(
            Answer([.figure(.mean(ten)), .words(" and "), .figure(.mean(other))]))
        let text = AnswerSentence(result)?.text ?? ""
        let battery = result.scenario.device.battery.energy.magnitude / 1000
        let mean = result.policies[0].summary(of: .energy).mean ?? 0
        let share = FigureText.text(100 * mean / battery, unit: "percent", digits: 2)
        #expect(text.hasPrefix("\(share) of the battery ("), "\(text)")
        #expect(text.components(separatedBy: "of the battery").count == 2, "\(text)")
        #expect(text.components(separatedBy: " %").count == 3, "\(text)")
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

    @Test("Means, differences and ratios equal values worked out by hand")
    func figures() async {
        let radio = Metric.radioEnergy
        let (ten, other) = (Self.term("ten", radio), Self.term("twenty-nine", radio))
        #expect(143 * Self.each > 999.5 && 49 * Self.each < 999.5)
        // The battery has 18,900 J.
        #expect(await Self.text(.mean(ten)) == "It is 6.7 % of the battery (1,268 J).")
        #expect(await Self.text(.mean(other)) == "It is 2.3 % of the battery (434 J).")
        #expect(await Self.text(.difference(ten, other)) == "It is 4.4 % of the battery (833 J).")
        #expect(
            await Self.text(.difference(other, ten)) == "It is -4.4 % of the battery (-833 J).")
        #expect(await Self.text(.ratio(other, ten)) == "It is 34.3 %.")
        let each = Answer.Figure.ratio(ten, Self.term("ten", .keepAlives))
        #expect(await Self.text(each) == "It is 8.87 J.")
        #expect(await Self.text(.mean(Self.term("ten", .keepAlives))) == "It is 143.")
        #expect(await Self.text(.most(.marginalEnergy, where: [])) == "It is both.")
    }

    private static func keepAlives(_ limit: Double, isAtMost: Bool) -> MetricConstraint {
        let sign = isAtMost ? "<=" : ">="
        return MetricConstraint(
            .keepAlives, isAtMost ? .atMost : .atLeast, limit: limit,
            text: "keep-alives \(sign) \(limit)")
    }

    @Test("The cheapest policy is one that does its job, or no policy is named")
    func bounds() async {
        let energy = Metric.marginalEnergy
        func least(_ bounds: MetricConstraint...) async -> String? {
            await Self.text(.least(energy, where: bounds))
        }
        #expect(await least(Self.keepAlives(40, isAtMost: false)) == "It is twenty-nine.")
        #expect(await least(Self.keepAlives(50, isAtMost: false)) == "It is ten.")
        let both = [Self.keepAlives(50, isAtMost: false), Self.keepAlives(150, isAtMost: true)]
        #expect(await Self.text(.most(energy, where: both)) == "It is ten.")
        #expect(
            await least(Self.keepAlives(900, isAtMost: false))
                == "It is no policy that is shown to have keep-alives >= 900.0.")
    }

    @Test("The figures choose the words, and say where they show neither")
    func choices() async {
        let words = Answer.Words(yes: "yes", no: "no", unknown: "open", same: "same")
        func text(
            _ left: Answer.Term, _ isLess: Bool, _ right: Answer.Condition.Side,
            world: WorldProfile = WorldProfile()
        ) async -> String? {
            await Self.text(
                .choice(Answer.Condition(left, isLess: isLess, than: right), words), world: world)
        }
        let ten = Self.term("ten", .keepAlives)
        let other = Self.term("twenty-nine", .keepAlives)
        #expect(await text(other, true, .times(1, ten)) == "It is yes.")
        #expect(await text(other, false, .times(1, ten)) == "It is no.")
        #expect(await text(ten, true, .times(3, other)) == "It is yes.")
        #expect(await text(ten, true, .times(2.5, other)) == "It is no.")
        #expect(await text(ten, true, .times(1, ten)) == "It is same.")
        // 143 against 2.9 times 49 = 142.1: within 2 %, but of a multiple that its author chose.
        #expect(await text(ten, true, .times(2.9, other)) == "It is no.")
        #expect(await text(ten, false, .limit(142)) == "It is yes.")
        #expect(await text(ten, true, .limit(142)) == "It is no.")
        // A dozen calls a run, of three runs: more or less than their mean is not known.
        let calls = WorldProfile(incomingCalls: .exponential(mean: Seconds(7200)))
        let offered = Self.term("ten", .callsOffered)
        #expect(await text(offered, true, .limit(12), world: calls) == "It is open.")
        #expect(await text(offered, true, .limit(100), world: calls) == "It is yes.")
    }

    @Test("A difference is stated by its size and its direction")
    func changes() async {
        func text(_ left: String, _ right: String) async -> String? {
            await Self.text(
                .change(Self.term(left, .keepAlives), from: Self.term(right, .keepAlives)))
        }
        // 49 and 143 keep-alives, together 192.
        #expect(await text("twenty-nine", "ten") == "It is 65.7 % less.")
        #expect(await text("both", "ten") == "It is 34.3 % more.")
        #expect(await text("ten", "twenty-nine") == "It is 2.92 times as much.")
        #expect(await text("ten", "ten") == "It is about the same.")
        #expect(await text("ten", "none") == "It is no value in any run.")
        let calls = WorldProfile(incomingCalls: .exponential(mean: Seconds(7200)))
        let open = Answer.Figure.change(
            Self.term("ten", .callsOffered), from: Self.term("ten", .keepAlives))
        let unsure = await Self.text(open, world: calls)
        #expect(unsure?.contains("less") == true, "\(unsure ?? "")")
    }

    @Test("The phone is named, and what is asked of other values is unknown until it is simulated")
    func phoneAndVariants() async throws {
        let scenario = Fixtures.scenario(policies: Self.scenarioPolicies)
        #expect(
            await Self.text(.phone)
                == "It is \(scenario.device.name) on \(scenario.radio.name).")
        let edits = [try ValueEdit("radio.initial=IDLE")]
        let figure = Answer.Figure.with(edits, .mean(Self.term("ten", .keepAlives)))
        #expect(await Self.text(figure) == "It is unknown.")
    }

    @Test(
        "A figure is reported as precisely as it is known",
        arguments: [
            (100, 98, 102, "100"), (100, 80, 120, "100 ± 20"), (100, 40, 160, "40 to 160"),
            (100, -1, 201, "fewer than 201"), (0, 0, 0.04, "fewer than 0.040"), (0, 0, 0, "0"),
        ] as [(Double, Double, Double, String)])
    func known(_ value: Double, _ low: Double, _ high: Double, _ text: String) {
        #expect(KnownFigure(value, low, high, "").text == text)
    }

    @Test(
        "A share of events is written as \"1 in N\"",
        arguments: [
            (0, 0, 0.0248, "fewer than 1 in 40"), (0.01, 0, 0.03, "fewer than 1 in 33"),
            (0.05, 0.02, 0.08, "between 1 in 50 and 1 in 12"),
            (0.066, 0.06, 0.072, "1 in 15 (1 in 17 to 1 in 13)"), (0.3, 0.29, 0.31, "30 %"),
            (1, 0.97, 1, "100 %"),
        ] as [(Double, Double, Double, String)])
    func shares(_ value: Double, _ low: Double, _ high: Double, _ text: String) {
        #expect(KnownFigure(value, low, high, "").oneIn == text)
    }

    @Test("An event that never happened is bounded by the number of runs, not of calls")
    func never() async {
        let calls = WorldProfile(incomingCalls: .exponential(mean: Seconds(7200)))
        let share = Answer.Figure.share(policy: "ten", .callsMissed, of: .callsOffered)
        // Three runs without a missed call: 1 − 0.025^(1/3) = 0.708, whatever their calls.
        #expect(await Self.text(share, world: calls) == "It is fewer than 71 %.")
    }

    @Test("Energy that is booked to an app, and to all apps")
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

    @Test("A value without any run is put in words; one of only some runs gives their number")
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

    @Test("A difference that is not shown is not reported as one")
    func unsure() async {
        let calls = WorldProfile(incomingCalls: .exponential(mean: Seconds(7200)))
        let figure = Answer.Figure.difference(
            Self.term("ten", .callsOffered), Self.term("twenty-nine", .callsMissed))
        let same = Answer.Figure.difference(
            Self.term("ten", .callsOffered), Self.term("twenty-nine", .callsOffered))
        #expect(await Self.text(same, world: calls) == "It is 0.")
        let text = await Self.text(figure, world: calls)
        // Three runs with some dozen calls each: too few to tell that there are any.
        #expect(text?.contains("no difference shown (no more than ") == true, "\(text ?? "")")
    }

    @Test(
        "Figures have three digits and the unit that suits their size",
        arguments: [
            (1367.9, "J", "1,368 J"), (478.4, "J", "478 J"), (0.0314159, "J", "0.0314 J"),
            (250_000, "J", "250 kJ"), (26.84, "percent", "26.8 %"), (0, "percent", "0 %"),
            (0.1963, "percent_per_hour", "4.71 % a day"), (-0.5, "percent_per_hour", "-12 % a day"),
            (1.668, "percent_per_hour", "1.67 % an hour"), (119.4, "s", "119 s"),
            (120, "s", "2 min"), (7260, "s", "2.02 h"), (380_094, "B", "380 kB"),
            (19_073_626, "B", "19.1 MB"), (1851, "m", "1.85 km"), (64.0, "m", "64 m"),
            (143.985, "", "144"), (0.2794, "", "0.279"), (12.5, "h", "12.5 h"),
            (-889.5, "J", "-890 J"), (0.2714, "J_per_s", "0.271 J/s"),
        ] as [(Double, String, String)])
    func units(_ value: Double, _ unit: String, _ text: String) {
        #expect(FigureText.text(value, unit: unit) == text)
    }
}
