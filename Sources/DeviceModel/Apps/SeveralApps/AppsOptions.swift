/// Options of `apps`: several apps on one phone, each under its own policy.
public struct AppsOptions: Hashable, Sendable, BehaviourOptions {
    public var apps: [App]

    public init(apps: [App]) { self.apps = apps }

    public struct App: Hashable, Sendable {
        public var name: String
        public var options: PolicyOptions
        /// Index in the world's list, from 1; independent of the other apps.
        public var place: Int

        public init(name: String, options: PolicyOptions, place: Int) {
            (self.name, self.options, self.place) = (name, options, place)
        }
    }

    /// Each app's range of activities in the ledger's plan, in app order.
    public var ledgerActivities: [Range<Int>] {
        var first = LedgerPlan.firstPolicyActivity
        return apps.map { app in
            defer { first += app.options.behaviour.activities.count }
            return first..<(first + app.options.behaviour.activities.count)
        }
    }

    var needs: AppNeeds { apps.reduce(.runsInFront) { $0.union($1.options.needs) } }
    /// Such as `mail: fetch`.
    var activities: [String] {
        apps.flatMap { app in app.options.behaviour.activities.map { "\(app.name): \($0)" } }
    }
    var errandRules: [ErrandRule] {
        apps.flatMap { app in
            app.options.errandRules.map { ErrandRule(app: app.name, rule: $0.rule) }
        }
    }

    var meetsAbsence: Bool { apps.allSatisfy(\.options.behaviour.meetsAbsence) }
    func makePolicy() -> any Policy { AppsPolicy(self) }

    func check(in setting: PolicySetting) throws(Refusal) {
        for app in apps {
            do throws(Refusal) {
                try app.options.check(
                    system: setting.system, device: setting.device, radio: setting.radio,
                    world: setting.world.of(app))
            } catch { throw error.of(app: app.name) }
        }
    }
}

extension WorldProfile {
    /// The world as one app sees it, with only its own part.
    fileprivate func of(_ app: AppsOptions.App) -> WorldProfile {
        modified(self) { if apps.indices.contains(app.place) { $0.apps = [apps[app.place]] } }
    }
}

extension PolicyOptions {
    public static func apps(_ options: AppsOptions) -> PolicyOptions { PolicyOptions(options) }

    /// `nil` for a single app.
    public var severalApps: AppsOptions? { options(as: AppsOptions.self) }
}
