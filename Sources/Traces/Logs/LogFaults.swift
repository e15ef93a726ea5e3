extension InputFault {
    static func cannotOpen(reason: String) -> Self {
        Self(
            "the file cannot be read: \(reason)",
            "Check the path and the file's permissions.", isAboutMissingInput: true)
    }

    static let notText = Self(
        "the file is not text: it is compressed, or has a program's own format",
        "Unpack or export it as CSV first.")

    static let noHeader = Self(
        "the file is empty", "Begin with a line that names the columns, separated by commas.")

    static func needsVoltage(meter: String) -> Self {
        Self(
            "a log of \(meter) has only currents, no powers",
            "Give the supply voltage of the meter: --voltage 3.7V.")
    }

    static func hasVoltage(meter: String) -> Self {
        Self("this log of \(meter) has its own voltage", "Leave --voltage out.")
    }

    static func noNumber(text: String, meaning: String) -> Self {
        Self(
            text.isEmpty
                ? "no number for \(meaning)" : "\"\(text)\" is not a number for \(meaning)",
            "Write a number with a point, as in 12.5, or remove the line.")
    }

    public static func outOfRange(text: String, meaning: String, possible: String) -> Self {
        Self("\(text) cannot be \(meaning)", "Write \(possible).")
    }

    public static func unknownWord(text: String, meaning: String, possible: [String]) -> Self {
        Self(
            "\"\(text)\" is not a valid \(meaning)",
            "Write one of \(possible.joined(separator: ", ")).")
    }

    static func notAscending(text: String, before: String) -> Self {
        Self("the time \(text) is before \(before)", "Sort the lines by time.")
    }

    static let oneTime = Self(
        "all lines have the same time",
        "Write the time of each sample, or of each packet of samples.")

    static func noPhone(power: Milliwatts, limit: Milliwatts, isMean: Bool) -> Self {
        Self(
            (isMean ? "the mean is " : "") + "\(power)\(isMean ? "," : " is") more than "
                + "any phone draws",
            "A phone draws at most \(limit). Check the units in the header, such as mA for uA.")
    }

    static let openQuote = Self("a quoted cell is not closed", "Close the quote, or remove it.")

    static func lineTooLong(limit: Int) -> Self {
        Self(
            "the line has more than \(limit) bytes",
            "Check that it is a log, with each row on its own line.")
    }

    public static func tooFewRows(found: Int, needed: Int, dropped: Int) -> Self {
        Self(
            dropped == 0
                ? "the file has \(found) rows, but \(needed) are needed"
                : "the file has \(found) rows to keep, of \(needed) needed, and "
                    + "\(dropped) marked to be dropped",
            "Measure more, or name a file with more rows.")
    }

    static func noneWanted(of cells: Int) -> Self {
        Self(
            "the list has \(cells) cells, but none matches",
            "Leave out radio, mcc or net, or write them as in the list.")
    }
}
