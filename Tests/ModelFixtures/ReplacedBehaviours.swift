import Kernel

@testable import DeviceModel

/// The apps of rules that replaced coded behaviours, as in `Profiles/apps`.
extension Fixtures {
    /// `send-now`.
    public static func sendNow(
        _ shape: TransferShape = sending, kept: KeptRunning = .nothing
    ) -> PolicyOptions {
        let rule = AppRule(name: "send", on: .item, do: [flush(shape)], isParallel: true)
        return .app(OwnAppOptions(rules: [rule], kept: kept))
    }

    /// `flush-every`.
    public static func flushEvery(
        _ span: TimeSpan, _ shape: TransferShape = sending, kept: KeptRunning = .nothing
    ) -> PolicyOptions {
        let rule = AppRule(
            name: "send", on: .item, do: [.waitForMultiple(span), flush(shape)],
            isAfterWait: true)
        return .app(OwnAppOptions(rules: [rule], kept: kept))
    }

    /// `batch`.
    public static func batch(
        _ deadline: TimeSpan, _ shape: TransferShape = sending, kept: KeptRunning = .nothing
    ) -> PolicyOptions {
        .app(
            OwnAppOptions(
                rules: [
                    AppRule(
                        name: "send", on: .item, do: [.waitQueued(deadline), flush(shape)],
                        isAfterWait: true),
                    AppRule(name: "join", on: .radioUp, do: [flush(shape)], isParallel: true),
                ], kept: kept))
    }

    /// `background-work`.
    public static func backgroundWork(
        every span: TimeSpan, work: TimeSpan, tolerance: TimeSpan = .zero,
        playsSilence: Bool = false
    ) -> PolicyOptions {
        let rule = AppRule(
            name: "work",
            on: .every(span, by: .timer, tolerance: tolerance, jitter: .zero), do: [.work(work)])
        return .app(
            OwnAppOptions(rules: [rule], kept: .location, playsSilence: playsSilence))
    }

    /// `local-notifications`.
    public static func localNotifications(
        _ pending: Int, apart: TimeSpan, repeats: TimeSpan? = nil, sound: Bool = true,
        vibration: Bool = true
    ) -> PolicyOptions {
        let reminders = RuleReminders(pending: Int32(pending), apart: apart, repeats: repeats)
        return .app(
            OwnAppOptions(rules: [
                AppRule(
                    name: "local-notification", on: .reminders(reminders),
                    do: [.notify(RuleAlert(sound: sound, vibration: vibration))])
            ]))
    }

    /// The extra bytes that these apps send with the items.
    public static let sending = TransferShape(
        roundTrips: 2, uplink: Bytes(800), downlink: Bytes(500))

    private static func flush(_ shape: TransferShape) -> RuleStep {
        .flush(
            RuleRequest(
                roundTrips: Int32(shape.roundTrips), uplink: shape.uplink.count,
                downlink: shape.downlink.count, timeout: seconds(600)))
    }
}
