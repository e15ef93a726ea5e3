import Statistics

/// The procedure of ``KimNelson`` on simulated replications, in stages.
///
/// Stages are simulated whole and looked at replication by replication, so how long they are
/// changes no result.
struct SequentialRace {
    private(set) var procedure: KimNelson
    /// What each system yielded while it was in, by system.
    private(set) var values: [[Double]]
    /// Less is better.
    private let isLessBetter: Bool
    private var done = 0

    init(_ procedure: KimNelson, isLessBetter: Bool) {
        self.procedure = procedure
        self.isLessBetter = isLessBetter
        values = Array(repeating: [], count: procedure.count)
    }

    /// Simulates until one system is left, or for so many replications.
    ///
    /// - Parameters:
    ///   - most: at least the first stage.
    ///   - progress: called with the replications so far.
    ///   - sample: the systems that are in, and the replications from 0; yields values by system,
    ///     then by replication.
    /// - Throws: what `sample` throws.
    mutating func run<Failure: Error>(
        atMost most: Int, progress: (Int) -> Void,
        sample: ([Int], Range<Int>) async throws(Failure) -> [[Double]]
    ) async throws(Failure) {
        let first = procedure.firstStage
        while done < most, !isOver {
            let next = min(most, done + max(first, done / 4))
            let stage = try await sample(procedure.survivors, done..<next)
            let standing = procedure.survivors
            for index in 0..<(next - done) where !isOver {
                add(standing, stage, at: index)
            }
            progress(done)
        }
    }

    /// One system alone has none to be compared with.
    private var isOver: Bool {
        procedure.count == 1 ? done >= procedure.firstStage : procedure.isDecided
    }

    private mutating func add(_ standing: [Int], _ stage: [[Double]], at index: Int) {
        var observed = [Double](repeating: 0, count: procedure.count)
        for (place, system) in standing.enumerated()
        where procedure.survivors.contains(system) {
            observed[system] = (isLessBetter ? 1 : -1) * stage[place][index]
            values[system].append(stage[place][index])
        }
        procedure.add(observed)
        done += 1
    }
}
