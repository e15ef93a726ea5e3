import Show
import Testing

struct TextTableTests {
    @Test("Columns line up")
    func columnsLineUp() {
        var table = TextTable(columns: [.init("policy"), .init("energy [J]", .right)])
        table.add(["keep-alive-10", "1,234.5"])
        table.add(["none", "0.0"])
        #expect(
            table.text == """
                policy         energy [J]
                -------------  ----------
                keep-alive-10     1,234.5
                none                  0.0

                """)
    }

    @Test("Lines have no spaces at their end")
    func linesHaveNoSpacesAtTheirEnd() {
        var table = TextTable(columns: [.init("n", .right), .init("verdict")])
        table.add(["1", ""])
        table.add(["20", "lower"])
        #expect(table.text == " n  verdict\n--  -------\n 1\n20  lower\n")
    }

    @Test("Wide and combined characters are measured as seen")
    func wideAndCombinedCharactersAreMeasuredAsSeen() {
        var table = TextTable(columns: [.init("name"), .init("x", .right)])
        table.add(["語語", "1"])
        table.add(["e\u{301}te", "2"])
        table.add(["±5 %", "3"])
        #expect(table.text == "name  x\n----  -\n語語  1\ne\u{301}te   2\n±5 %  3\n")
    }

    @Test("Control characters do not reach the terminal")
    func controlCharactersDoNotReachTheTerminal() {
        var table = TextTable(columns: [.init("name")])
        table.add(["a\nb\u{1B}[31m"])
        #expect(table.text == "name\n--------\na\u{FFFD}b\u{FFFD}[31m\n")
    }

    @Test("A row of the wrong length traps")
    func aRowOfTheWrongLengthTraps() async {
        await #expect(processExitsWith: .failure) {
            var table = TextTable(columns: [.init("a"), .init("b")])
            table.add(["1"])
        }
    }
}
