import Kernel

@testable import DeviceModel

/// Apps whose outbox the system carries, as in `Profiles/apps`.
extension Fixtures {
    public static func backgroundSession(
        _ request: TransferShape, _ outbox: HandedOutbox = .upload, discretionary: Bool = false,
        work: TimeSpan = seconds(1), piece: Double = 65_536
    ) -> PolicyOptions {
        let transfer = RuleHandOver(
            request, isDiscretionary: discretionary, outbox: outbox, piece: Bytes(piece))
        let told = AppRule(
            name: "app", on: .transferDone, if: [.inFront(false)], do: [.asTask([.wait(work)])],
            isAgain: true)
        let carried = AppRule(
            name: outbox.rawValue, on: .opened, .item, .transferDone, do: [.handOver(transfer)],
            isParallel: true)
        return .app(OwnAppOptions(declares: [.backgroundTransfer], rules: [told, carried]))
    }
}
