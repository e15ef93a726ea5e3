/// A point to be compared by cost and error, of both of which less is better.
public struct ParetoPoint: Hashable, Sendable {
    public let cost: Double
    public let error: Double

    public init(cost: Double, error: Double) {
        self.cost = cost
        self.error = error
    }

    /// At most as expensive and at most as wrong, and better in one of the two.
    ///
    /// V. Pareto's order of preference without exchange rates; points that are equal do not
    /// dominate each other.
    public func dominates(_ other: ParetoPoint) -> Bool {
        cost <= other.cost && error <= other.error && self != other
    }
}

/// The points of a set that no other point dominates.
public enum ParetoFront {
    /// The places of those points in `points`, by rising cost, equal points in their order.
    ///
    /// A sweep by cost that remembers the least error so far (Kung, Luccio and Preparata, "On
    /// finding the maxima of a set of vectors", Journal of the ACM 22, 1975, for two dimensions).
    /// - Precondition: no coordinate is NaN.
    /// - Complexity: O(n log n).
    public static func indices(of points: [ParetoPoint]) -> [Int] {
        let order = points.indices.sorted {
            let (left, right) = (points[$0], points[$1])
            return (left.cost, left.error, $0) < (right.cost, right.error, $1)
        }
        var front: [Int] = []
        for index in order {
            guard let last = front.last else {
                front.append(index)
                continue
            }
            if points[index].error < points[last].error || points[index] == points[last] {
                front.append(index)
            }
        }
        return front
    }
}
