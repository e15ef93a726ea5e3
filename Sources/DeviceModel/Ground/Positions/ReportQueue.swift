import Kernel
import Synchronization

/// Something that became known of the phone's position, and when it did.
public struct PositionReport: Hashable, Sendable {
    /// When it reached whom it is for: the server if the policy uploads it, else the app.
    public let time: Instant
    public let fix: Fix
}

/// Reports on their way from a policy to whoever writes them down while the run goes on.
///
/// It is emptied after each event, so it does not grow. A policy is a value that may be copied
/// between threads; the lock lets it share the queue, though only one run ever uses it.
final class ReportQueue: Sendable {
    private let waiting = Mutex<[PositionReport]>([])

    func add(_ report: PositionReport) { waiting.withLock { $0.append(report) } }

    /// Removes and returns what waits, in order.
    func take() -> [PositionReport] {
        waiting.withLock { reports in
            defer { reports.removeAll(keepingCapacity: true) }
            return reports
        }
    }
}
