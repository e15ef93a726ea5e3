@testable import DeviceModel

/// The options of each behaviour as those of a policy, by the behaviour's name.
extension PolicyOptions {
    public static func keepAlive(_ options: KeepAliveOptions) -> PolicyOptions {
        PolicyOptions(options)
    }

    public static func gpsPeriodic(_ options: GPSPeriodicOptions) -> PolicyOptions {
        PolicyOptions(options)
    }

    public static func region(_ options: RegionOptions) -> PolicyOptions { PolicyOptions(options) }

    public static func regionTriggered(_ options: RegionTriggeredOptions) -> PolicyOptions {
        PolicyOptions(options)
    }

    public static func significantChange(_ options: SignificantChangeOptions) -> PolicyOptions {
        PolicyOptions(options)
    }

    public static func hybrid(_ options: HybridOptions) -> PolicyOptions { PolicyOptions(options) }

    public static func gpsContinuous(_ options: GPSContinuousOptions) -> PolicyOptions {
        PolicyOptions(options)
    }

    public static func standard(_ options: StandardOptions) -> PolicyOptions {
        PolicyOptions(options)
    }

    public static func navigation(_ options: NavigationOptions) -> PolicyOptions {
        PolicyOptions(options)
    }

    public static func app(_ options: OwnAppOptions) -> PolicyOptions { PolicyOptions(options) }

    public static func recording(_ options: RecordingOptions) -> PolicyOptions {
        PolicyOptions(options)
    }

    public static func streaming(_ options: StreamingOptions) -> PolicyOptions {
        PolicyOptions(options)
    }

    public static func tailEnder(_ options: TailEnderOptions) -> PolicyOptions {
        PolicyOptions(options)
    }

    public static func taskCompletion(_ options: TaskCompletionOptions) -> PolicyOptions {
        PolicyOptions(options)
    }

    public static func accessory(_ options: AccessoryOptions) -> PolicyOptions {
        PolicyOptions(options)
    }

    public static func newsstand(_ options: NewsstandOptions) -> PolicyOptions {
        PolicyOptions(options)
    }
}
