/// The cost of each of several apps on one phone, by three measures that may differ.
///
/// *Booked* energy, by the ledger, adds up to the total but depends on which app used a shared
/// resource first. *Marginal* energy is saved by leaving the app out. *Alone* is the cost without
/// the others.
public struct AppCosts: Sendable {
    /// The name of the policy with all apps.
    public let policy: String
    public let apps: [App]
    /// Energy booked to no app, to other apps and to the network.
    public let world: [Booked]

    public struct App: Sendable {
        public let name: String
        /// Mean over replications, in joules.
        public let booked: Double
        /// Energy with all apps minus energy without this one, paired, in joules; `nil` if no
        /// policy leaves it out.
        public let marginal: PairedDifference?
        /// Energy above the world without any app, in joules; `nil` if no policy has it alone.
        public let alone: Summary?
    }

    public struct Booked: Sendable {
        public let activity: String
        /// Mean over replications, in joules.
        public let energy: Double
    }

    /// `nil` unless one policy of the result has all the apps that other policies have some of.
    public init?(_ result: ExperimentResult) {
        let several = result.policies.compactMap { policy in
            policy.options.map { (policy: policy, options: $0) }
        }
        guard let all = several.max(by: { $0.options.apps.count < $1.options.apps.count }),
            several.count > 1, !all.policy.replications.isEmpty,
            several.allSatisfy({ $0.options.apps.allSatisfy(all.options.apps.contains) })
        else { return nil }
        func find(_ apps: [AppsOptions.App]) -> PolicyResult? {
            several.first { $0.options.apps == apps }?.policy
        }
        let energy = all.policy.values(of: .energy)
        policy = all.policy.policy.name
        apps = all.options.apps.map { app in
            App(
                name: app.name, booked: all.policy.bookedEnergy(of: app.name) ?? 0,
                marginal: find(all.options.apps.filter { $0 != app }).map {
                    PairedDifference(
                        treatment: energy, baseline: $0.values(of: .energy),
                        level: Experiment.level)
                },
                alone: find([app])?.summary(of: .marginalEnergy))
        }
        let plan = all.policy.table.plan
        world = zip(plan.activities, all.policy.bookedEnergies).enumerated()
            .filter { !plan.policyActivities.contains($0.offset) }
            .map { Booked(activity: $0.element.0, energy: $0.element.1) }
    }
}

extension PolicyResult { fileprivate var options: AppsOptions? { policy.options.severalApps } }
