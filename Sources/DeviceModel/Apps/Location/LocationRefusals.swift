extension Refusal {
    static func noSignificantChange(device: String) -> Refusal {
        Refusal(
            "\(device) has no significant-change location service",
            advice: "Choose a device that has it, such as iphone-4.")
    }

    static func noRegionMonitoring(device: String) -> Refusal {
        Refusal(
            "\(device) cannot monitor regions",
            advice: "Choose a device that can, such as iphone-4.")
    }

    static func noCellularRadio(service: String, radio: String) -> Refusal {
        Refusal(
            "\(service) follows the cells of a cellular radio, but \(radio) is not cellular",
            advice:
                "Choose a cellular radio, such as umts-att-2010, or a policy that needs no cells.")
    }

    static let noRegions = Refusal(
        "the policy watches regions, but this world has none",
        advice: "List places under world: regions.")

    static func unknownRegion(_ name: String, possible: [String]) -> Refusal {
        Refusal(
            option: "regions",
            "this world has no region named \"\(name)\"",
            advice: "The regions are \(possible.joined(separator: ", ")).")
    }

    /// The app would be terminated before.
    static func timeoutTooLong(asked: TimeSpan, allowed: TimeSpan, system: String) -> Refusal {
        Refusal(
            option: "timeout",
            "timeout is \(asked.seconds), but \(system) lets an app run for "
                + "\(allowed.seconds) per event",
            advice: "Set it to \(allowed.seconds) or less.")
    }

    static func tooManyRegions(
        asked: Int, allowed: Int, system: String, option: String = "regions"
    ) -> Refusal {
        Refusal(
            option: option, rule: "regions.limit",
            "the app watches \(asked) regions, but \(system) lets an app register \(allowed)",
            advice: allowed == 0
                ? "Leave the regions out." : "Keep \(allowed) of them under \(option).",
            isOfSystem: allowed == 0)
    }

    static let noCells = Refusal(
        "the policy listens for cell changes, but this world has no cells",
        advice: "Describe the radio cells under world: cells.")

    /// The app has the location mode, but is suspended all the same.
    static func locationNotKeptRunning(system: String) -> Refusal {
        Refusal(
            option: "background",
            "\(system) suspends an app that runs location services in the background",
            advice: "Write background: foreground-only.", isOfSystem: true)
    }

    static func noDeferredUpdates(system: String) -> Refusal {
        Refusal(
            option: "deferred",
            "\(system) does not defer location updates",
            advice: "Leave deferred out.", isOfSystem: true)
    }

    /// The receiver cannot store positions while the processor sleeps.
    static func noFixBuffer(device: String) -> Refusal {
        Refusal(
            option: "deferred",
            "the receiver of \(device) cannot buffer positions while the processor sleeps",
            advice: "Leave deferred out, or choose a device with buffers-fixes.")
    }

    static func noAutomaticPause(system: String) -> Refusal {
        Refusal(
            option: "pauses",
            "\(system) does not pause location updates by itself",
            advice: "Leave pauses out.", isOfSystem: true)
    }

    /// Only the satellites' positions, one a second, can be deferred.
    static let deferredButFiltered = Refusal(
        option: "distance-filter",
        "updates with a distance filter cannot be deferred",
        advice: "Leave distance-filter out.")

    static func deferredButCoarse(_ accuracy: LocationAccuracy) -> Refusal {
        Refusal(
            option: "accuracy",
            "updates with an accuracy of \(accuracy.rawValue) cannot be deferred",
            advice: "Set it to best or best-for-navigation.")
    }

    static let uploadsEachSecond = Refusal(
        option: "upload-fixes",
        "without a distance filter there is a position each second, too many to upload each one",
        advice: "Set upload-every, or a distance-filter.")
}
