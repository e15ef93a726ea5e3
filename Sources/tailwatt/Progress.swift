import Foundation
import Kernel
import Synchronization

/// How far a command has come and what is left, on stderr and only on a terminal.
///
/// The line stands there before the first second is over, and moves on by itself: the first stage
/// of an experiment may take minutes.
final class Progress: Sendable {
    private struct State {
        var done = 0
        var what = "replications"
        var day: String?
        var hasShown = false
        var isOver = false
    }

    private let atMost: Int
    private let start = ContinuousClock.now
    private let state = Mutex(State())
    private let isShown: Bool

    /// Between two looks at what has been done, in seconds.
    private static let pause = 0.5

    init(atMost: Int, isQuiet: Bool) {
        self.atMost = atMost
        isShown =
            !isQuiet && isatty(2) == 1 && ProcessInfo.processInfo.environment["CI"] != "true"
        guard isShown else { return }
        // A thread of its own: those of tasks are all busy with replications.
        Thread.detachNewThread { [weak self] in
            repeat { Thread.sleep(forTimeInterval: Self.pause) } while self?.draw() ?? false
        }
    }

    func show(_ done: Int, of what: String = "replications", on day: String? = nil) {
        guard isShown else { return }
        state.withLock { ($0.done, $0.what, $0.day) = (done, what, day) }
    }

    /// Leaves the line as if nothing had been there.
    func clear() {
        state.withLock { state in
            state.isOver = true
            if state.hasShown { say("\r\u{1B}[K") }
        }
    }

    /// - Returns: whether there is more to come.
    private func draw() -> Bool {
        let elapsed = (ContinuousClock.now - start) / .seconds(1)
        return state.withLock { state in
            if state.isOver { return false }
            state.hasShown = true
            let part = state.day.map { "\($0): " } ?? ""
            let count = "\(state.done) \(state.what) of at most \(atMost)"
            let line = "\(part)\(count), \(Self.words(elapsed))\(left(state.done, elapsed))"
            say("\r\u{1B}[K" + PrintableText.line(line))
            return true
        }
    }

    /// Nothing is known of it before something is done.
    private func left(_ done: Int, _ elapsed: Double) -> String {
        guard done > 0, done < atMost else { return "" }
        return ", at most \(Self.words(elapsed * Double(atMost - done) / Double(done))) left"
    }

    private static func words(_ seconds: Double) -> String {
        if seconds < 120 { return "\(Int(seconds.rounded())) s" }
        if seconds < 7200 { return "\(Int((seconds / 60).rounded())) min" }
        return "\(Int(min(seconds / 3600, 1e9).rounded())) h"
    }
}
