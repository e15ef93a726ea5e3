public struct RecordingOptions: Formed, Hashable, Sendable, BehaviourOptions {
    public var bitRate: BitsPerSecond
    public var uploadEvery: TimeSpan?
    /// Per upload, in addition to the sound.
    public var roundTrips = 2

    func check(in setting: PolicySetting) throws(Refusal) {
        let (system, device, world) = (setting.system, setting.device, setting.world)
        try refuse(
            !system.player.keepsRecording,
            "\(system.name) suspends an app that records in the background",
            advice: "", isOfSystem: true)
        try refuse(
            device.audioRecording == nil, "\(device.name) states no power for recording",
            advice: "Choose a device with audio: recording, such as iphone-4.")
        if let uploadEvery { try atLeast(Seconds(1), uploadEvery.seconds, "upload-every") }
        try refuse(
            world.apps.allSatisfy { $0.recordings == nil },
            "the policy records, but this world has no recordings",
            advice: "Describe the recordings under world: recordings.")
    }

    public static let form = Form(
        RecordingOptions(bitRate: .zero, roundTrips: 0), "Records what its user says."
    ).optional(
        .span(
            "upload-every", \.uploadEvery, "Interval between uploads of what has been recorded.",
            .aboveZero, otherwise: .without("kept in memory"))
    ).required(
        .quantity("bit-rate", \.bitRate, "Bit rate of the recorded sound.", .aboveZero)
    ).optional(
        .count("round-trips", \.roundTrips, "Round trips of each upload.", in: 0...1000)
            .standing("2") { $0.roundTrips = 2 }
            .asked(where: "with upload-every") { $0.uploadEvery != nil })

    var needs: AppNeeds { .records }
    var activities: [String] { RecordingPolicy.Activity.names }
    func makePolicy() -> any Policy { RecordingPolicy(self) }
}
