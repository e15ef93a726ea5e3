import Kernel
import TestSupport
import Testing

/// Tests of texts that are a number with a unit, and of their values.
struct QuantityParsingTests {
    @Test("Every unit of every quantity is read with its factor, with and without a space")
    func everyUnit() throws {
        for kind in allQuantities { try check(kind) }

        func check<Kind: Quantity>(_ kind: Kind.Type) throws {
            #expect(!Kind.units.isEmpty && !Kind.kind.isEmpty)
            for unit in Kind.units {
                for text in ["3 \(unit.symbol)", "3\(unit.symbol)", " 3\t\(unit.symbol) "] {
                    let read = try Kind(parsing: text)
                    #expect(read.magnitude == 3 * unit.factor, "\(Kind.self): \"\(text)\"")
                }
            }
        }
    }

    @Test("Every example can be read, printed and read again")
    func examples() throws {
        for kind in allQuantities { try check(kind) }

        func check<Kind: Quantity>(_ kind: Kind.Type) throws {
            let read = try Kind(parsing: Kind.example)
            let again = try Kind(parsing: read.description)
            #expect(
                isClose(again.magnitude, read.magnitude, relative: 1e-11),
                "\(Kind.self): \(Kind.example) was printed as \(read)")
        }
    }

    @Test("Printed units are in ascending order, and every symbol is unique")
    func unitTables() {
        for kind in allQuantities {
            let printed = kind.units.filter { !$0.isAlias }.map(\.factor)
            #expect(printed == printed.sorted(), "\(kind)")
            #expect(Set(kind.units.map(\.symbol)).count == kind.units.count, "\(kind)")
            #expect(kind.units.allSatisfy { $0.factor > 0 && $0.factor.isFinite }, "\(kind)")
        }
    }

    @Test(
        "A time is read in all its spellings",
        arguments: [
            ("29min", 1740), ("29 min", 1740), ("1e3 ms", 1), ("1E3ms", 1), ("1e+3 ms", 1),
            ("1e-3 s", 0.001), (" 5 s ", 5), ("\t5\ts\t", 5), ("-5 s", -5), ("+5 s", 5),
            (".5 s", 0.5), ("5. s", 5), ("0 s", 0), ("-0 s", 0), ("007 s", 7), ("2 h", 7200),
            ("1 d", 86_400), ("1e-999 s", 0), ("250us", 250 * 1e-6), ("250 µs", 250 * 1e-6),
            ("0.26s", 0.26), ("12.345e0 s", 12.345),
        ] as [(String, Double)])
    func times(_ text: String, _ seconds: Double) throws {
        #expect(try Seconds(parsing: text).magnitude == seconds)
    }

    @Test("Part of a longer text is read like a text of its own")
    func substring() throws {
        let line = "power: 800 mW # measured"
        let start = try #require(line.firstIndex(of: "8"))
        let end = try #require(line.firstIndex(of: "#"))
        #expect(try Milliwatts(parsing: line[start..<end]) == Milliwatts(800))
    }

    @Test("Units of another case or another quantity are refused")
    func similarUnits() throws {
        #expect(try Milliwatts(parsing: "1 W") == Milliwatts(1000))
        #expect(throws: QuantityError.self) { try Milliwatts(parsing: "1 MW") }
        #expect(throws: QuantityError.self) { try Milliwatts(parsing: "1 w") }
        #expect(throws: QuantityError.self) { try Milliwatts(parsing: "1 J") }
        #expect(throws: QuantityError.self) { try BitsPerSecond(parsing: "1 MB/s") }
        #expect(try Bytes(parsing: "1 kB") == Bytes(1000))
        #expect(try Bytes(parsing: "1 KiB") == Bytes(1024))
        #expect(throws: QuantityError.self) { try Bytes(parsing: "1 kb") }
    }
}
