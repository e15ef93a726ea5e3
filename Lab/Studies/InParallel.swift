import Experiments

/// The values of a range of numbers, in order; `nil` if the task was cancelled.
///
/// `jobs` chunks of neighbours are computed concurrently.
func inParallel<Value: Sendable>(
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
