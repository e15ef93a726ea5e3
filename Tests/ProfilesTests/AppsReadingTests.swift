import Testing

@testable import DeviceModel
@testable import Profiles
@testable import Studies

@Suite struct AppsReadingTests {
    private func scenario() throws -> Scenario {
        try Corpus.library.loadScenario(Corpus.path("good/scenario-apps.yaml")).scenario
    }

    @Test("Choices make policies of the apps in their order")
    func choicesMakePoliciesOfTheAppsInTheirOrder() throws {
        let found = try scenario().policies.map { policy in
            var apps: [String] = []
            if let options = policy.options.severalApps {
                apps = options.apps.map { "\($0.name) \($0.place)" }
            }
            return "\(policy.name): \(apps.joined(separator: ", "))"
        }
        #expect(
            found == [
                "all: chat 1, music 2, mail 3", "without-chat-and-mail: music 2",
                "chat-alone: chat 1", "without-chat: music 2, mail 3",
                "without-music: chat 1, mail 3", "without-mail: chat 1, music 2",
                "only-chat: chat 1", "only-music: music 2", "only-mail: mail 3", "none: ",
            ])
    }

    @Test("The world has its own app, followed by those of the list")
    func theWorldHasItsOwnAppAndThenThoseOfTheList() throws {
        let scenario = try scenario()
        #expect(scenario.policies[scenario.baseline].name == "chat-alone")
        let apps = scenario.world.apps
        #expect(apps.count == 4)
        #expect(apps[0].sessions != nil && apps[0].messages == nil)
        #expect(apps[1].sessions != nil && apps[1].messages != nil && apps[1].outbox != nil)
        #expect(apps[2] == AppWorldProfile() && apps[3] == AppWorldProfile())
    }

    @Test("An answer has words and figures")
    func anAnswerIsWordsAndFigures() throws {
        func term(_ policy: String, _ metric: Metric) -> Answer.Term {
            Answer.Term(policy: policy, quantity: .metric(metric))
        }
        func booked(_ app: String?) -> Answer.Term {
            Answer.Term(policy: "all", quantity: .bookedEnergy(app: app))
        }
        let expected = Answer([
            .words("Yes: "), .figure(.mean(term("all", .energy))), .words(", "),
            .figure(.difference(term("all", .energy), term("none", .energy))), .words(" more, "),
            .figure(.ratio(term("without-chat", .energy), term("all", .energy))), .words(", "),
            .figure(.ratio(term("all", .energy), term("all", .keepAlives))), .words(" each; "),
            .figure(
                .least(
                    .marginalEnergy,
                    where: [
                        MetricConstraint(
                            .unreachableShare, .atMost, limit: 1,
                            text: "unreachable-share <= 1 %"),
                        MetricConstraint(
                            .messagesDelivered, .atLeast, limit: 2,
                            text: "messages-delivered >= 2"),
                    ])), .words(" and "), .figure(.most(.messageDelay, where: [])), .words(", "),
            .figure(
                .choice(
                    Answer.Condition(
                        term("all", .energy), isLess: true,
                        than: .times(2.5, term("none", .energy))),
                    Answer.Words(
                        yes: "Yes", no: "No", unknown: "Not shown", same: "About the same"))),
            .words(", "),
            .figure(
                .choice(
                    Answer.Condition(
                        term("all", .messageDelay), isLess: false, than: .limit(30)),
                    Answer.Words(
                        yes: "better", no: "worse", unknown: "open", same: "about the same"))),
            .words("; "),
            .figure(.mean(booked(nil))), .words(" booked, "),
            .figure(.ratio(booked("chat"), booked(nil))), .words(" to chat; "),
            .figure(.change(term("all", .energy), from: term("none", .energy))), .words(" on "),
            .figure(.phone),
            .figure(
                .choice(
                    Answer.Condition(
                        term("all", .energy), isLess: false,
                        than: .times(1, term("none", .energy))),
                    Answer.Words(yes: ", at least", no: "", unknown: "", same: ""))),
            .words("; "),
            .figure(
                .with(
                    [
                        try ValueEdit("radio.initial=IDLE", origin: "answer"),
                        try ValueEdit("horizon=12 h", origin: "answer"),
                    ], .mean(term("all", .energy)))), .words("."),
        ])
        #expect(try scenario().answer == expected)
    }
}
