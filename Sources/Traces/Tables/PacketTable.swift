/// A packet CSV file: a header `t,bytes,direction`, then a line per packet.
///
/// RFC 4180, and besides: a byte order mark, any line breaks, blank lines, spaces around fields, a
/// last line without a break. Further columns are ignored.
struct PacketTable {
    private let file: BlockFile
    /// `nil` in an empty file.
    private let columns: TableColumns?
    private var line = 1
    private var clock = PacketClock()
    /// Subtracted from every time; `nil` until the first packet sets it.
    private var origin: Int64?

    private(set) var summary: TraceSummary

    init(_ file: BlockFile, origin: TraceOptions.Origin) throws(TraceFailure) {
        self.file = file
        self.origin = origin == .zero ? 0 : nil
        if file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { file.skip(3) }
        while let first = file.bytes.first, first.endsLine {
            let isPair = first == .carriageReturn && file.bytes.dropFirst().first == .lineFeed
            file.skip(isPair ? 2 : 1)
            line += 1
        }
        columns = try file.bytes.isEmpty ? nil : Self.header(of: file, line: line)
        summary = TraceSummary(
            format: .csv, directionRule: .column, ignoredColumns: columns?.ignored ?? [])
    }

    private static func header(of file: BlockFile, line: Int) throws(TraceFailure) -> TableColumns {
        var columns: TableColumns?
        var failure: TraceFailure?
        file.use { text, unused in
            let end = unused.first { text[$0].endsLine } ?? unused.upperBound
            do throws(TableRowFault) {
                columns = try TableColumns(text, line: unused.lowerBound..<end)
            } catch {
                // Do not quote a file that does not begin like a packet table.
                failure = TraceFailure(
                    error.fault, path: file.path, place: .init(number: line, line: [], word: 0..<0))
            }
            return end
        }
        if let failure { throw failure }
        return columns!
    }

    /// Throws the fault of the next line; `batch` has the packets before it.
    mutating func read(into batch: inout [some TraceElement], limit: Int) throws(TraceFailure) {
        guard let columns else { return }
        while batch.count < limit {
            let before = batch.count
            defer { summary.packets += batch.count - before }
            try file.use { text, unused throws(TraceFailure) in
                // Where the compressed bytes break off, the last line may break off too.
                let isAtEnd = file.isAtEnd && file.damage == nil
                let block = Block(limit: unused.upperBound, isAtEnd: isAtEnd)
                var place = unused.lowerBound
                while batch.count < limit, place < unused.upperBound {
                    guard let end = try record(text, place, block, columns, &batch) else { break }
                    place = end
                }
                return place
            }
            if batch.count >= limit { break }
            if file.isAtEnd {
                guard let damage = file.damage else { break }
                let good = summary.packets + batch.count - before
                throw TraceFailure(.broken(good: good, reason: damage), path: file.path)
            }
            if file.bytes.count == file.blockSize { throw tooLong }
            try file.fill()
        }
        summary.clamped = clock.clamped
        summary.largestStepBack = clock.largestStepBack
    }

    private struct Block {
        let limit: Int
        let isAtEnd: Bool
    }

    /// Returns where a record or line break ends; `nil` if it exceeds the available bytes.
    private mutating func record<Element: TraceElement>(
        _ text: Span<UInt8>, _ start: Int, _ block: Block, _ columns: TableColumns,
        _ batch: inout [Element]
    ) throws(TraceFailure) -> Int? {
        do throws(TableRowFault) {
            if text[start].endsLine { return lineBreak(text, start, block) }
            guard let row = try Row(text, start, block.limit, block.isAtEnd, columns) else {
                return nil
            }
            let origin = origin ?? row.time
            self.origin = origin
            let time = try order(row, origin)
            batch.append(
                Element(
                    Packet(time: time, bytes: row.bytes, direction: row.direction), flow: nil,
                    segment: nil))
            line += row.lineBreaks
            return row.end
        } catch {
            throw TraceFailure(
                error, in: text, record: start..<block.limit, firstLine: line, path: file.path)
        }
    }

    private mutating func order(_ row: Row, _ origin: Int64) throws(TableRowFault) -> Instant {
        do throws(PacketClock.StepBack) {
            return try clock.order(row.time - origin)
        } catch { throw TableRowFault(.stepBack(error.span, packet: nil), row.timePlace) }
    }

    private mutating func lineBreak(_ text: Span<UInt8>, _ start: Int, _ block: Block) -> Int? {
        guard text[start] == .carriageReturn else {
            line += 1
            return start + 1
        }
        // The next byte tells whether a line feed belongs to the break.
        guard start + 1 < block.limit || block.isAtEnd else { return nil }
        line += 1
        return start + 1 < block.limit && text[start + 1] == .lineFeed ? start + 2 : start + 1
    }

    private var tooLong: TraceFailure {
        let fault = InputFault.tooLong(limit: file.blockSize)
        let place = TraceFailure.Place(
            number: line, line: Array(file.bytes.prefix(200))[...], word: 0..<1)
        return TraceFailure(fault, path: file.path, place: place)
    }
}
