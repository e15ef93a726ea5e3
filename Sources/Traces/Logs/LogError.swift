import Kernel

/// Why a file of measurements could not be read: which file, where in it, what was found and what
/// is possible.
public struct LogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Fault: Hashable, Sendable {
        /// The file cannot be opened; the system's own words.
        case cannotOpen(reason: String)
        /// The path leads to a directory.
        case isDirectory
        /// There are more bytes than are read into memory at once.
        case tooLarge(bytes: Int, limit: Int)
        /// More than can happen in a simulation, where each row is an event.
        case tooManyRows(found: Int, most: Int)
        /// The bytes are no text: compressed, or of a program.
        case notText
        /// There is no line with names of columns.
        case noHeader
        /// None of some names of a column that is needed is in the header.
        case noColumn(names: [String], meaning: String)
        /// A header that no meter's program writes, as far as it is known.
        case noMeter(known: [String])
        /// A log of currents alone, and no voltage.
        case needsVoltage(meter: String)
        /// A voltage for a log that has its own, or powers.
        case hasVoltage(meter: String)
        /// A line has fewer cells than the header needs.
        case tooFewCells(found: Int, needed: Int)
        /// A cell that holds no number.
        case noNumber(text: String, meaning: String)
        /// A number that the quantity cannot have.
        case outOfRange(text: String, meaning: String, possible: String)
        /// A word that is none of those that the column may hold.
        case unknownWord(text: String, meaning: String, possible: [String])
        /// A time before that of the line above.
        case notAscending(text: String, before: String)
        /// A log whose lines all have one time.
        case oneTime
        /// A power that no phone draws, or that it does not draw for long.
        case noPhone(power: Milliwatts, limit: Milliwatts, isMean: Bool)
        /// A quoted cell that never ends.
        case openQuote
        /// A line that is longer than any of a log, or a quoted cell that does not end before.
        case lineTooLong(limit: Int)
        /// Too few usable rows.
        case tooFewRows(found: Int, needed: Int, dropped: Int)
    }

    /// The file as it was named.
    public let path: String
    /// Counted from 1, the header being a line; `nil` where the fault has no place.
    public let line: Int?
    /// The column's name in the header, where the fault is in a cell.
    public let column: String?
    public let fault: Fault

    public init(_ fault: Fault, path: String, line: Int? = nil, column: String? = nil) {
        (self.fault, self.path, self.line, self.column) = (fault, path, line, column)
    }

    /// Whether there is no file to read, rather than a file with something wrong in it.
    public var isAboutMissingInput: Bool {
        switch fault {
        case .cannotOpen, .isDirectory: true
        case .tooLarge, .tooManyRows, .notText, .noHeader, .noColumn, .noMeter, .needsVoltage,
            .hasVoltage, .tooFewCells, .noNumber, .outOfRange, .unknownWord, .notAscending,
            .oneTime, .noPhone, .openQuote, .lineTooLong, .tooFewRows:
            false
        }
    }

    /// What was found, without its place.
    public var message: String { fault.message }

    /// What is possible instead.
    public var advice: String { fault.advice }

    /// The place and what was found there, and on a second line what is possible.
    ///
    /// Two lines, whatever the file holds.
    public var description: String {
        [place + ": " + fault.message, fault.advice].map { PrintableText.line($0) }
            .joined(separator: "\n")
    }

    private var place: String {
        var text = path
        if let line { text += ":\(line)" }
        if let column { text += ", column \(PrintableText.excerpt(column, to: 40))" }
        return text
    }
}

extension LogError.Fault {
    fileprivate var message: String {
        switch self {
        case .cannotOpen(let reason): "the file cannot be read: \(reason)"
        case .isDirectory: "this is a directory, not a file"
        case .notText: "this is no text: compressed, or a program's own format"
        case .tooLarge(let bytes, let limit):
            "the file has \(bytes) bytes, more than the \(limit) that are read at once"
        case .tooManyRows(let found, let most):
            "there are \(found) rows, more than the \(most) that can happen in a run"
        case .noHeader: "the file is empty"
        case .noColumn(_, let meaning): "the header names no column for \(meaning)"
        case .noMeter: "the header is of no known meter"
        case .needsVoltage(let meter): "a log of \(meter) has currents alone, no powers"
        case .hasVoltage(let meter): "this log of \(meter) needs no voltage: it has its own"
        case .tooFewCells(let found, let needed):
            "the line has \(found) cells, but the header's columns need \(needed)"
        case .noNumber("", let meaning): "there is no number for \(meaning)"
        case .noNumber(let text, let meaning): "\"\(text)\" is no number for \(meaning)"
        case .outOfRange(let text, let meaning, _): "\(text) cannot be \(meaning)"
        case .unknownWord(let text, let meaning, _): "\"\(text)\" is no \(meaning)"
        case .notAscending(let text, let before): "the time \(text) is before \(before)"
        case .oneTime: "all lines have the same time"
        case .noPhone(let power, _, false): "\(power) is more than any phone draws"
        case .noPhone(let power, _, true): "the mean is \(power), more than any phone draws"
        case .openQuote: "a quoted cell has no end"
        case .lineTooLong(let limit): "the line has more than \(limit) bytes"
        case .tooFewRows(let found, let needed, 0): "there are \(found) rows, of \(needed) needed"
        case .tooFewRows(let found, let needed, let dropped):
            "there are \(found) rows that are not marked to be dropped, of \(needed) needed, "
                + "and \(dropped) that are"
        }
    }

    fileprivate var advice: String {
        switch self {
        case .cannotOpen: "Check the path and the file's permissions."
        case .isDirectory: "Name a CSV file in it."
        case .tooLarge, .tooManyRows: "Cut the log into parts."
        case .notText: "Unpack or export it as CSV first."
        case .noHeader: "Begin with a line that names the columns, separated by commas."
        case .noColumn(let names, _):
            "Name it \(names.joined(separator: " or ")) in the first line, separated by commas."
        case .noMeter(let known): "Known are \(known.joined(separator: "; "))."
        case .needsVoltage: "Say by --voltage what the meter supplied: --voltage 3.7V."
        case .hasVoltage: "Leave --voltage out."
        case .tooFewCells: "Fill the line, or remove it."
        case .noNumber: "Write a number with a point, as in 12.5, or remove the line."
        case .outOfRange(_, _, let possible): "Possible is \(possible)."
        case .unknownWord(_, _, let possible): "Possible is \(possible.joined(separator: ", "))."
        case .notAscending: "Sort the lines by time."
        case .oneTime: "Write the time of each sample, or of each packet of samples."
        case .noPhone(_, let limit, _):
            "Possible is at most \(limit). Check the units in the header, such as mA for uA."
        case .openQuote: "Close the quote, or remove it."
        case .lineTooLong: "Is it a log at all? If so, write each row on a line of its own."
        case .tooFewRows: "Measure more, or name a file with more rows."
        }
    }
}
