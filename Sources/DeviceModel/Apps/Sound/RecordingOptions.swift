import Kernel

/// Options of `recording`.
public struct RecordingOptions: Hashable, Sendable {
    /// Of the sound as it is written; greater than zero.
    public var bitRate: BitsPerSecond
    /// From one upload of what has been recorded to the next; `nil`: it stays in the phone's
    /// memory.
    public var uploadEvery: TimeSpan?
    /// Of each upload, beside the sound itself.
    public var roundTrips: Int

    public init(bitRate: BitsPerSecond, uploadEvery: TimeSpan? = nil, roundTrips: Int = 2) {
        self.bitRate = bitRate
        self.uploadEvery = uploadEvery
        self.roundTrips = roundTrips
    }

    func check(in setting: PolicySetting) throws(Refusal) {
        let (system, device, world) = (setting.system, setting.device, setting.world)
        if !system.player.keepsRecording {
            throw .recordingNotKeptRunning(system: system.name)
        }
        if device.audioRecording == nil { throw .noMicrophone(device: device.name) }
        if !(bitRate > .zero) { throw .nonPositive(option: "bit-rate", found: "\(bitRate)") }
        if let uploadEvery { try atLeast(Seconds(1), uploadEvery.seconds, "upload-every") }
        if world.apps.allSatisfy({ $0.recordings == nil }) { throw .nobodyRecords }
    }
}
