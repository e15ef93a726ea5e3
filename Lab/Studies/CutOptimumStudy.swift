import Experiments

/// Cuts the study of optimum searches into experiments on each curve.
public struct CutOptimumStudy: CutWork {
    private let study: OptimumStudy
    private let pieces: [(curve: SyntheticCurve, experiments: Range<Int>)]

    /// The most experiments in a piece, as a piece is kept only when it is done.
    private static let longest = 50

    public init(_ study: OptimumStudy, for shards: Int) {
        self.study = study
        let size = min(Self.longest, (study.experiments + shards - 1) / shards)
        let ranges = ReplicationChunk.parts(of: 0..<study.experiments, max(1, size))
        pieces = SyntheticCurve.allCases.flatMap { curve in ranges.map { (curve, $0) } }
    }

    public var unit: String { "experiments" }
    public var sizes: [Int] { pieces.map(\.experiments.count) }

    public func bytes(
        of piece: Int, progress: @escaping @Sendable (Int) -> Void
    ) async throws -> [UInt8]? {
        let (curve, experiments) = pieces[piece]
        guard let trials = try await study.trials(curve, experiments) else { return nil }
        progress(experiments.count)
        var writer = NumberWriter()
        writer.put(piece)
        writer.put(experiments)
        for trial in trials { trial.put(into: &writer) }
        return writer.bytes
    }

    public func piece(
        _ number: Int, reading bytes: [UInt8]
    ) throws(UnreadableNumbers) -> [OptimumStudy.Trial] {
        let experiments = pieces[number].experiments
        var reader = NumberReader(bytes)
        _ = try reader.whole(number...number)
        try reader.require(experiments)
        var trials: [OptimumStudy.Trial] = []
        for _ in experiments { trials.append(try OptimumStudy.Trial(reading: &reader)) }
        try reader.requireEnd()
        return trials
    }

    /// The results that an unsharded run would give.
    public func results(
        _ read: (Int) throws -> [OptimumStudy.Trial]
    ) rethrows -> [OptimumStudy.CurveTrials] {
        var curves = SyntheticCurve.allCases.map { OptimumStudy.CurveTrials(curve: $0) }
        for (number, piece) in pieces.enumerated() {
            let trials = try read(number)
            for index in curves.indices where curves[index].curve == piece.curve {
                curves[index].trials += trials
            }
        }
        return curves
    }
}

extension OptimumStudy.Trial {
    fileprivate func put(into writer: inout NumberWriter) {
        for flag in [covers, isFlat, isSafeFalse, isContradicted] { writer.put(flag ? 1 : 0) }
        writer.put(width)
        writer.put(regret)
        writer.put(points)
    }

    fileprivate init(reading reader: inout NumberReader) throws(UnreadableNumbers) {
        var flags: [Bool] = []
        for _ in 0..<4 { flags.append(try reader.whole(0...1) == 1) }
        (covers, isFlat, isSafeFalse, isContradicted) = (flags[0], flags[1], flags[2], flags[3])
        width = try reader.number()
        regret = try reader.number()
        points = try reader.whole(StoredBounds.count)
    }
}

extension NumberReader {
    /// Throws at the end, for NaN and for impossible values.
    mutating func number() throws(UnreadableNumbers) -> Double {
        guard let number = try double() else { throw UnreadableNumbers() }
        return number
    }
}
