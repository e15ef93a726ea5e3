import Kernel
import ModelFixtures
import Studies
import TestSupport
import Testing

@testable import DeviceModel
@testable import Profiles

/// Tests of the shipped apps with changed words, values and lines: an app that still loads runs to
/// its end.
@Suite struct AppMutationTests {
    private static let root = Repository.profiles
    private static let library = ProfileLibrary(root: root)
    static let files = Corpus.yamlFiles(in: root + "/apps")

    /// Words and values of the language, and some invalid ones.
    private static let pool = [
        "opened", "left", "item", "launched", "network", "message", "stop", "flush", "fetch",
        "in-front", "0 s", "1 s", "-1 s", "1 ns", "1e9 s", "15 min", "0 B", "1 kB", "1e15 B", "{}",
        "[]", "true", "2 %", "200 %", "wi-fi", "alarm", "timer", "refresh", "$every", "$", "nan",
        "{ every: 1 s }", "{ after: ping }", "[ stop ]", "- stop", "100000", "\"", "{ wait: 1 s }",
        "local-notification", "{ visit: both }", "{ moved: 1 m }", "{ battery-below: 50 % }",
        "{ message: {}, over: connection }", "[ opened, { every: 1 min } ]", "none",
        "{ setting: true }", "[ item, recorded ]",
        "{ message: { tells: true, when: behind } }", "[ track: { for: 1 h } ]",
        "[ keep-alive: {} ]",
        "[ repeat: { every: 0.1 s, times: 1000000, do: [ notify ] } ]",
    ]

    @Test("A changed app is refused, or runs", arguments: files)
    func changedApps(_ file: String) throws {
        let good = try Corpus.text(ofFile: "\(Self.root)/apps/\(file)")
            .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
        var (loaded, refused, run) = (0, 0, 0)
        for seed in 0..<10_000 {
            let text = Self.changed(good, Dice(state: UInt64(seed)))
            let failure = Corpus.failure { () throws(ProfileFailure) in
                let source = try SourceText(path: "app.yaml", bytes: Array(text.utf8))
                let app = try Self.library.app(
                    OpenedFile(source: source, label: "app.yaml", name: nil))
                loaded += 1
                if seed % 10 == 0, Self.runs(app.value) { run += 1 }
            }
            guard let failure else { continue }
            refused += 1
            #expect(!failure.description.isEmpty, "\(file), seed \(seed)")
        }
        // Regions need a world of their own.
        let isRun = run > 20 || file.hasPrefix("flag")
        #expect(loaded > 500 && refused > 500 && isRun, "\(loaded), \(refused), \(run)")
    }

    /// Runs an app in an eventful world, within small limits.
    private static func runs(_ app: PolicyOptions) -> Bool {
        var system = Fixtures.system()
        system.timers.wakesSuspended = true
        system.visits = StandardLocationRules.Pause(
            after: Fixtures.seconds(60), within: Meters(100))
        system.remoteNotification = TimedModeRules(
            runTime: Fixtures.seconds(30), perHourLimit: 3)
        system.backgroundFetch = TimedModeRules(runTime: Fixtures.seconds(30), perHourLimit: nil)
        system.backgroundTransfer = BackgroundTransferRules(
            firstRelaunchDelay: Fixtures.seconds(60), runTime: Fixtures.seconds(30))
        system.fetchLearning = FetchLearningRules(
            leastInterval: Fixtures.seconds(900), firstInterval: Fixtures.seconds(900),
            mostInterval: Fixtures.seconds(14_400), factor: 2,
            shortFetch: Fixtures.seconds(10), slotsPerDay: 48, lead: Fixtures.seconds(600))
        system.voipPush = VoIPPushRules(runTime: Fixtures.seconds(30))
        system.jobs = JobRules(
            leastPeriod: Fixtures.seconds(900), leastFlex: Fixtures.seconds(300),
            runTime: Fixtures.seconds(600), firstBackOff: Fixtures.seconds(30),
            longestBackOff: Fixtures.seconds(18_000), idleAfter: Fixtures.seconds(1200))
        system.foregroundServices = ForegroundServiceRules(
            startInBackground: true, workThroughDoze: true, liftJobQuotas: true)
        let items = AppWorldProfile.Items(
            every: .exponential(mean: Seconds(300)), size: .constant(Bytes(1000)))
        let world = WorldProfile(apps: [
            AppWorldProfile(
                sessions: Spells(
                    every: .exponential(mean: Seconds(900)),
                    duration: .exponential(mean: Seconds(60))),
                messages: items, outbox: items)
        ])
        let scenario = Fixtures.scenario(
            system: system, hours: 1, world: world,
            policies: [NamedPolicy(name: "none", options: .none)])
        do throws(Refusal) {
            try app.check(
                system: scenario.system, device: scenario.device, radio: scenario.radio,
                world: scenario.world)
        } catch {
            return false
        }
        var budget = RunBudget.usual
        budget.events = 50_000
        _ = scenario.run(app, budget: budget)
        return true
    }

    private static func changed(_ good: [String], _ dice: Dice) -> String {
        var (lines, dice) = (good, dice)
        for _ in 0...dice.below(3) {
            let place = dice.below(lines.count)
            switch dice.below(5) {
            case 0: lines.remove(at: place)
            case 1: lines.insert(lines[place], at: dice.below(lines.count))
            case 2: lines.swapAt(place, dice.below(lines.count))
            default:
                let word = pool[dice.below(pool.count)]
                let parts = lines[place].split(separator: ":", maxSplits: 1).map(String.init)
                if parts.count == 2, dice.below(2) == 0 {
                    lines[place] = "\(parts[0]): \(word)"
                } else {
                    var words = lines[place].split(
                        separator: " ", omittingEmptySubsequences: false
                    ).map(String.init)
                    words[dice.below(words.count)] = word
                    lines[place] = words.joined(separator: " ")
                }
            }
            if lines.isEmpty { return "" }
        }
        return lines.joined(separator: "\n")
    }
}
