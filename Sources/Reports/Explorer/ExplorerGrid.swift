/// What `tailwatt explore` shows: every combination of a scenario's factors on several radios.
public struct ExplorerGrid: Sendable {
    let base: Scenario
    /// From one to ``mostFactors``, each with listed values; the first is the horizontal axis.
    let factors: [Factor]
    /// The scenario's own radio first, if it is one of them.
    let radios: [Radio]
    /// Policies that have a cost of their own.
    let arms: [Arm]
    /// The waiting time that the page shows; `nil` if nothing waits.
    let duration: MeasuredDuration?
    /// The point with the scenario's own values.
    let start: Int

    public static let mostFactors = 3
    /// More would make a page of megabytes.
    public static let mostPoints = 500

    /// A radio with the results at all points, the last factor varying fastest.
    public struct Radio: Sendable {
        let kind: RadioProfile.Family
        let results: [ExperimentResult]

        /// - `results`: At least one.
        public init(_ kind: RadioProfile.Family, _ results: [ExperimentResult]) {
            (self.kind, self.results) = (kind, results)
        }

        var profile: RadioProfile { results[0].scenario.radio }
    }

    struct Arm {
        /// Its index in the scenario.
        let index: Int
        let name: String
        /// Whether the first factor changes nothing about it.
        let isFixed: Bool
    }

    /// - `base`: The scenario with its own values.
    /// - `radios`: At least one.
    /// - Returns: `nil` if no policy has a cost of its own.
    public init?(_ base: Scenario, _ factors: [Factor], _ radios: [Radio]) {
        (self.base, self.factors, self.radios) = (base, factors, radios)
        let scenarios = radios[0].results.map(\.scenario)
        let step = scenarios.count / (factors[0].count ?? 1)
        arms = base.policies.enumerated().filter { !$1.options.isNone }.map { index, policy in
            let isFixed = scenarios.indices.allSatisfy { point in
                let (first, own) = (scenarios[point % step], scenarios[point])
                return first.policies[index] == own.policies[index]
                    && first.conditions == own.conditions
            }
            return Arm(index: index, name: policy.name, isFixed: isFixed)
        }
        duration = shownDurations.first { kind in
            radios.contains { radio in
                radio.results.contains { result in
                    result.policies.contains { policy in
                        policy.durations.contains { $0.kind == kind && $0.events > 0 }
                    }
                }
            }
        }
        start =
            scenarios.firstIndex {
                $0.policies == base.policies && $0.system == base.system
                    && $0.world == base.world && $0.device == base.device
            } ?? 0
        if arms.isEmpty { return nil }
    }

    /// The levels of a point, one for each factor.
    func levels(of point: Int) -> [Int] {
        var rest = point
        return factors.reversed().map { factor in
            let count = factor.count ?? 1
            defer { rest /= count }
            return rest % count
        }.reversed()
    }

    /// A radio and a point, by their indices.
    public struct Place: Equatable, Sendable {
        let radio: Int
        let point: Int
    }

    /// The place of a radio's name and each factor's path and value; `nil` if the page lacks one.
    public func place(radio name: String, _ edits: [[String]]) -> Place? {
        guard let radio = radios.firstIndex(where: { $0.profile.name == name }),
            edits.count == factors.count
        else { return nil }
        var point = 0
        for (factor, edit) in zip(factors, edits) {
            let count = factor.count ?? 0
            guard edit.count == 2, edit[0] == "\(factor.path)",
                let level = (0..<count).first(where: { factor.value(atLevel: $0) == edit[1] })
            else { return nil }
            point = point * count + level
        }
        return Place(radio: radio, point: point)
    }

    /// The scenario there, with exactly this number of replications, from 2.
    public func scenario(at place: Place, _ count: Int) -> Scenario {
        let scenario = radios[place.radio].results[place.point].scenario
        return scenario.with(scenario.replications.exactly(count), seed: scenario.seed)
    }

    /// The other values of the first factor, nearest first, then the other radios of the kind.
    public func surroundings(of place: Place) -> [Place] {
        let level = place.point / step
        let levels = (0..<(factors[0].count ?? 0)).filter { $0 != level }.sorted {
            (abs($0 - level), $0) < (abs($1 - level), $1)
        }
        let kind = radios[place.radio].kind
        let others = radios.indices.filter { $0 != place.radio && radios[$0].kind == kind }
        return levels.map { Place(radio: place.radio, point: $0 * step + place.point % step) }
            + others.map { Place(radio: $0, point: place.point) }
    }

    /// The number of points that share a value of the first factor.
    var step: Int { radios[0].results.count / (factors[0].count ?? 1) }

    /// The policy that the page opens with: the baseline, unless the first factor changes only
    /// others.
    var opening: Arm {
        let changing = arms.filter { !$0.isFixed }
        let shown = changing.isEmpty ? arms : changing
        return shown.first { $0.index == base.baseline } ?? shown[0]
    }

    /// What is due to a policy, % of the battery a day.
    static func cost(_ result: ExperimentResult, _ arm: Arm) -> Double? {
        FamilyCost.drain.app(result.policies[arm.index])
    }

    /// The events of the shown duration; `nil` without events.
    func durations(_ result: ExperimentResult, _ arm: Arm) -> PooledDurations? {
        result.policies[arm.index].durations.first { $0.kind == duration && $0.events > 0 }
    }

    /// One task of a policy in detail, at the scenario's own values: the second, since the first
    /// may also connect.
    func task(of arm: Arm, on radio: Radio) -> ErrandTrace? {
        let scenario = radio.results[start].scenario
        return [1, 0].lazy.compactMap { skipped in
            TypicalRun(
                scenario, policies: [arm.index], replication: 0, bins: 1, skipping: skipped
            ).errand
        }.first
    }
}

/// Names of profiles as people say them.
enum SpokenName {
    /// `Pixel 6 (2021)` for `pixel-6-2021`, `iOS 16` for `ios-16`; a path stays as it is.
    static func text(_ name: String) -> String {
        guard name.first?.isLetter == true, !name.contains("/"), !name.contains(" ") else {
            return name
        }
        let known = ["ios": "iOS", "iphone": "iPhone"]
        var words = name.split(separator: "-").map { word in
            known["\(word)"] ?? word.prefix(1).uppercased() + word.dropFirst()
        }
        if let year = words.last, year.count == 4, words.count > 1, Int(year) != nil {
            words[words.count - 1] = "(\(year))"
        }
        return words.joined(separator: " ")
    }

    /// `keep alive 29` for the policy `keep-alive-29`.
    static func policy(_ name: String, atStart: Bool = false) -> String {
        let words = name.split(separator: "-").joined(separator: " ")
        return atStart ? words.prefix(1).uppercased() + words.dropFirst() : words
    }

    /// `a Pixel 6`, `an iPhone 13`.
    static func withArticle(_ name: String) -> String {
        ("aeiouAEIOU".contains(name.first ?? "b") ? "an " : "a ") + name
    }

    static func kind(_ kind: RadioProfile.Family) -> String {
        switch kind {
        case .umts: "UMTS"
        case .lte: "LTE"
        case .nr: "5G"
        case .wifi: "Wi-Fi"
        }
    }
}
