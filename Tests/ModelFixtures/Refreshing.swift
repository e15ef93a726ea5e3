import Kernel

@testable import DeviceModel

/// How an app learns of news at its server.
public enum Refreshing: Hashable, Sendable {
    case poll(every: TimeSpan, tolerance: TimeSpan)
    case push(TransferShape)
    case backgroundFetch(minimum: TimeSpan)
    case remoteNotification(TransferShape)
}

/// Apps that fetch news from their servers, as in `Profiles/apps`.
extension Fixtures {
    public static func refresh(
        _ way: Refreshing, _ request: TransferShape, work: TimeSpan, alerts: Bool = true,
        piece: Int64 = 65_536, connecting: Int = 0
    ) -> PolicyOptions {
        let fetch = RuleRequest(
            roundTrips: Int32(request.roundTrips), uplink: request.uplink.count,
            downlink: request.downlink.count, connecting: Int32(connecting), timeout: nil,
            work: work, piece: piece)
        var rule = AppRule(
            name: "refresh", on: .opened,
            do: [
                .asTask([
                    .fetch(fetch), .onlyIf([.fetched, .setting(alerts)]), .notify(RuleAlert()),
                ])
            ])
        var declares: [AppMode] = []
        switch way {
        case .poll(let every, let tolerance):
            rule.triggers.append(
                .every(every, by: nil, tolerance: tolerance, jitter: .zero))
        case .backgroundFetch(let minimum):
            let least = max(minimum, seconds(1))
            rule.triggers.append(
                .every(least, by: .refresh, tolerance: .zero, jitter: .zero))
            declares = [.backgroundFetch]
        case .remoteNotification(let push):
            rule.triggers.append(.message(push))
            rule.isAgain = true
            declares = [.remoteNotification]
        case .push(let push):
            rule.triggers.append(.message(push, RulePush(moment: .inFront)))
            rule.isAgain = true
            rule.steps = [.asTask([.fetch(fetch)])]
            let behind = RulePush(tells: true, alerts: alerts, moment: .behind)
            let runs = AppRule(
                name: "push", on: .message(push, behind), do: [.asTask([.wait(work)])],
                isParallel: true)
            let calls = AppRule(
                name: "call", on: .message(push, RulePush(moment: .behind)),
                if: [.setting(alerts)], do: [.notify(RuleAlert())], isParallel: true)
            return .app(OwnAppOptions(rules: [runs, calls, rule]))
        }
        return .app(OwnAppOptions(declares: declares, rules: [rule]))
    }
}
