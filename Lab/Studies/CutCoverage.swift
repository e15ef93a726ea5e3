import Experiments

/// Cuts the studies of intervals and verdicts into their cells.
///
/// A cell is an interval on a distribution with a sample size, or a truth on a distribution.
public struct CutCoverage: CutWork {
    /// A cell with its samples.
    public enum Piece: Sendable {
        case interval(CoverageStudy.Combination)
        case verdicts(PowerStudy.Situation)
    }

    private let coverage: CoverageStudy
    private let power: PowerStudy
    /// Without samples, in the order of tables.
    private let cells: [Piece]
    /// The indices of the cells, slowest first, so that all shards have equal work.
    private let order: [Int]

    public init(_ coverage: CoverageStudy, _ power: PowerStudy) {
        (self.coverage, self.power) = (coverage, power)
        let cells =
            coverage.combinations.map { Piece.interval($0) }
            + power.situations.map { Piece.verdicts($0) }
        order = cells.indices.sorted { (-cells[$0].work, $0) < (-cells[$1].work, $1) }
        self.cells = cells
    }

    public var unit: String { "cells" }
    public var sizes: [Int] { cells.map { _ in 1 } }

    public func bytes(
        of piece: Int, progress: @escaping @Sendable (Int) -> Void
    ) async throws -> [UInt8]? {
        var writer = NumberWriter()
        writer.put(order[piece])
        switch cells[order[piece]] {
        case .interval(let empty):
            guard let cell = await coverage.filled(empty) else { return nil }
            writer.put(cell.undefined)
            writer.put(cell.covered)
            writer.put(cell.widths)
        case .verdicts(let empty):
            guard let cell = await power.filled(empty) else { return nil }
            for count in cell.seen { writer.put(count) }
        }
        progress(1)
        return writer.bytes
    }

    public func piece(
        _ number: Int, reading bytes: [UInt8]
    ) throws(UnreadableNumbers) -> Piece {
        var reader = NumberReader(bytes)
        let place = order[number]
        _ = try reader.whole(place...place)
        let piece: Piece
        switch cells[place] {
        case .interval(var cell):
            cell.undefined = try reader.whole(0...cell.experiments)
            cell.covered = try reader.whole(0...cell.defined)
            cell.widths = try reader.number()
            piece = .interval(cell)
        case .verdicts(var cell):
            for outcome in cell.seen.indices {
                cell.seen[outcome] = try reader.whole(0...cell.experiments)
            }
            piece = .verdicts(cell)
        }
        try reader.requireEnd()
        return piece
    }

    /// The results that an unsharded run would give.
    public func results(
        _ read: (Int) throws -> Piece
    ) rethrows -> (coverage: [CoverageStudy.Combination], power: [PowerStudy.Situation]) {
        var cells = cells
        for (number, place) in order.enumerated() { cells[place] = try read(number) }
        var (coverage, power) = ([CoverageStudy.Combination](), [PowerStudy.Situation]())
        for cell in cells {
            switch cell {
            case .interval(let cell): coverage.append(cell)
            case .verdicts(let cell): power.append(cell)
            }
        }
        return (coverage, power)
    }
}

extension CutCoverage.Piece {
    fileprivate var work: Int {
        switch self {
        case .interval(let cell): cell.count * (cell.interval.isSlow ? 100 : 1)
        // Two comparisons each, with all their statistics.
        case .verdicts(let cell): 400 * cell.count
        }
    }
}
