import Traces

/// A result that was published, beside ours.
public struct PublishedResult: Equatable, Sendable {
    public let row: PublishedRow
    /// `nil` where nothing is computed.
    public let ours: Double?

    /// Ours over the published value, less one, in percent; `nil` without both of them.
    public var miss: Double? {
        guard let published = row.published, let ours, published != 0 else { return nil }
        return 100 * (ours / published - 1)
    }

    /// Whether ours is within the bound; `nil` where nothing is compared.
    public var isKept: Bool? {
        guard row.evidence.isCompared, let bound = row.bound else { return nil }
        guard let ours, let published = row.published else { return false }
        return switch bound {
        case .percent(let share): abs(ours - published) <= abs(published) * share / 100
        case .absolute(let value): abs(ours - published) <= value
        case .within(let range): range.contains(ours)
        }
    }
}
