import Foundation
import Show
import Traces

/// A published result, as a row of a table.
public struct PublishedRow: Equatable, Sendable {
    /// The degree to which our result is independent of the published one.
    public enum Standing: String, CaseIterable, Sendable {
        /// No number that decides our result is from the row's source; ``PublishedStudy`` proves
        /// it.
        case independent
        /// Some number that decides our result is from the source, or that is not known.
        case partly
        /// Numbers that decide our result were fitted to the row, or to figures that it is part of.
        case circular
        /// The published figure is another model's result, not a measurement.
        case modelToModel = "model-to-model"
        /// Our constants are from the row, so agreement checks only the arithmetic.
        case arithmetic
        /// The figure gave a profile a value or a range.
        case input
        /// Another test compares the result.
        case elsewhere = "tested elsewhere"
        /// A figure of ours for which no source publishes one.
        case unpublished = "nothing published"
        /// The model or the shipped profiles cannot compute the result.
        case open = "not answerable"

        /// Whether ours is compared with the published figure.
        public var isCompared: Bool { isScored || Self.checks.contains(self) }
        /// Whether the row counts for or against the model.
        public var isScored: Bool { self == .independent || self == .partly }

        private static let checks: [Self] = [.circular, .modelToModel, .arithmetic]

        /// Words of tables that were written before there were classes.
        static let former = ["validation": Self.partly, "check of arithmetic": .arithmetic]
    }

    /// The instrument of the published figure.
    public enum Grade: String, CaseIterable, Sendable {
        case meter = "A"
        /// In a controlled run.
        case gauge = "B"
        /// By a user or a developer.
        case told = "C"

        /// The allowed ratio of ours to the published figure, or its inverse.
        public var factor: Double {
            switch self {
            case .meter: 1.3
            case .gauge: 1.5
            case .told: 2
            }
        }

        var words: String {
            switch self {
            case .meter: "a meter"
            case .gauge: "a phone's gauge"
            case .told: "told"
            }
        }
    }

    /// What the figure measures, such as `power: positions`; a constant predicts it from others of
    /// its kind.
    public struct Kind: Hashable, Comparable, Sendable {
        public let quantity: Quantity
        /// Empty for all of the quantity.
        public let topic: String

        public enum Quantity: String, CaseIterable, Sendable {
            case power, energy, drain, current, time, share, ratio, count
        }

        public var text: String { quantity.rawValue + (topic.isEmpty ? "" : ": \(topic)") }

        public static func < (one: Kind, other: Kind) -> Bool { one.text < other.text }
    }

    /// The allowed error, fixed before the run.
    public enum Bound: Equatable, Sendable {
        case percent(Double)
        case absolute(Double)
        /// The larger of both figures divided by the smaller; above 1.
        case factor(Double)
        /// Our result must lie in this range, whatever the published value.
        case within(ClosedRange<Double>)
    }

    /// The name and arguments of the measure that computes our result.
    public struct Measure: Equatable, Sendable {
        public let name: String
        public let arguments: [String: String]
    }

    /// The row's place, for messages.
    public let path: String
    public let line: Int
    /// The row's identifier in its own collection.
    public let ids: String
    public let source: String
    /// Rows of one group may share an error: one phone, one author, one thread.
    public let group: String
    public let result: String
    public let unit: String
    /// `nil` if neither the column nor the unit tells it.
    public let kind: Kind?
    public let published: Double?
    public let bound: Bound?
    public let standing: Standing
    public let grade: Grade?
    /// The words by which a profile would name the row's source, or the numbers that decided its
    /// figure.
    public let inputs: [String]
    /// The basis of our result, or the reason for its absence.
    public let because: String
    /// `nil` if nothing is computed.
    public let measure: Measure?

    public func error(
        _ text: String, isNo meaning: String, possible: [String], column: Column
    ) -> InputError {
        InputError(
            .unknownWord(text: text, meaning: meaning, possible: possible), path: path, line: line,
            column: column.rawValue)
    }

    /// The columns of a table of published results.
    public enum Column: String, CaseIterable, Sendable {
        case ids
        case source
        case group
        case result
        case unit
        case kind
        case published
        case bound
        case standing = "class"
        case grade
        case inputs = "because_inputs"
        case because
        case measure
        case with

        /// The names in a header, the first of which is written.
        var names: [String] { self == .standing ? [rawValue, "evidence"] : [rawValue] }
    }

    /// SHA-256 of all but the published figure, which a prediction must not know.
    var hashWithoutFigure: String {
        let arguments = measure.map { measure in
            measure.arguments.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        }
        let texts =
            [
                ids, source, group, result, unit, kind?.text ?? "", bound?.text ?? "",
                standing.rawValue, grade?.rawValue ?? "", inputs.joined(separator: "; "), because,
                measure?.name ?? "",
            ] + (arguments ?? [])
        return SHA256.hexadecimal(of: Array(texts.joined(separator: "\n").utf8))
    }
}

extension PublishedRow.Bound {
    var text: String {
        switch self {
        case .percent(let share): NumberText.text(share) + " %"
        case .absolute(let value): NumberText.text(value)
        case .factor(let value): "x " + NumberText.text(value)
        case .within(let range):
            NumberText.text(range.lowerBound) + " to " + NumberText.text(range.upperBound)
        }
    }
}

/// A published result and ours.
public struct PublishedResult: Equatable, Sendable {
    public let row: PublishedRow
    /// `nil` if nothing is computed.
    public let ours: Double?
    /// The 5th to the 95th percentile of ours, over the ranges that the profiles state; `nil`
    /// without such ranges.
    public let range: ClosedRange<Double>?

    public init(row: PublishedRow, ours: Double?, range: ClosedRange<Double>? = nil) {
        (self.row, self.ours, self.range) = (row, ours, range)
    }

    /// Our value's excess over the published one in percent; `nil` without both.
    public var miss: Double? {
        guard let published = row.published, let ours, published != 0 else { return nil }
        return 100 * (ours / published - 1)
    }

    /// Ours over the published figure; `nil` unless both are above zero.
    public var ratio: Double? {
        guard let published = row.published, let ours, published > 0, ours > 0 else { return nil }
        return ours / published
    }

    /// Whether our value is within the bound; `nil` if nothing is compared.
    public var isKept: Bool? {
        guard row.standing.isCompared, let bound = row.bound else { return nil }
        guard let ours, let published = row.published else { return false }
        return switch bound {
        case .percent(let share): abs(ours - published) <= abs(published) * share / 100
        case .absolute(let value): abs(ours - published) <= value
        case .factor(let value): ratio.map { $0 <= value && $0 >= 1 / value } ?? false
        case .within(let range): range.contains(ours)
        }
    }
}
