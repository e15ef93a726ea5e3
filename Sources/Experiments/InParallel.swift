import Synchronization

/// The values of all items, in order, computed by `jobs` concurrent tasks.
///
/// A value depends on its item only, so the number of jobs changes no result.
/// - Parameter goesOn: Whether to start more items after a value.
/// - Returns: `nil` for items without a value or not started.
package func inParallel<Item: Sendable, Value: Sendable>(
    _ items: [Item], jobs: Int, while goesOn: (Value?) -> Bool = { _ in true },
    _ compute: @escaping @Sendable (Item) async -> Value?
) async -> [Value?] {
    await withTaskGroup(of: (Int, Value?).self) { group in
        var values = [Value?](repeating: nil, count: items.count)
        var next = 0
        func start() {
            guard next < items.count else { return }
            let (index, item) = (next, items[next])
            next += 1
            group.addTask { (index, await compute(item)) }
        }
        for _ in 0..<jobs { start() }
        while let (index, value) = await group.next() {
            values[index] = value
            if goesOn(value) { start() }
        }
        return values
    }
}

/// Counts what concurrent tasks have done, and reports the count from any thread.
final class ProgressCount: Sendable {
    private let progress: @Sendable (Int) -> Void
    private let done = Mutex(0)

    init(_ progress: @escaping @Sendable (Int) -> Void) { self.progress = progress }

    func count() {
        progress(
            done.withLock { count in
                count += 1
                return count
            })
    }
}
