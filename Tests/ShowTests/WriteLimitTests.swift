import Kernel
import Testing

@testable import Show

/// Tests of the limit on a table that is written during a run.
struct WriteLimitTests {
    @Test("Bytes pass until one more would be too many, and then none does")
    func limiting() throws {
        var written: [[UInt8]] = []
        let write = WriteLimit(bytes: 10).limiting("timeline.csv") {
            (piece: [UInt8]) throws(OutputError) in written.append(piece)
        }
        try write(Array(repeating: 1, count: 6))
        try write(Array(repeating: 2, count: 4))
        for _ in 0..<2 {
            let error = #expect(throws: OutputError.self) { try write([3]) }
            #expect(error == .tooLong(path: "timeline.csv", bytes: nil, most: Bytes(10)))
        }
        #expect(written.map(\.count) == [6, 4])
    }

    @Test("Rows that are foreseen to be too many are refused, and no fewer")
    func foreseen() throws {
        let limit = WriteLimit(bytes: 1000)
        #expect(throws: Never.self) { try limit.check(rows: 50, of: "track.csv") }
        let error = #expect(throws: OutputError.self) { try limit.check(rows: 51, of: "track.csv") }
        #expect(error == .tooLong(path: "track.csv", bytes: Bytes(1020), most: Bytes(1000)))
        #expect(error?.exitCode == 65)
        let words = "\(try #require(error))".split(separator: "\n")
        #expect(
            words[0] == "track.csv: would have at least 1.02 kB, more than the 1 kB there may be")
        #expect(words[1].contains("shorter horizon") && words[1].contains("--track-step"))
        let late = OutputError.tooLong(path: "track.csv", bytes: nil, most: Bytes(1000))
        #expect("\(late)".hasPrefix("track.csv: would have more than the 1 kB there may be\n"))
    }

    @Test("A table that is written in pieces ends where it is too long")
    func table() throws {
        var count = 0
        let write = WriteLimit(bytes: 100).limiting("numbers.csv") {
            (piece: [UInt8]) throws(OutputError) in count += piece.count
        }
        let numbers = Table<Double>(name: "numbers", columns: [.number("n", "A number.") { $0 }])
        var writer = TableWriter<Double>(numbers, pieceSize: 1, to: write)
        do throws(OutputError) {
            for number in 0..<1000 { try writer.add(Double(number)) }
            Issue.record("1000 rows were written")
        } catch {
            #expect(error == .tooLong(path: "numbers.csv", bytes: nil, most: Bytes(100)))
        }
        #expect(count > 80 && count <= 100)
    }
}
