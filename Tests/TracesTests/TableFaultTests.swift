import Kernel
import Testing

@testable import Traces

struct TableFaultTests {
    /// The row after a good packet on line 2, so that a fault is on line 3.
    private func rows(_ row: String) -> Reading {
        Reading("t,bytes,direction\n1,1,U\n\(row)\n3,1,U\n")
    }

    @Test(
        "A bad value is named, with its column",
        arguments: [
            ("x,1,U", 1, .notTime("x")), ("1e3,1,U", 1, .notTime("1e3")),
            ("1.2.3,1,U", 1, .notTime("1.2.3")), (",1,U", 1, .notTime("")),
            (".,1,U", 1, .notTime(".")), ("12:30:01,1,U", 1, .notTime("12:30:01")),
            ("nan,1,U", 1, .notTime("nan")), ("0x10,1,U", 1, .notTime("0x10")),
            ("99999999999999999999x,1,U", 1, .notTime("99999999999999999999x")),
            ("-1.5,1,U", 1, .negativeTime("-1.5")), ("-,1,U", 1, .notTime("-")),
            ("2,,U", 3, .notBytes("")), ("2,1.5,U", 3, .notBytes("1.5")),
            ("2, 12 B,U", 4, .notBytes("12 B")), ("2,0,U", 3, .bytesOutOfRange("0")),
            ("2,-4,U", 3, .bytesOutOfRange("-4")),
            ("2,2147483649,U", 3, .bytesOutOfRange("2147483649")),
            ("2,99999999999999999999,U", 3, .bytesOutOfRange("99999999999999999999")),
            ("2,1,u", 5, .notDirection("u")), ("2,1,UP", 5, .notDirection("UP")),
            ("2,1,", 5, .notDirection("")),
            ("2,1", 1, .fieldCount(found: 2, expected: 3)),
            ("2,1,U,", 1, .fieldCount(found: 4, expected: 3)),
            ("2,1,\"U", 5, .openField), ("2,\"1\"1,U", 6, .textAfterQuote),
            ("\u{E4}\u{1F600},1,U", 1, .notTime("\u{E4}\u{1F600}")),
        ] as [(String, Int, InputFault)])
    func values(_ row: String, _ column: Int, _ fault: InputFault) {
        let reading = rows(row)
        #expect(reading.packets.count == 1)
        #expect(reading.fault == fault)
        #expect(reading.failure?.place?.line == 3)
        #expect(reading.failure?.place?.column == column)
        #expect(reading.fault?.isAboutMissingInput == false)
        #expect(reading.message.contains("\n    = "), "advice: \(reading.message)")
    }

    @Test(
        "A time beyond simulated time is refused",
        arguments: ["4611686018.427387903", "4611686019", "99999999999999999999999"])
    func tooLate(_ text: String) {
        #expect(rows("\(text),1,U").fault == .tooLate(packet: nil))
    }

    @Test(
        "A header must name each required column once",
        arguments: [
            ("0.0,120,U\n1,1,D\n", .missingColumns(["t", "bytes", "direction"])),
            ("time,bytes,direction\n", .missingColumns(["t"])),
            ("t,bytes,Direction,size\n", .missingColumns(["direction"])),
            ("t,bytes,direction,t\n", .repeatedColumn("t")),
            ("t;bytes;direction\n0;1;U\n", .otherSeparator("semicolons")),
            ("t\tbytes\tdirection\n", .otherSeparator("tabs")),
            ("\"t,bytes,direction\n", .openField),
            ("hello world", .missingColumns(["t", "bytes", "direction"])),
        ] as [(String, InputFault)])
    func headers(_ text: String, _ fault: InputFault) {
        let reading = Reading(text)
        #expect(reading.fault == fault)
        #expect(reading.failure?.place?.line == 1)
    }

    @Test("A step back of more than a second is reported with the line and what to do")
    func order() {
        #expect(
            Reading("t,bytes,direction\n 9,1,U\n 7.9,1,U\n").message == """
                FILE:3:2: error: this packet is 1.1 s older than the one before it
                  3 |  7.9,1,U
                    |  ^~~
                    = Sort the lines by t.
                """)
    }

    @Test("A message has place, line, caret and what is valid")
    func message() {
        #expect(
            rows("2,\t12,up").message == """
                FILE:3:7: error: "up" is not a direction
                  3 | 2,\t12,up
                    |   \t   ^~
                    = Write U (uplink, from the phone) or D (downlink).
                """)
        #expect(
            Reading("when,size\n").message == """
                FILE:1:1: error: the first line has no column t, bytes, direction
                    = Name the columns in the first line, t,bytes,direction, in any order; others \
                may be among them.
                """)
    }

    @Test("Text in a file cannot move the cursor of a terminal, and long lines are cut")
    func hostile() {
        let reading = rows("\u{1B}[2J" + String(repeating: "x", count: 5000) + "\u{202E},1,U")
        #expect(!reading.message.contains("\u{1B}"))
        #expect(!reading.message.contains("\u{202E}"))
        #expect(reading.message.count < 500)
    }

    @Test("A line without end is refused before it fills the memory")
    func endless() {
        let reading = Reading(
            "t,bytes,direction,note\n0,1,U,\n1,1,U,\"" + String(repeating: "x", count: 600_000))
        #expect(reading.packets.count == 1)
        #expect(reading.fault == .tooLong(limit: 1 << 18))
        #expect(reading.failure?.place?.line == 3)
    }

    @Test("Text that is not UTF-8 is accepted in an ignored column")
    func otherEncoding() {
        let reading = Reading(Array("t,bytes,direction,n\n0,1,U,".utf8) + [0xE4, 0xFC, 0x0A])
        #expect(reading.message == "")
        #expect(reading.packets.count == 1)
    }
}
