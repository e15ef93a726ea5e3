/// Changes that all text forms share: numbers, words, punctuation.
enum Words {
    /// Numbers at limits, and texts that are nearly numbers.
    static let numbers = [
        "0", "-0", "1", "-1", "0.1", "0.3333333333333333", "1e-300", "1e308", "-1e308", "1e400",
        "1e60", "1e-7", "1000000", "1e9", "1e15", "2147483647", "2147483648", "4294967296",
        "9007199254740993", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "18446744073709551615", "99999999999999999999999999",
        "0.00000000000000000000001", "nan", "inf", "-inf", "0x7f", "1_000", "007", "+5", "5.", ".5",
        "1.5.2", "1e", "--1", "",
    ].map { Array($0.utf8) }

    /// The ranges of consecutive bytes that satisfy `isPart`.
    static func runs(in text: [UInt8], where isPart: (UInt8) -> Bool) -> [Range<Int>] {
        var (runs, start) = ([Range<Int>](), Int?.none)
        for (place, byte) in text.enumerated() {
            if isPart(byte) {
                start = start ?? place
            } else if let first = start {
                runs.append(first..<place)
                start = nil
            }
        }
        if let first = start { runs.append(first..<text.count) }
        return runs
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte >= 0x80
    }

    /// Replaces one of the numbers by another.
    static func changeNumber(in text: inout [UInt8], _ dice: inout Dice) {
        let dot = UInt8(ascii: ".")
        let runs = runs(in: text) { isDigit($0) || $0 == dot }
        guard let run = dice.pick(runs) else { return insertSign(into: &text, dice: &dice) }
        if dice.isOne(in: 2) {
            text.replaceSubrange(run, with: dice.pick(numbers) ?? [])
        } else if let number = Double(String(decoding: text[run], as: UTF8.self)) {
            let others = [
                number * 2, number / 2, number + 1, number - 1, -number, number * 1000,
                number / 1000, number.rounded(), number.nextUp, number * 1e18,
            ]
            text.replaceSubrange(run, with: Array("\(dice.pick(others) ?? 0)".utf8))
        } else {
            text[run.lowerBound] = UInt8(ascii: "0") + UInt8(dice.below(10))
        }
    }

    /// Replaces a word by one of the vocabulary, or by another of the text.
    static func changeWord(
        in text: inout [UInt8], of vocabulary: [[UInt8]], _ dice: inout Dice
    ) {
        let joints = Array("-_".utf8)
        let runs = runs(in: text) { isLetter($0) || joints.contains($0) }
        guard let run = dice.pick(runs), let other = dice.pick(runs) else { return }
        let own = Array(text[other])
        text.replaceSubrange(run, with: dice.isOne(in: 5) ? own : dice.pick(vocabulary) ?? own)
    }

    private static let signs =
        [
            "\"", "'", ":", ": ", ",", ";", "#", " #", "- ", "[", "]", "{", "}", "&a ", "*a",
            "!!int ",
            "|", ">-", "<<: ", "?", "~", "%", "---\n", "\n", "\r\n", "\t", " ", "  ", "\u{FEFF}",
            "\u{2028}", "\u{85}", "é", "\u{1F4F1}", "\0", "\\", "/", "=", "<", ">", "&", "..", "@",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80]]

    /// Inserts a character that is special to some reader.
    static func insertSign(into text: inout [UInt8], dice: inout Dice) {
        text.insert(contentsOf: dice.pick(signs) ?? [], at: dice.below(text.count + 1))
    }

    /// The lines, each with its line break.
    static func lines(of bytes: [UInt8]) -> [[UInt8]] {
        var (lines, start) = ([[UInt8]](), 0)
        for (place, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
            lines.append(Array(bytes[start...place]))
            start = place + 1
        }
        if start < bytes.count { lines.append(Array(bytes[start...])) }
        return lines
    }
}
