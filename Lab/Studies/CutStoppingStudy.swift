import Experiments
import Statistics

/// Cuts the study of whole experiments into blocks of the truth and groups of experiments.
public struct CutStoppingStudy: CutWork {
    /// A block of the truth or a group of experiments.
    public enum Piece: Sendable {
        case truth(ReplicationPiece)
        case experiments([StoppingStudy.Findings])
    }

    private let study: StoppingStudy
    private let pieces: [Place]

    private enum Place {
        case truth(Int)
        case experiments(Range<Int>)
    }

    /// The most experiments in a piece, as a piece is kept only when it is done.
    private static let longest = 10

    public init(_ study: StoppingStudy, for shards: Int) {
        self.study = study
        let numbers = study.numbers
        let size = min(Self.longest, (numbers.count + shards - 1) / shards)
        pieces =
            study.blocks.map { .truth($0) }
            + ReplicationChunk.parts(of: numbers, max(1, size)).map { .experiments($0) }
    }

    public var unit: String { "pieces" }
    public var sizes: [Int] { pieces.map { _ in 1 } }

    public func bytes(
        of piece: Int, progress: @escaping @Sendable (Int) -> Void
    ) async throws -> [UInt8]? {
        var writer = NumberWriter()
        writer.put(piece)
        switch pieces[piece] {
        case .truth(let block):
            guard let replications = try await study.truthBlock(block) else { return nil }
            writer.put(replications.bytes)
        case .experiments(let numbers):
            for number in numbers {
                guard let findings = try await study.findings(number) else { return nil }
                for finding in findings { finding.put(into: &writer) }
            }
        }
        progress(1)
        return writer.bytes
    }

    public func piece(
        _ number: Int, reading bytes: [UInt8]
    ) throws(UnreadableNumbers) -> Piece {
        var reader = NumberReader(bytes)
        _ = try reader.whole(number...number)
        switch pieces[number] {
        case .truth(let block):
            return .truth(try study.truthBlock(block, reading: reader.remainder))
        case .experiments(let numbers):
            var all: [StoppingStudy.Findings] = []
            for _ in numbers {
                var findings: StoppingStudy.Findings = []
                for _ in study.quantities {
                    findings.append(try StoppingStudy.Finding(reading: &reader))
                }
                all.append(findings)
            }
            try reader.requireEnd()
            return .experiments(all)
        }
    }

    /// The results that an unsharded run would give.
    public func results(_ read: (Int) throws -> Piece) rethrows -> [StoppingStudy.Row] {
        var answers = StoppingStudy.Answers(study)
        for number in pieces.indices {
            switch try read(number) {
            case .truth(let block): answers.add(block)
            case .experiments(let all): for findings in all { answers.add(findings) }
            }
        }
        return answers.rows
    }
}

extension StoppingStudy.Finding {
    fileprivate func put(into writer: inout NumberWriter) {
        writer.put(count)
        for range in [known, student] {
            writer.put(range == nil ? 0 : 1)
            guard let range else { continue }
            writer.put(range.lowerBound)
            writer.put(range.upperBound)
        }
    }

    fileprivate init(reading reader: inout NumberReader) throws(UnreadableNumbers) {
        count = try reader.whole(StoredBounds.count)
        known = try reader.range()
        student = try reader.range()
    }
}

extension NumberReader {
    fileprivate mutating func range() throws(UnreadableNumbers) -> ClosedRange<Double>? {
        guard try whole(0...1) == 1 else { return nil }
        let (low, high) = (try number(), try number())
        guard low <= high else { throw UnreadableNumbers() }
        return low...high
    }
}
