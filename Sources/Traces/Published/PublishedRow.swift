import Show

/// A result that was published, as a table of such results has it.
public struct PublishedRow: Equatable, Sendable {
    /// What agreement shows.
    public enum Evidence: String, CaseIterable, Sendable {
        /// No number that decides ours was chosen for it, or taken from it.
        case validation
        /// Constants of ours are from the same row, or were fitted to it: it comes out again.
        case arithmetic = "check of arithmetic"
        /// A test holds it, in a place of its own.
        case elsewhere = "tested elsewhere"
        /// A figure of ours for which no source publishes one.
        case unpublished = "nothing published"
        /// The model, or the profiles that are shipped, cannot say it.
        case open = "not answerable"

        /// Whether ours is compared with what was published.
        public var isCompared: Bool { self == .validation || self == .arithmetic }
    }

    /// How far ours may be off; fixed before the run.
    public enum Bound: Equatable, Sendable {
        /// Of the published value.
        case percent(Double)
        /// In its unit.
        case absolute(Double)
        /// Where ours must lie, whatever the published value.
        case within(ClosedRange<Double>)
    }

    /// How ours is found: a measure's name and its arguments.
    public struct Measure: Equatable, Sendable {
        public let name: String
        public let arguments: [String: String]
    }

    /// Where the row stands, for messages.
    public let path: String
    public let line: Int
    /// What the row's own collection calls it.
    public let ids: String
    /// Who published it.
    public let source: String
    public let result: String
    public let unit: String
    public let published: Double?
    public let bound: Bound?
    public let evidence: Evidence
    /// What ours rests on, or why there is none.
    public let because: String
    /// `nil` where nothing is computed.
    public let measure: Measure?

    /// That the measure, or one of its arguments, is none that there can be.
    ///
    /// - Parameters:
    ///   - text: what was found.
    ///   - meaning: what it is none of.
    ///   - possible: what there can be.
    ///   - column: where it stands.
    public func error(
        _ text: String, isNo meaning: String, possible: [String], column: Column
    ) -> LogError {
        LogError(
            .unknownWord(text: text, meaning: meaning, possible: possible), path: path, line: line,
            column: column.rawValue)
    }

    /// The columns of such a table, by their names.
    public enum Column: String, CaseIterable, Sendable {
        case ids
        case source
        case result
        case unit
        case published
        case bound
        case evidence
        case because
        case measure
        case with
    }
}
