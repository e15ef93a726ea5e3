import Kernel

extension InputFault {
    static func cannotOpen(reason: String) -> Self {
        Self(
            message: "the file cannot be read: \(reason)",
            advice: "Check the path and the file's permissions.", isAboutMissingInput: true)
    }

    static let notText = Self(
        message: "the file is not text: it is compressed, or has a program's own format",
        advice: "Unpack or export it as CSV first.")

    /// Each row is an event of a simulation.
    static func tooManyRows(found: Int, most: Int) -> Self {
        Self(
            message: "the file has \(found) rows, but the limit of a run is \(most)",
            advice: "Cut the log into parts.")
    }

    static let noHeader = Self(
        message: "the file is empty",
        advice: "Begin with a line that names the columns, separated by commas.")

    public static func noColumn(names: [String], meaning: String) -> Self {
        let possible = names.joined(separator: " or ")
        return Self(
            message: "the header has no column for \(meaning)",
            advice: "Name it \(possible) in the first line, separated by commas.")
    }

    static func noMeter(known: [String]) -> Self {
        Self(
            message: "the header is not of a known meter",
            advice: "Known meters: \(known.joined(separator: "; ")).")
    }

    static func needsVoltage(meter: String) -> Self {
        Self(
            message: "a log of \(meter) has only currents, no powers",
            advice: "Give the supply voltage of the meter: --voltage 3.7V.")
    }

    static func hasVoltage(meter: String) -> Self {
        Self(message: "this log of \(meter) has its own voltage", advice: "Leave --voltage out.")
    }

    static func tooFewCells(found: Int, needed: Int) -> Self {
        Self(
            message: "the line has \(found) cells, but the header's columns need \(needed)",
            advice: "Fill the line, or remove it.")
    }

    static func noNumber(text: String, meaning: String) -> Self {
        Self(
            message: text.isEmpty
                ? "no number for \(meaning)" : "\"\(text)\" is not a number for \(meaning)",
            advice: "Write a number with a point, as in 12.5, or remove the line.")
    }

    public static func outOfRange(text: String, meaning: String, possible: String) -> Self {
        Self(message: "\(text) cannot be \(meaning)", advice: "Write \(possible).")
    }

    public static func unknownWord(text: String, meaning: String, possible: [String]) -> Self {
        Self(
            message: "\"\(text)\" is not a valid \(meaning)",
            advice: "Write one of \(possible.joined(separator: ", ")).")
    }

    static func notAscending(text: String, before: String) -> Self {
        Self(message: "the time \(text) is before \(before)", advice: "Sort the lines by time.")
    }

    static let oneTime = Self(
        message: "all lines have the same time",
        advice: "Write the time of each sample, or of each packet of samples.")

    static func noPhone(power: Milliwatts, limit: Milliwatts, isMean: Bool) -> Self {
        Self(
            message: (isMean ? "the mean is " : "") + "\(power)\(isMean ? "," : " is") more than "
                + "any phone draws",
            advice: "A phone draws at most \(limit). Check the units in the header, such as mA "
                + "for uA.")
    }

    static let openQuote = Self(
        message: "a quoted cell is not closed", advice: "Close the quote, or remove it.")

    /// Longer than any line of a log, or a quoted cell that does not end before.
    static func lineTooLong(limit: Int) -> Self {
        Self(
            message: "the line has more than \(limit) bytes",
            advice: "Check that it is a log, with each row on its own line.")
    }

    public static func tooFewRows(found: Int, needed: Int, dropped: Int) -> Self {
        Self(
            message: dropped == 0
                ? "the file has \(found) rows, but \(needed) are needed"
                : "the file has \(found) rows to keep, of \(needed) needed, and "
                    + "\(dropped) marked to be dropped",
            advice: "Measure more, or name a file with more rows.")
    }

    static func noneWanted(of cells: Int) -> Self {
        Self(
            message: "the list has \(cells) cells, but none matches",
            advice: "Leave out radio, mcc or net, or write them as in the list.")
    }
}
