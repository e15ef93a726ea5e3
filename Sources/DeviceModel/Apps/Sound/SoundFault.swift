import EventKernel
import Quantities

/// Why an app that plays, records, speaks or alerts cannot run.
public enum SoundFault: Hashable, Sendable {
    case recordingNotKeptRunning(system: String)
    case noMicrophone(device: String)
    case nobodyRecords
    case nobodyDrives
    /// The next prompt would begin before the last one has ended.
    case promptTooLong(duration: TimeSpan, every: TimeSpan)
    /// More local notifications pending than the system keeps (SR-043).
    case tooManyPending(asked: Int, allowed: Int, system: String)
    /// Level meters run in an app that is in the background from the start (SR-006).
    case metersNeverSeen

    var message: String {
        switch self {
        case .recordingNotKeptRunning(let system):
            "\(system) suspends an app that records in the background"
        case .noMicrophone(let device): "\(device) has no power for recording"
        case .nobodyRecords: "the policy records, but nobody wants a recording in this world"
        case .nobodyDrives: "the policy shows the way to drivers, but nobody drives in this world"
        case .promptTooLong(let duration, let every):
            "a prompt lasts \(duration.seconds), and the next one comes after \(every.seconds)"
        case .tooManyPending(let asked, let allowed, let system):
            "the policy has \(asked) local notifications pending, but \(system) keeps \(allowed) "
                + "and refuses the next one"
        case .metersNeverSeen:
            "level meters are drawn for somebody who looks, and the app is never in front"
        }
    }

    var advice: String {
        switch self {
        case .recordingNotKeptRunning: "Choose a system that keeps it running, such as ios-4."
        case .noMicrophone: "Choose a device with audio: recording, such as iphone-4."
        case .nobodyRecords: "Describe the recordings under world: recordings."
        case .nobodyDrives: "Choose a movement with trips by car, such as office-by-car."
        case .promptTooLong(_, let every): "Set it below \(every.seconds)."
        case .tooManyPending(_, let allowed, _): "Set it to \(allowed) or less."
        case .metersNeverSeen: "Set foreground-for to more than zero."
        }
    }

    var option: String? {
        switch self {
        case .promptTooLong: "prompt"
        case .tooManyPending: "pending"
        case .metersNeverSeen: "level-meters"
        case .recordingNotKeptRunning, .noMicrophone, .nobodyRecords, .nobodyDrives: nil
        }
    }
}
