import Kernel

/// The faults of files of measurements.
extension InputFault {
    static func cannotOpen(reason: String) -> Self {
        Self(
            message: "the file cannot be read: \(reason)",
            advice: "Check the path and the file's permissions.", isAboutMissingInput: true)
    }

    static let notText = Self(
        message: "this is no text: compressed, or a program's own format",
        advice: "Unpack or export it as CSV first.")

    static func tooLarge(bytes: Int, limit: Int) -> Self {
        Self(
            message: "the file has \(bytes) bytes, more than the \(limit) that are read at once",
            advice: "Cut the log into parts.")
    }

    /// Each row is an event of a simulation.
    static func tooManyRows(found: Int, most: Int) -> Self {
        Self(
            message: "there are \(found) rows, more than the \(most) that can happen in a run",
            advice: "Cut the log into parts.")
    }

    static let noHeader = Self(
        message: "the file is empty",
        advice: "Begin with a line that names the columns, separated by commas.")

    public static func noColumn(names: [String], meaning: String) -> Self {
        let possible = names.joined(separator: " or ")
        return Self(
            message: "the header names no column for \(meaning)",
            advice: "Name it \(possible) in the first line, separated by commas.")
    }

    static func noMeter(known: [String]) -> Self {
        Self(
            message: "the header is of no known meter",
            advice: "Known are \(known.joined(separator: "; ")).")
    }

    static func needsVoltage(meter: String) -> Self {
        Self(
            message: "a log of \(meter) has currents alone, no powers",
            advice: "Say by --voltage what the meter supplied: --voltage 3.7V.")
    }

    static func hasVoltage(meter: String) -> Self {
        Self(
            message: "this log of \(meter) needs no voltage: it has its own",
            advice: "Leave --voltage out.")
    }

    static func tooFewCells(found: Int, needed: Int) -> Self {
        Self(
            message: "the line has \(found) cells, but the header's columns need \(needed)",
            advice: "Fill the line, or remove it.")
    }

    static func noNumber(text: String, meaning: String) -> Self {
        Self(
            message: text.isEmpty
                ? "there is no number for \(meaning)" : "\"\(text)\" is no number for \(meaning)",
            advice: "Write a number with a point, as in 12.5, or remove the line.")
    }

    public static func outOfRange(text: String, meaning: String, possible: String) -> Self {
        Self(message: "\(text) cannot be \(meaning)", advice: "Possible is \(possible).")
    }

    public static func unknownWord(text: String, meaning: String, possible: [String]) -> Self {
        Self(
            message: "\"\(text)\" is no \(meaning)",
            advice: "Possible is \(possible.joined(separator: ", ")).")
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
            advice: "Possible is at most \(limit). Check the units in the header, such as mA for "
                + "uA.")
    }

    static let openQuote = Self(
        message: "a quoted cell has no end", advice: "Close the quote, or remove it.")

    /// Longer than any line of a log, or a quoted cell that does not end before.
    static func lineTooLong(limit: Int) -> Self {
        Self(
            message: "the line has more than \(limit) bytes",
            advice: "Is it a log at all? If so, write each row on a line of its own.")
    }

    public static func tooFewRows(found: Int, needed: Int, dropped: Int) -> Self {
        Self(
            message: dropped == 0
                ? "there are \(found) rows, of \(needed) needed"
                : "there are \(found) rows that are not marked to be dropped, of \(needed) needed, "
                    + "and \(dropped) that are",
            advice: "Measure more, or name a file with more rows.")
    }

    static func noneWanted(of cells: Int) -> Self {
        Self(
            message: "none of the list's \(cells) cells is wanted",
            advice: "Leave out radio, mcc or net, or write them as the list does.")
    }
}
