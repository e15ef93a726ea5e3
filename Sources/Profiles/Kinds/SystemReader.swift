import DeviceModel
import Quantities

/// Reads `kind: system`.
enum SystemReader {
    static func read(_ root: MappingReader, name: String) -> SystemRules {
        var rules = SystemRules(
            name: name,
            taskCompletion: root.mapping("task-completion") {
                TaskCompletionRules(
                    limit: $0.span("limit"), warning: $0.optionalSpan("warning") ?? .zero)
            },
            keepAlive: root.mapping("keep-alive", keepAlive),
            significantChange: root.mapping("significant-change", significantChange),
            regions: root.mapping("regions", regions),
            audio: root.mapping("audio", audio),
            localNotifications: root.mapping("local-notifications") {
                LocalNotificationRules(pendingLimit: $0.wholeNumber("pending-limit", in: counts))
            },
            lifeCycle: root.mapping("life-cycle", LifeCycleReader.read),
            backgroundFetch: root.optionalMapping("background-fetch", timedMode),
            remoteNotification: root.optionalMapping("remote-notification", timedMode),
            backgroundTransfer: root.optionalMapping("background-transfer") {
                BackgroundTransferRules(
                    firstRelaunchDelay: $0.span("first-relaunch-delay"),
                    runTime: $0.optionalSpan("run-time"))
            },
            newsstand: root.optionalMapping("newsstand") {
                NewsstandRules(
                    minimumInterval: $0.span("minimum-interval"),
                    runTime: $0.optionalSpan("run-time"))
            },
            externalAccessory: root.optionalMapping("external-accessory", timedMode),
            bluetooth: root.optionalMapping("bluetooth", timedMode),
            bluetoothPeripheral: root.optionalMapping("bluetooth-peripheral", timedMode),
            standardLocation: root.optionalMapping("standard-location", standardLocation)
                ?? StandardLocationRules())
        rules.player = root.optionalMapping("player", player) ?? PlayerRules()
        rules.lowPower = root.optionalMapping("low-power", lowPower)
        rules.connections =
            root.optionalMapping("connections") {
                ConnectionRules(
                    wakesForUDP: $0.flag("wakes-for-udp"),
                    tellsOfNetworks: $0.flag("tells-of-networks"))
            } ?? ConnectionRules()
        rules.backgroundWork = root.optionalMapping(
            "background-work", BackgroundWorkReader.rules)
        RefreshRulesReader.read(root, into: &rules)
        return rules
    }

    private static func lowPower(_ rules: MappingReader) -> LowPowerRules {
        LowPowerRules(
            below: rules.quantity("below"), alerts: rules.flag("alerts"),
            holdsBackWork: rules.flag("holds-back-work"))
    }

    private static func standardLocation(_ rules: MappingReader) -> StandardLocationRules {
        StandardLocationRules(
            keepsRunning: rules.flag("keeps-running"),
            wakesByTimer: rules.flag("wakes-by-timer"),
            defersUpdates: rules.flag("defers-updates"),
            pause: rules.optionalMapping("pause") {
                StandardLocationRules.Pause(
                    after: $0.span("after", .aboveZero), within: $0.quantity("within", .aboveZero))
            },
            scanEvery: rules.span("scan-every", .aboveZero))
    }

    private static func player(_ rules: MappingReader) -> PlayerRules {
        PlayerRules(
            remoteControlTime: rules.optionalSpan("remote-control-time", .aboveZero),
            resumesAfterOtherPlayer: rules.flag("resumes-after-other-player"),
            keepsRecording: rules.flag("keeps-recording"),
            drawingEndsApp: rules.flag("drawing-ends-app"))
    }

    /// What a limit can be.
    private static let counts = 0...1_000_000

    private static func keepAlive(_ rules: MappingReader) -> KeepAliveRules {
        KeepAliveRules(
            minimumInterval: rules.span("minimum-interval"),
            handlerLimit: rules.span("handler-limit"),
            earliness: rules.quantity("earliness"))
    }

    private static func significantChange(_ rules: MappingReader) -> SignificantChangeRules {
        SignificantChangeRules(
            minimumInterval: rules.span("minimum-interval"),
            minimumDistance: rules.quantity("minimum-distance"),
            delayAsleep: rules.span("delay-asleep"))
    }

    private static func regions(_ rules: MappingReader) -> RegionRules {
        RegionRules(
            limit: rules.wholeNumber("limit", in: counts),
            detection: rules.statedChoice("detection", what: "a way to find crossings"),
            dwell: rules.span("dwell"),
            distance: rules.quantity("distance"),
            latency: rules.distribution("latency", .zeroOrMore))
    }

    private static func audio(_ rules: MappingReader) -> AudioRules {
        AudioRules(
            keepsRunning: rules.flag("keeps-running"),
            resumesAfterCall: rules.flag("resumes-after-call"))
    }

    private static func timedMode(_ rules: MappingReader) -> TimedModeRules {
        TimedModeRules(
            runTime: rules.span("run-time"),
            perHourLimit: rules.optionalWholeNumber("per-hour-limit", in: counts))
    }
}
