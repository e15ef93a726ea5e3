import Foundation
import Testing

/// Errands and the parameters of an app work with every option that metrics and values work with.
@Suite struct ErrandStudyTests {
    private static let scenario = """
        kind: scenario
        name: mails
        question: How often should my app look for mail?
        device:  nexus-one
        radio:   lte-huang-2012
        system:  android-4
        horizon: 6 h
        use:     standby
        world:
          messages: { every: { exponential: 20 min }, size: 1 kB }
        policies:
          - { name: often, app: mail, baseline: true }
          - { name: seldom, app: mail, with: { check-every: 1 h } }
          - name: own
            app:
              parameters: { pause: { value: 30 min, assumption: "a guess" } }
              rules:
                - { name: look, on: { every: $pause }, do: [ fetch: { up: 1 kB } ] }
        frontier:
          error: message-delay
          policies:
            - { app: mail, with: { check-every: [5 min, 15 min, 1 h] } }
            - name: own
              app:
                parameters: { pause: { value: [10 min, 30 min], assumption: "a guess" } }
                rules:
                  - { name: look, on: { every: $pause }, do: [ fetch: { up: 1 kB } ] }
        uncertain:
          policies.often.check-every: [10 min, 20 min]
        replications: { at-least: 8, at-most: 8 }

        """

    private static let budget = """
        kind: budget
        name: mine
        scenario: ./mails.yaml
        limits:
          - { policy: often, metric: errands-done, at-least: 20 }
          - { policy: often, metric: errand-delay, at-most: 2 s }
          - { policy: often, metric: bytes-wasted, at-most: 10 kB }
          - { policy: seldom, metric: errands-done, against: often, at-most: 50 % less }
          - { name: broken, policy: often, metric: errands-begun, at-most: 3 }

        """

    private func run(_ arguments: String...) throws -> Tool.Outcome {
        let scratch = try ScratchFolder()
        try scratch.file("mails.yaml", Self.scenario)
        try scratch.file("budget.yaml", Self.budget)
        return try Tool.run(arguments, in: scratch.url)
    }

    private func output(_ arguments: String...) throws -> String {
        let scratch = try ScratchFolder()
        try scratch.file("mails.yaml", Self.scenario)
        let outcome = try Tool.run(arguments, in: scratch.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return outcome.output
    }

    @Test("A budget limits errands, their delay and what they waste")
    func budget() throws {
        let outcome = try run("check", "budget.yaml")
        #expect(outcome.output.contains("of 5 limits 4 met, 1 exceeded"), "\(outcome.output)")
        #expect(outcome.output.contains("often errand-delay"))
        #expect(outcome.exitCode != 0)
    }

    @Test(
        "A sweep varies a parameter of an app by its path and counts errands",
        arguments: [
            ("policies.seldom.check-every", "1h,2h", ["5.000", "2.000"]),
            ("policies.seldom.with.check-every", "1h,2h", ["5.000", "2.000"]),
            ("policies.own.pause", "1h,2h", ["5.000", "2.000"]),
            ("policies.own.parameters.pause", "1h,2h", ["5.000", "2.000"]),
        ])
    func sweep(path: String, values: String, counts: [String]) throws {
        let output = try output(
            "sweep", "mails.yaml", "--vary", "\(path)=\(values)", "--metric", "errands-done")
        let policy = path.split(separator: ".")[1]
        let rows = output.split(separator: "\n").filter { $0.contains("  \(policy)  ") }
        #expect(rows.count == 2, "\(output)")
        for (row, count) in zip(rows, counts) { #expect(row.contains(" \(count)"), "\(row)") }
    }

    @Test("An unknown parameter of an app is refused with the parameters that exist")
    func unknown() throws {
        let outcome = try run(
            "sweep", "mails.yaml", "--vary", "policies.often.check=1h", "--metric", "energy")
        #expect(outcome.exitCode == 65 && outcome.errors.contains("Possible are check-every,"))
    }

    @Test("The best parameter of an app is found under limits on errands and messages")
    func optimize() throws {
        let output = try output(
            "optimize", "mails.yaml", "--vary", "policies.often.check-every=5min..2h",
            "--minimise", "marginal-energy", "--subject-to", "errands-done >= 20",
            "--replications", "8")
        // Twenty fit into six hours at one every 17 min 8 s or less.
        #expect(output.contains("optimum: ") && output.contains("errands done 20.0"), "\(output)")
    }

    @Test("The policy with the shortest errands is selected")
    func select() throws {
        let output = try output("select", "mails.yaml", "--metric", "errand-delay")
        #expect(output.contains("which policy has the least errand delay"), "\(output)")
        #expect(output.contains("selected"))
    }

    @Test("A frontier varies the parameters of apps in files and of apps inside the scenario")
    func frontier() throws {
        let output = try output("frontier", "mails.yaml")
        for policy in [
            "check-every=5min", "check-every=15min", "check-every=1h", "parameters.pause=10min",
            "parameters.pause=30min",
        ] {
            #expect(output.contains(policy), "\(policy) in \(output)")
        }
        #expect(output.contains("mail check-every=5min"), "\(output)")
    }

    @Test("An uncertain parameter of an app is drawn")
    func uncertain() throws {
        let output = try output("compare", "mails.yaml", "--uncertain", "--draws", "4")
        #expect(output.contains("often."), "\(output)")
    }
}
