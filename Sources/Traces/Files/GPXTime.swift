import Foundation

/// Converts GPX times, XML Schema's `dateTime`, to nanoseconds since 1970-01-01T00:00:00Z.
enum GPXTime {
    /// The accepted years: no receiver wrote earlier ones, and later nanoseconds may exceed
    /// simulated time.
    static let years = 1970...2099

    /// Reads `2010-02-01T12:31:38.545Z` or a time with an offset, `+01:00`.
    ///
    /// Without either it is UTC, as in GPX. Digits beyond nanoseconds are cut off; second 60 is the
    /// next minute's first.
    /// - Returns: `nil` for anything else, for an impossible day, and for a year outside `years`.
    static func nanoseconds(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        var text = TimeText(bytes)
        guard let year = text.number(4), years.contains(year), text.take("-"),
            let month = text.number(2), text.take("-"), let day = text.number(2),
            let midnight = midnight(year: year, month: month, day: day),
            text.take("T") || text.take(" "),
            let hour = text.number(2), hour <= 24, text.take(":"),
            let minute = text.number(2), minute < 60, text.take(":"),
            let second = text.number(2), second <= 60
        else { return nil }
        let fraction = text.take(".") || text.take(",") ? text.fraction() : 0
        guard let fraction, let offset = text.offset(), text.isAtEnd,
            hour < 24 || (minute == 0 && second == 0 && fraction == 0)
        else { return nil }
        let seconds = midnight + Int64(hour * 3600 + minute * 60 + second - offset)
        return seconds * 1_000_000_000 + Int64(fraction)
    }

    /// In seconds; `nil` for an impossible day, which the C library takes for another.
    private static func midnight(year: Int, month: Int, day: Int) -> Int64? {
        var date = tm()
        (date.tm_year, date.tm_mon, date.tm_mday) = (
            Int32(year - 1900), Int32(month - 1), Int32(day)
        )
        let seconds = Int64(timegm(&date))
        return (Int(date.tm_mon), Int(date.tm_mday)) == (month - 1, day) ? seconds : nil
    }

    /// The time in UTC, with only the fraction digits it needs.
    static func text(_ nanoseconds: Int64) -> String {
        let second: Int64 = 1_000_000_000
        let whole = nanoseconds >= 0 ? nanoseconds / second : (nanoseconds - second + 1) / second
        var (time, date) = (time_t(whole), tm())
        gmtime_r(&time, &date)
        var text = String(
            format: "%04d-%02d-%02dT%02d:%02d:%02d", Int(date.tm_year) + 1900,
            Int(date.tm_mon) + 1, date.tm_mday, date.tm_hour, date.tm_min, date.tm_sec)
        if nanoseconds != whole * second {
            text += String(format: ".%09d", Int(nanoseconds - whole * second))
            while text.hasSuffix("0") { text.removeLast() }
        }
        return text + "Z"
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
