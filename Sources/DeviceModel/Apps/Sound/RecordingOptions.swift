import Forms

/// Options of `recording`.
public struct RecordingOptions: Formed, Hashable, Sendable {
    public var bitRate: BitsPerSecond
    /// `nil`: recordings stay in the phone's memory.
    public var uploadEvery: TimeSpan?
    /// Per upload, in addition to the sound.
    public var roundTrips = 2

    func check(in setting: PolicySetting) throws(Refusal) {
        let (system, device, world) = (setting.system, setting.device, setting.world)
        if !system.player.keepsRecording { throw .recordingNotKeptRunning(system: system.name) }
        if device.audioRecording == nil { throw .noMicrophone(device: device.name) }
        if let uploadEvery { try atLeast(Seconds(1), uploadEvery.seconds, "upload-every") }
        if world.apps.allSatisfy({ $0.recordings == nil }) { throw .nobodyRecords }
    }

    public static let form = Form<RecordingOptions>(
        "Records what its user says.", standard: RecordingOptions(bitRate: .zero, roundTrips: 0)
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
}
