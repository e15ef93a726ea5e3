/// The values of all numbers of a range, in their order; `nil` if the task was cancelled.
///
/// - Parameters:
///   - numbers: what is computed from, in chunks of neighbours.
///   - jobs: how many chunks at the same time, from 1.
///   - compute: the value of a number.
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

/// The values of all items, in their order, of which so many are computed at the same time.
///
/// What a value is depends on its item alone, so the number of jobs shows in none.
/// - Parameters:
///   - items: what is computed from.
///   - jobs: how many at the same time, from 1.
///   - goesOn: whether more items are begun after a value; without it all are.
///   - compute: the value of an item; `nil`: there is none.
/// - Returns: `nil` for items without a value, and for those that were not begun.
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
