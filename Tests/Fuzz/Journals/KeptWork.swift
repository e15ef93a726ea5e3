import Dispatch
import Experiments
import FuzzDriver
import Profiles
import Reports
import Show
import Studies

/// A small job with kept parts: three replications in one piece.
struct KeptWork {
    let experiment: Experiment
    /// The replications of its only piece.
    let replications: Range<Int>
    /// The path where its journal keeps a piece.
    let keptFile: String
    /// The piece as the job itself computes it.
    let piece: ReplicationPiece
    private let manifest = Manifest(command: ["compare", "work"], version: "0", seed: 1)

    private static let text = """
        kind: scenario
        name: work
        question: What does it cost?
        device: iphone-4
        radio: umts-att-2010
        system: ios-4
        horizon: 6 h
        use: standby
        world:
          other-traffic:
            - { every: { exponential: 40 min }, uplink: 2 KiB, downlink: 20 KiB, round-trips: 1 }
        policies:
          - name: ten
            baseline: true
            keep-alive: { interval: 10 min, handler-time: 5 s }
          - name: twenty-nine
            keep-alive: { interval: 29 min, handler-time: 5 s }
          - name: none
            none: {}
        replications: { at-least: 3, at-most: 3 }
        seed: 1
        """

    init() {
        let scenario: Scenario
        do throws(ProfileFailure) {
            scenario = try ProfileLibrary(root: "Profiles").scenario("work", Self.text).scenario
        } catch {
            preconditionFailure(error.description)
        }
        let experiment = Experiment(scenario, jobs: 1)
        let replications = experiment.pieces(for: 1)[0]
        guard let piece = waiting({ try? await experiment.run(replications) }) else {
            preconditionFailure("the work cannot be run")
        }
        (self.experiment, self.replications, self.piece) = (experiment, replications, piece)
        let journal = WorkJournal<KeptPiece>([0], of: manifest, in: scratch)
        guard (try? journal.keep(KeptPiece(piece.bytes), at: 0)) != nil else {
            preconditionFailure("nothing can be kept in \(scratch)")
        }
        let hash = SHA256.hexadecimal(of: JSONText.bytes(manifest.json))
        keptFile = "unfinished-\(hash.prefix(12))/piece-1.kept"
        precondition(read().parts[0]?.bytes == piece.bytes, "what was kept is not read again")
    }

    /// The pieces that a journal finds.
    func read() -> WorkJournal<KeptPiece> { WorkJournal([0], of: manifest, in: scratch) }

    /// The job's result with a piece of these bytes, or nil if they are not a piece.
    func result(of bytes: [UInt8]) -> ExperimentResult? {
        guard let piece = try? experiment.piece(replications, reading: bytes) else { return nil }
        let (experiment, replications) = (experiment, replications)
        return waiting { await experiment.result(of: [replications]) { _ in piece } }
    }
}

/// Waits for the result of another thread.
func waiting<Value: Sendable>(_ work: @escaping @Sendable () async -> Value?) -> Value? {
    let (box, done) = (Box<Value>(), DispatchSemaphore(value: 0))
    Task.detached {
        box.value = await work()
        done.signal()
    }
    done.wait()
    return box.value
}

/// Passes a value from one thread to another. The semaphore keeps them apart.
private final class Box<Value: Sendable>: @unchecked Sendable {
    var value: Value?
}
