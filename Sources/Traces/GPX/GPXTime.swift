/// Converts GPX times, XML Schema's `dateTime`, to nanoseconds since 1970-01-01T00:00:00Z.
enum GPXTime {
    /// The accepted years: no receiver wrote earlier ones, and later nanoseconds may exceed
    /// simulated time.
    static let years = 1970...2099

    private static let secondsOfDay: Int64 = 86_400

    /// Days from 1970-01-01 to a date of the Gregorian calendar.
    static func days(year: Int, month: Int, day: Int) -> Int {
        // Years begin in March, so the leap day comes last; an era has 400 years.
        let shifted = month > 2 ? year : year - 1
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        let next = month == 12 ? (year + 1, 1) : (year, month + 1)
        return days(year: next.0, month: next.1, day: 1) - days(year: year, month: month, day: 1)
    }

    /// Reads `2010-02-01T12:31:38.545Z` or a time with an offset, `+01:00`.
    ///
    /// Without either it is UTC, as in GPX. Digits beyond nanoseconds are cut off; second 60 is the
    /// next minute's first.
    /// - Returns: `nil` for anything else, for an impossible day, and for a year outside `years`.
    static func nanoseconds(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        var text = TimeText(bytes)
        guard let year = text.number(4), years.contains(year), text.take("-"),
            let month = text.number(2), (1...12).contains(month), text.take("-"),
            let day = text.number(2), (1...length(ofMonth: month, year: year)).contains(day),
            text.take("T") || text.take(" "),
            let hour = text.number(2), hour <= 24, text.take(":"),
            let minute = text.number(2), minute < 60, text.take(":"),
            let second = text.number(2), second <= 60
        else { return nil }
        let fraction = text.take(".") || text.take(",") ? text.fraction() : 0
        guard let fraction, let offset = text.offset(), text.isAtEnd,
            hour < 24 || (minute == 0 && second == 0 && fraction == 0)
        else { return nil }
        let date = Int64(days(year: year, month: month, day: day)) * secondsOfDay
        let seconds = date + Int64(hour * 3600 + minute * 60 + second - offset)
        return seconds * 1_000_000_000 + Int64(fraction)
    }

    /// The time in UTC, with only the fraction digits it needs.
    static func text(_ nanoseconds: Int64) -> String {
        let second: Int64 = 1_000_000_000
        let whole = nanoseconds >= 0 ? nanoseconds / second : (nanoseconds - second + 1) / second
        let day = whole >= 0 ? whole / secondsOfDay : (whole - secondsOfDay + 1) / secondsOfDay
        let rest = Int(whole - day * secondsOfDay)
        let (year, month, dayOfMonth) = date(Int(day))
        var text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))T"
        text += "\(padded(rest / 3600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))"
        let fraction = Int(nanoseconds - whole * second)
        if fraction != 0 {
            var digits = padded(fraction, 9)
            while digits.hasSuffix("0") { digits.removeLast() }
            text += "." + digits
        }
        return text + "Z"
    }

    private static func date(_ day: Int) -> (year: Int, month: Int, day: Int) {
        var year = 1970 + Int((Double(day) / 365.2425).rounded(.down))
        while days(year: year, month: 1, day: 1) > day { year -= 1 }
        while days(year: year + 1, month: 1, day: 1) <= day { year += 1 }
        var month = 1
        while month < 12 && days(year: year, month: month + 1, day: 1) <= day { month += 1 }
        return (year, month, day - days(year: year, month: month, day: 1) + 1)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

private struct TimeText {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0
    private var end: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        end = bytes.count
        while end > 0 && bytes[end - 1] <= UInt8(ascii: " ") { end -= 1 }
        while place < end && bytes[place] <= UInt8(ascii: " ") { place += 1 }
    }

    var isAtEnd: Bool { place == end }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard place < end, bytes[place] == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    private mutating func digit() -> Int? {
        guard place < end, bytes[place] &- UInt8(ascii: "0") < 10 else { return nil }
        place += 1
        return Int(bytes[place - 1] - UInt8(ascii: "0"))
    }

    mutating func number(_ digits: Int) -> Int? {
        var value = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    mutating func fraction() -> Int? {
        guard var value = digit() else { return nil }
        var count = 1
        while let digit = digit() {
            if count < 9 { (value, count) = (value * 10 + digit, count + 1) }
        }
        while count < 9 { (value, count) = (value * 10, count + 1) }
        return value
    }

    /// Seconds east of UTC: `Z`, `+01:00`, `-0330`, or nothing for UTC.
    mutating func offset() -> Int? {
        if isAtEnd || take("Z") || take("z") { return 0 }
        let sign = take("-") ? -1 : 1
        if sign == 1 && !take("+") { return nil }
        guard let hours = number(2), hours <= 14 else { return nil }
        let separated = take(":")
        guard let minutes = isAtEnd && !separated ? 0 : number(2), minutes < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
