/// The states of a log: groups of segments of nearly one power.
///
/// Levels sorted by power are cut where neighbours are far apart (single linkage), so that a
/// state that drifts stays one as long as its levels lie closer to each other than to the next
/// state's.
struct PowerLevels: Equatable {
    /// The states' boundaries in mW: a level above the k-th boundary is in state k + 1 or above.
    let boundaries: [Double]

    /// Cuts `levels` at gaps.
    ///
    /// - Parameters:
    ///   - levels: In mW, at least one.
    ///   - count: How many states; `nil` for as many as gaps of `step` make.
    ///   - step: The least distance of neighbouring states in mW; by default a tenth of the range,
    ///     and no less than twice the noise.
    ///   - noise: The standard deviation of a cell, in mW.
    init(_ levels: [Double], count: Int?, step: Double?, noise: Double) throws(FitError) {
        let sorted = levels.sorted()
        let gaps = zip(sorted, sorted.dropFirst()).map { (size: $1 - $0, middle: ($0 + $1) / 2) }
        guard let count else {
            let range = sorted[sorted.count - 1] - sorted[0]
            let least = step ?? max(range / 10, 2 * noise)
            boundaries = gaps.filter { $0.size >= least && $0.size > 0 }.map(\.middle)
            return
        }
        let widest = gaps.filter { $0.size > 0 }
            .sorted { ($0.size, $0.middle) > ($1.size, $1.middle) }
        guard widest.count >= count - 1 else {
            throw .tooFewLevels(found: widest.count + 1, asked: count)
        }
        boundaries = widest.prefix(count - 1).map(\.middle).sorted()
    }

    /// The number of states.
    var count: Int { boundaries.count + 1 }

    /// The state of a level, 0 being the lowest power.
    func state(of level: Double) -> Int { boundaries.count { $0 < level } }
}
