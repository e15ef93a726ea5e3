/// The values of a range of numbers, in order; `nil` if the task was cancelled.
///
/// `jobs` chunks of neighbours are computed concurrently.
package func inParallel<Value: Sendable>(
    _ numbers: Range<Int>, jobs: Int, _ compute: @escaping @Sendable (Int) -> Value
) async -> [Value]? {
    let size = max(1, (numbers.count + 4 * jobs - 1) / (4 * jobs))
    let chunks = ReplicationChunk.parts(of: numbers, size)
    let values = await inParallel(chunks, jobs: jobs) { chunk in
        Task.isCancelled ? nil : chunk.map(compute)
    }
    let done = values.compactMap { $0 }
    return done.count < values.count ? nil : done.flatMap { $0 }
}

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
