import DeviceModel
import Kernel
import Studies

/// A scenario as its file has it: device, radio and system are still names.
struct ScenarioText {
    let name: String
    let question: String
    /// `nil`: the scenario has none, or one with faults, which the log has.
    let answer: Answer?
    let device: PlacedText
    let radio: PlacedText
    /// `nil` for a phone with one radio.
    let wifiRadio: PlacedText?
    let system: PlacedText
    /// Whether its phone may be one that never existed.
    let isHypothetical: Bool
    let horizon: TimeSpan
    let world: WorldText
    let policies: [PolicyText]
    /// The index of the policy that the others are compared with: the marked one, or the first.
    let baseline: Int
    let replications: ReplicationPlan
    let seed: UInt64
    /// What `tailwatt frontier` asks, if the scenario says.
    let frontier: FrontierText?
    /// What `tailwatt sweep` varies.
    let factors: [Factor]
    /// What `tailwatt compare --uncertain` draws.
    let uncertain: [UncertainParameter]

    /// Reads `kind: scenario`.
    init(_ root: MappingReader, name: String) {
        self.name = name
        question = root.text("question")
        let answerText = root.optionalPlacedText("answer")
        device = root.placedText("device")
        radio = root.placedText("radio")
        wifiRadio = root.entry("wi-fi-radio").flatMap { root.plainText($0.value) }
        system = root.placedText("system")
        isHypothetical = root.givenFlag("hypothetical") ?? false
        horizon = root.span("horizon", .aboveZero)
        let apps = AppsReader.apps(root)
        var world = root.optionalMapping("world", WorldText.init) ?? WorldText()
        world.profile.apps += (apps ?? []).map(\.world)
        world.use = root.entry(UseText.key).map { UseText($0, root) }
        self.world = world
        policies = root.list("policies", count: 1...1000) { PolicyText.read($0, apps: apps) }
            .flatMap { $0 }
        baseline = Self.baseline(policies, root.log)
        replications =
            (root.givenPart("replications") { ReplicationText.form.value(from: $0) }
            ?? ReplicationText()).plan
        seed = root.count("seed", in: 0...UInt64.max, default: 1)
        frontier = root.optionalMapping("frontier", FrontierText.init)
        factors = root.optionalMapping("factors", FactorsReader.factors) ?? []
        let named = ["radio": radio, "device": device, "system": system, "wi-fi-radio": wifiRadio]
        uncertain = (root.optionalMapping("uncertain", FactorsReader.uncertain) ?? []).map {
            $0.central(named["\($0.path)"]??.text)
        }
        answer = Self.answer(answerText, policies, root.log)
        Self.checkNames(policies, root.log)
    }

    private static func answer(
        _ text: PlacedText?, _ policies: [PolicyText], _ log: ReadingLog
    ) -> Answer? {
        text.flatMap { AnswerReader($0, policies, log).answer }
    }

    private static func baseline(_ policies: [PolicyText], _ log: ReadingLog) -> Int {
        let marked = policies.indices.filter { policies[$0].isBaseline }
        for index in marked.dropFirst() {
            let fault = MeaningFault.twoBaselines(firstLine: policies[marked[0]].name.place.line)
            log.report(.meaning(fault), at: policies[index].name.place)
        }
        return marked.first ?? 0
    }

    static func checkNames(_ policies: [PolicyText], _ log: ReadingLog) {
        var lines: [String: Int] = [:]
        for policy in policies where !policy.name.text.isEmpty {
            let (name, place) = (policy.name.text, policy.name.place)
            if let first = lines[name] {
                log.report(.meaning(.twoNamed(name, firstLine: first)), at: place)
            } else {
                lines[name] = place.line
            }
        }
    }
}
