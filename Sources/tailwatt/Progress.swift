import Foundation
import Quantities
import Synchronization

/// How far an experiment has come, on stderr and only on a terminal.
final class Progress: Sendable {
    private let atMost: Int
    private let isShown: Bool
    private let hasShown = Mutex(false)

    init(atMost: Int) {
        self.atMost = atMost
        isShown = isatty(2) == 1 && ProcessInfo.processInfo.environment["CI"] != "true"
    }

    /// - Parameters:
    ///   - done: replications so far.
    ///   - what: which are counted.
    ///   - day: of which kind of day, where there are several.
    func show(_ done: Int, of what: String = "replications", on day: String? = nil) {
        guard isShown else { return }
        hasShown.withLock { $0 = true }
        let part = day.map { "\($0): " } ?? ""
        let words = PrintableText.line("\(part)\(done) \(what) of at most \(atMost)")
        say("\r\u{1B}[K\(words)")
    }

    /// Leaves the line as if nothing had been there.
    func clear() {
        if hasShown.withLock({ $0 }) { say("\r\u{1B}[K") }
    }
}
