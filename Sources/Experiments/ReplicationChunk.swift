import DeviceModel

/// What one job yields: replications by policy, and why there are no more of them.
package struct ReplicationChunk: Sendable {
    var results: [PolicyResult]
    var failure: RunFailure?

    /// Parts of `replications`, in order, of which only the last may be shorter than `size`.
    package static func parts(of replications: Range<Int>, _ size: Int) -> [Range<Int>] {
        stride(from: replications.lowerBound, to: replications.upperBound, by: size).map {
            $0..<min($0 + size, replications.upperBound)
        }
    }
}
