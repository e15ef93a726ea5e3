import Kernel

/// A state of an app, for a time.
public struct AppInterval: Hashable, Sendable {
    /// What the app is called among several; empty for one that is alone.
    public var app: String
    public var state: AppState
    public var from: Instant
    public var until: Instant
}

/// The states of the apps of one run, as they follow each other.
///
/// Apps do not say when their state changes: they are asked after each event.
struct AppStates: ~Copyable {
    private struct App {
        let name: String
        let place: Int32
        var state: AppState?
        var since: Instant = .start
    }

    private var apps: [App]
    /// Over, in the order of their ends, of several that end at once in the order of the apps.
    private var ended: [AppInterval] = []

    /// - Parameter policy: what runs.
    init(of policy: PolicyOptions) {
        apps =
            policy.severalApps?.apps.map { App(name: $0.name, place: Int32($0.place)) }
            ?? [App(name: "", place: AppSlot.only.place)]
    }

    /// Asks the apps after an event, or at the end of the run.
    mutating func look(at policy: any Policy, now: Instant, isLast: Bool = false) {
        for index in apps.indices {
            let state = policy.state(ofAppAt: apps[index].place)
            let app = apps[index]
            if state == app.state && !isLast { continue }
            if let old = app.state, app.since < now {
                ended.append(
                    AppInterval(app: app.name, state: old, from: app.since, until: now))
            }
            (apps[index].state, apps[index].since) = (state, now)
        }
    }

    /// Hands over those that ended before a time.
    mutating func take(before time: Instant) -> [AppInterval] {
        guard let first = ended.first, first.until < time else { return [] }
        let count = ended.firstIndex { $0.until >= time } ?? ended.count
        defer { ended.removeFirst(count) }
        return Array(ended[..<count])
    }
}
