import DeviceModel
import Experiments
import Show
import Statistics

/// A scenario's answer, and what its apps cost, as files.
extension ResultTables {
    /// The row of `answer.csv`.
    public struct AnswerRow: Sendable {
        let scenario: String
        let question: String
        let answer: String
    }

    /// The question and its answer; `nil` where the scenario does not say how to put it.
    static func answerRows(of result: ExperimentResult) -> [AnswerRow]? {
        AnswerSentence(result).map { sentence in
            [
                AnswerRow(
                    scenario: result.scenario.name, question: result.scenario.question,
                    answer: sentence.text)
            ]
        }
    }

    static let answer = Table<AnswerRow>(
        name: "answer",
        columns: [
            .text("scenario", "The scenario's name.", \.scenario),
            .text("question", "What it asks.", \.question),
            .text("answer", "The same figures as the other files have.", \.answer),
        ])

    /// One row of `apps.csv`.
    public struct AppRow: Sendable {
        let scenario: String
        let policy: String
        let app: String
        let booked: Double
        let marginal: PairedDifference?
        let alone: Summary?
    }

    /// What each of several apps costs, then what is booked to the world; `nil` where the policies
    /// are not several apps.
    static func appRows(of result: ExperimentResult) -> [AppRow]? {
        guard let costs = AppCosts(result) else { return nil }
        let scenario = result.scenario.name
        let apps = costs.apps.map {
            AppRow(
                scenario: scenario, policy: costs.policy, app: $0.name, booked: $0.booked,
                marginal: $0.marginal, alone: $0.alone)
        }
        let world = costs.world.map {
            AppRow(
                scenario: scenario, policy: costs.policy, app: $0.activity, booked: $0.energy,
                marginal: nil, alone: nil)
        }
        return apps + world
    }

    static let apps = Table<AppRow>(
        name: "apps",
        columns: [
            .text("scenario", "The scenario's name.", \.scenario),
            .text("policy", "The policy with all apps.", \.policy),
            .text("app", "One of them; then nobody, other apps and the network.", \.app),
            .number(
                "booked_J", "What the ledger books to it, mean; the column adds up to energy.",
                \.booked),
            .number(
                "marginal_J", "Energy with it minus energy without it, mean over worlds.",
                \.marginal?.difference),
            .number(
                "marginal_ci_low", "Student's t interval of that, 95 %, lower end.",
                \.marginal?.interval?.low),
            .number("marginal_ci_high", "The same, upper end.", \.marginal?.interval?.high),
            .number(
                "alone_J", "Energy of the app alone above the same world without it, mean.",
                \.alone?.mean),
            .number(
                "alone_ci_low", "Student's t interval of that, 95 %, lower end.",
                \.alone?.interval?.low),
            .number("alone_ci_high", "The same, upper end.", \.alone?.interval?.high),
        ])
}
