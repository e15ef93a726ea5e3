import Kernel
import Show
import TestSupport
import Testing

struct TableTests {
    struct Row: Equatable, Sendable {
        var policy: String?
        var energy: Double?
        var entries: Int?
        var start: Int64?
    }

    static let columns: [Column<Row>] = [
        .text("policy", "The policy's name.", \.policy),
        .number("energy_J", "Energy over the horizon.", \.energy),
        .integer("entries", "How often the state was entered.", \.entries),
        .seconds("from_s", "When it began.", nanoseconds: \.start),
    ]

    static func csv(_ rows: [Row]) -> String {
        String(decoding: Table(name: "t", columns: columns, rows: rows).csv(), as: UTF8.self)
    }

    @Test("Cells follow the headers")
    func cellsFollowTheHeaders() {
        let rows = [
            Row(policy: "trickle", energy: 8.76, entries: 3, start: 1_500_000_000),
            Row(policy: nil, energy: nil, entries: nil, start: nil),
            Row(policy: "none", energy: -0.0, entries: -1, start: 0),
        ]
        #expect(
            Self.csv(rows) == """
                policy,energy_J,entries,from_s
                trickle,8.76,3,1.5
                ,,,
                none,0,-1,0

                """)
    }

    @Test("A table without rows has its headers")
    func aTableWithoutRowsHasItsHeaders() {
        #expect(Self.csv([]) == "policy,energy_J,entries,from_s\n")
    }

    @Test(
        "Text is guarded and quoted",
        arguments: [
            ("-x", "'-x"), ("=1+1", "'=1+1"), ("+49", "'+49"), ("@a", "'@a"), ("\tx", "\u{FFFD}x"),
            ("\r=x", "\u{FFFD}=x"), ("=a,b", "\"'=a,b\""), ("a=b", "a=b"), ("'a", "'a"), ("ü", "ü"),
            ("'=a", "''=a"), ("''", "''"),
            ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("a\nb", "a\u{FFFD}b"),
            ("a\r\nb", "a\u{FFFD}\u{FFFD}b"), ("", ""),
        ])
    func textIsGuardedAndQuoted(_ text: String, _ cell: String) {
        let csv = Self.csv([Row(policy: text, energy: 1)])
        #expect(csv == "policy,energy_J,entries,from_s\n\(cell),1,,\n")
    }

    @Test("Negative numbers are not guarded")
    func negativeNumbersAreNotGuarded() {
        #expect(Self.csv([Row(policy: "a", energy: -5)]).hasSuffix("\na,-5,,\n"))
    }

    @Test("A lone empty cell is still a line")
    func aLoneEmptyCellIsStillALine() {
        let table = Table<Double?>(
            name: "t", columns: [.number("x_s", "X.") { $0 }], rows: [1, nil, 2])
        #expect(String(decoding: table.csv(), as: UTF8.self) == "x_s\n1\n\"\"\n2\n")
    }

    @Test("Any printable text reads back as written")
    func anyPrintableTextReadsBackAsWritten() throws {
        let alphabet: [Character] = [",", "\"", "\r", "\n", "\r\n", " ", "'", "=", "a", "語"]
        for seed: UInt64 in 0..<500 {
            var generator = SplitMix64(seed: seed)
            let rows = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
                let length = Int.random(in: 0...8, using: &generator)
                let characters = (0..<length).map { _ in alphabet.randomElement(using: &generator) }
                // Few enough digits to be printed in full.
                let energy = Double(Int64(bitPattern: generator.next()) >> 40) / 16
                return Row(policy: String(characters.compactMap { $0 }), energy: energy)
            }
            let records = try #require(CSVReader.records(Self.csv(rows)), "seed \(seed)")
            #expect(records.count == rows.count + 1, "seed \(seed)")
            for (row, record) in zip(rows, records.dropFirst()) {
                let policy = PrintableText.line(row.policy ?? "")
                // A text's own apostrophes in front are told from the guard by one more.
                let first = policy.utf8.first { $0 != UInt8(ascii: "'") }
                let isGuarded = first.map { "=+-@".utf8.contains($0) } ?? false
                try #require(record.count == 4, "seed \(seed)")
                #expect(record[0].elementsEqual((isGuarded ? "'" : "") + policy), "seed \(seed)")
                #expect(Double(record[1]) == row.energy, "seed \(seed)")
            }
        }
    }

    @Test("Numbers read back to twelve digits")
    func numbersReadBackToTwelveDigits() throws {
        for seed: UInt64 in 0..<2_000 {
            var generator = SplitMix64(seed: seed)
            let value = Double(bitPattern: generator.next())
            guard value.isNormal else { continue }
            let records = try #require(CSVReader.records(Self.csv([Row(energy: value)])))
            let back = try #require(Double(records[1][1]), "seed \(seed)")
            #expect((back / value - 1).magnitude <= 5e-12, "seed \(seed)")
        }
    }

    @Test("An undefined value as a number traps")
    func undefinedAsANumberTraps() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            _ = TableTests.csv([.init(policy: "a", energy: 1), .init(policy: "a", energy: .nan)])
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #if DEBUG
            // A release build leaves the message out.
            #expect(message.contains("column 'energy_J', row 1"))
        #endif
        #expect(result != nil, "\(message)")
    }

    @Test("A duplicate header traps")
    func aHeaderTwiceTraps() async {
        await #expect(processExitsWith: .failure) {
            _ =
                Table<Int>(
                    name: "t",
                    columns: [.integer("n", "N.") { $0 }, .integer("n", "Again.") { $0 }]
                ).schema
        }
    }

    @Test("The dictionary says what columns mean")
    func theDictionarySaysWhatColumnsMean() {
        let schema = Table<Row>(name: "residence", columns: Self.columns).schema
        let odd = TableSchema(
            name: "odd",
            columns: [Table<Int>.init(name: "o", columns: [.integer("n", "a | b\nc") { $0 }])]
                .flatMap(\.schema.columns))
        #expect(
            ColumnDictionary.markdown([schema, odd]) == """
                ## residence.csv

                - `policy` (string): The policy's name.
                - `energy_J` (number): Energy over the horizon.
                - `entries` (integer): How often the state was entered.
                - `from_s` (number): When it began.

                ## odd.csv

                - `n` (integer): a | b c

                """)
    }

    @Test("A writer writes the same bytes in pieces", arguments: [1, 40, 65_536])
    func aWriterWritesTheSameBytesInPieces(_ size: Int) throws {
        let rows = (0..<10).map { (number: Int) in
            Row(policy: "p\(number)", energy: 0.5, entries: number, start: 7)
        }
        for rows in [rows, []] {
            let table = Table(name: "t", columns: Self.columns, rows: rows)
            var pieces: [[UInt8]] = []
            var writer = TableWriter(table, pieceSize: size) { pieces.append($0) }
            for row in rows { try writer.add(row) }
            try writer.finish()
            #expect(pieces.flatMap { $0 } == table.csv())
            #expect(pieces.dropLast().allSatisfy { $0.count >= size && $0.count < size + 60 })
            #expect(pieces.last.map { !$0.isEmpty } == true)
        }
    }
}

/// Reads CSV as RFC 4180 defines it, byte by byte; `nil` where quotes are out of place.
private enum CSVReader {
    static func records(_ text: String) -> [[String]]? {
        var records: [[String]] = []
        var record: [String] = []
        var cell: [UInt8] = []
        var isQuoted = false
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if isQuoted {
                if byte != UInt8(ascii: "\"") {
                    cell.append(byte)
                } else if rest.first == byte {
                    cell.append(rest.removeFirst())
                } else {
                    isQuoted = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""):
                guard cell.isEmpty else { return nil }
                isQuoted = true
            case UInt8(ascii: ","), UInt8(ascii: "\n"):
                record.append(String(decoding: cell, as: UTF8.self))
                cell = []
                guard byte == UInt8(ascii: "\n") else { continue }
                records.append(record)
                record = []
            case UInt8(ascii: "\r"):
                return nil
            default:
                cell.append(byte)
            }
        }
        return isQuoted || !cell.isEmpty || !record.isEmpty ? nil : records
    }
}
