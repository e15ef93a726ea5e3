/// Reads a file line by line; memory is that of the history, which Android keeps below 4 MB.
struct HistoryReader {
    private var history = BatteryHistory(empty: ())
    private var (text, checkin): ([HistoryChange], [HistoryChange]) = ([], [])
    private var place = Place.outside
    private var (told, counted) = (StatisticsReader(), StatisticsReader())
    /// Records until now; those of one time stay apart.
    private var records: Int32 = 0
    /// More changes than any phone's log holds: 4 MB of two bytes and more each.
    private static let most = 500_000

    var isFull: Bool { text.count + checkin.count > Self.most }
    /// The time of the latest record in checkin form.
    private var time: Int64 = 0
    /// The users and texts of a checkin's pool of strings.
    private var pool: [Int: Int] = [:]

    private enum Place { case outside, history, statistics }

    mutating func read(_ line: some BidirectionalCollection<UInt8>) {
        // A byte order mark, and what else is no text of Android's.
        let line = line.drop { $0 >= 0x80 }
        guard let first = line.first else {
            // The history as text ends with an empty line.
            if place == .history { place = .statistics }
            return
        }
        if first == UInt8(ascii: "9"), line.dropFirst().first == .comma {
            return readCheckin(String(decoding: line, as: UTF8.self))
        }
        switch first {
        case UInt8(ascii: "B") where line.starts(with: "Battery History".utf8):
            place = text.isEmpty ? .history : .outside
        case UInt8(ascii: "S") where line.starts(with: "Statistics since last ".utf8):
            let isCharge = line.dropFirst(22).starts(with: "charge".utf8)
            place = isCharge && told.isEmpty ? .statistics : .outside
        case UInt8(ascii: "D") where line.starts(with: "DUMP OF".utf8), UInt8(ascii: "-"):
            place = .outside
        default:
            if place == .history { readRecord(String(decoding: line, as: UTF8.self)) }
            if place == .statistics { told.read(String(decoding: line, as: UTF8.self)) }
        }
    }

    func finish() -> BatteryHistory {
        var history = history
        // A bug report has the same history in both forms, and the checkin's numbers are exact.
        let found = text.isEmpty ? checkin : text
        history.changes = found.sorted { $0.milliseconds < $1.milliseconds }
        history.statistics = (counted.isEmpty ? told : counted).found
        return history
    }

    /// `+1m36s169ms (2) 098 status=discharging +running job=u0a9:"..."`.
    private mutating func readRecord(_ line: String) {
        var rest = line[...].drop { $0 == " " }
        let word = rest.prefix { $0 != " " }
        guard
            let time = word == "0"
                ? 0 : word.hasPrefix("+") ? Duration.parse(word.dropFirst()) : nil
        else { return }
        rest = rest.dropFirst(word.count).drop { $0 == " " }
        guard rest.first == "(", let end = rest.firstIndex(of: ")") else { return }
        rest = rest[rest.index(after: end)...]
        records += 1
        func add(_ item: HistoryChange.Item) {
            text.append(HistoryChange(milliseconds: time, record: records, item: item))
        }
        for word in Words(rest) {
            switch word {
            case "START": add(.begin)
            case "SHUTDOWN", "*OVERFLOW*": add(.end)
            // The time of the phone's clock follows.
            case _ where word.hasPrefix("RESET:"): return add(.begin)
            case _ where word.hasPrefix("TIME:"): return
            default:
                if word.count == 3, let level = Int(word), HistoryChange.levels.contains(level) {
                    add(.level(level))
                } else if let item = Self.item(
                    word, { HistoryFlag.named[$0] }, { HistoryEvent.named[$0] })
                {
                    note(word)
                    add(item)
                } else if !note(word), word.hasPrefix("+") || word.hasPrefix("-") {
                    history.unknownItems += 1
                }
            }
        }
    }

    /// Keeps the package of an app that came to the front; `true` if the item names a user.
    @discardableResult
    private mutating func note(_ word: Substring) -> Bool {
        guard let (key, user, text) = Self.named(word) else { return false }
        if key.hasSuffix("top") || key.hasSuffix("fg") { notePackage(text, of: user) }
        return true
    }

    private mutating func notePackage(_ name: Substring, of user: Int) {
        if PackageName.isOne(name), history.packages[user] == nil {
            history.packages[user] = String(name)
        }
    }

    /// `+job=u0a69:"text"` as its parts.
    private static func named(_ word: Substring) -> (key: Substring, user: Int, text: Substring)? {
        guard let equals = word.firstIndex(of: "="),
            let colon = word[equals...].firstIndex(of: ":"),
            let user = UserNumber.parse(word[word.index(after: equals)..<colon])
        else { return nil }
        let text = word[word.index(after: colon)...].drop { $0 == "\"" }
        return (word[..<equals], user, text.last == "\"" ? text.dropLast() : text)
    }

    /// The meaning of an item in either form; `nil` for others.
    private static func item(
        _ word: Substring, _ flag: (String) -> HistoryFlag?, _ event: (String) -> HistoryEvent?
    ) -> HistoryChange.Item? {
        let sign = word.first.flatMap { "+-".contains($0) ? $0 : nil }
        let body = sign == nil ? word : word.dropFirst()
        guard let equals = body.firstIndex(of: "=") else {
            guard let sign else { return nil }
            return flag(String(body)).map { .flag($0, sign == "+") }
        }
        let (key, value) = (String(body[..<equals]), body[body.index(after: equals)...])
        switch key {
        case "Bl":
            return Int(value).flatMap { HistoryChange.levels.contains($0) ? .level($0) : nil }
        case "charge", "Bcc":
            return Int(value).flatMap { HistoryChange.charges.contains($0) ? .charge($0) : nil }
        case "device_idle", "di": return DeviceIdle(rawValue: String(value)).map { .idle($0) }
        case "data_conn", "Pcn": return .network(String(value))
        case "plug" where value == "none", "Bp" where value == "n": return .flag(.plugged, false)
        default: break
        }
        if let flag = flag(key), let sign { return .flag(flag, sign == "+") }
        guard let event = event(key), sign != "-" else { return nil }
        let user = value.prefix { $0 != ":" }
        return UserNumber.parse(user).map { .event(event, user: $0) }
    }

    /// `9,hsp,INDEX,USER,"text"`, `9,h,DELTA,items`, or `9,USER,l,kind,fields`.
    private mutating func readCheckin(_ line: String) {
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count > 2 else { return }
        switch fields[1] {
        case "hsp":
            if fields.count > 3, let index = Int(fields[2]), let user = Int(fields[3]) {
                pool[index] = user
            }
        case "h": readRecord(fields[2], fields.dropFirst(3))
        default:
            guard fields.count > 4, let user = Int(fields[1]) else { return }
            if fields[3] == "uid", fields.count > 5, let user = Int(fields[4]) {
                notePackage(fields[5], of: user)
            } else if fields[2] == "l" {
                counted.read(checkin: fields[3], of: user, Array(fields[4...]))
            }
        }
    }

    /// - Parameter first: The time since the record before, in ms, and a command after a colon.
    private mutating func readRecord(_ first: Substring, _ items: ArraySlice<Substring>) {
        let parts = first.split(separator: ":")
        guard let delta = parts.first.flatMap({ Int64($0) }),
            (-Duration.most...Duration.most).contains(delta)
        else { return }
        records += 1
        time = min(max(time + delta, -Duration.most), Duration.most)
        func add(_ item: HistoryChange.Item) {
            checkin.append(HistoryChange(milliseconds: time, record: records, item: item))
        }
        switch parts.dropFirst().first {
        case "RESET", "START": add(.begin)
        case "SHUTDOWN", "*OVERFLOW*": add(.end)
        default: break
        }
        for item in items {
            switch Self.item(item, HistoryFlag.init(rawValue:), HistoryEvent.init(rawValue:)) {
            case .event(let event, let index)?:
                if let user = pool[index] { add(.event(event, user: user)) }
            case let item?: add(item)
            case nil: history.unknownItems += item.first.map { "+-".contains($0) } ?? false ? 1 : 0
            }
        }
    }
}

/// The items of a record: words, and texts in quotes that may hold spaces.
private struct Words: Sequence, IteratorProtocol {
    private var rest: Substring

    init(_ text: Substring) { rest = text }

    mutating func next() -> Substring? {
        rest = rest.drop { $0 == " " }
        guard !rest.isEmpty else { return nil }
        var end = rest.firstIndex(of: " ") ?? rest.endIndex
        // Quotes are not escaped: the text ends at the first quote before a space.
        if let quote = rest[..<end].firstIndex(of: "\"") {
            var place = rest.index(after: quote)
            end = rest.endIndex
            while place < rest.endIndex {
                let next = rest.index(after: place)
                if rest[place] == "\"", next == rest.endIndex || rest[next] == " " {
                    end = next
                    break
                }
                place = next
            }
        }
        defer { rest = rest[end...] }
        return rest[..<end]
    }
}

/// Numbers of Android's users, as its log writes them.
public enum UserNumber {
    /// `1000`, `u0a123` (10123), `u10i5` or `u0s5`; `nil` for anything else.
    static func parse(_ text: Substring) -> Int? {
        if let number = Int(text) { return number }
        guard text.first == "u" else { return nil }
        let person = text.dropFirst().prefix { $0.isNumber }
        let rest = text.dropFirst(1 + person.count)
        guard let person = Int(person), person < 1000, let kind = rest.first,
            let base = ["a": 10_000, "i": 99_000, "s": 0][kind],
            let app = Int(rest.dropFirst()), app < 100_000
        else { return nil }
        return person * 100_000 + base + app
    }

    /// As Android writes it: `u0a123`, or the number of the system's own users.
    public static func text(_ user: Int) -> String {
        let app = user % 100_000
        return app >= 10_000 && app < 99_000 ? "u\(user / 100_000)a\(app - 10_000)" : "\(user)"
    }
}

enum PackageName {
    /// Letters, digits, points, hyphens and underscores: no account's name or address.
    private static let bytes = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-".utf8)

    /// A name of two parts may be an account's.
    static func isOne(_ name: some StringProtocol) -> Bool {
        name.utf8.count { $0 == UInt8(ascii: ".") } >= 2 && name.utf8.allSatisfy(bytes.contains)
    }
}

enum Duration {
    /// Three years, more than any history.
    static let most: Int64 = 100_000_000_000

    /// `1d2h3m4s5ms` in milliseconds, also with spaces; `nil` for anything else, and above `most`.
    static func parse(_ text: some StringProtocol) -> Int64? {
        var (total, number, unit): (Int64, Int64?, String) = (0, nil, "")
        let scale: [String: Int64] = [
            "d": 86_400_000, "h": 3_600_000, "m": 60_000, "s": 1000, "ms": 1,
        ]
        func end() -> Bool {
            guard let count = number, let factor = scale[unit], count <= most / factor,
                total <= most
            else { return false }
            total += count * factor
            (number, unit) = (nil, "")
            return true
        }
        for character in text.utf8 {
            let digit = character.digit
            if digit < 10 {
                if !unit.isEmpty, !end() { return nil }
                guard (number ?? 0) <= most else { return nil }
                number = (number ?? 0) * 10 + Int64(digit)
            } else if character != .space {
                unit.append(Character(Unicode.Scalar(character)))
            }
        }
        return end() && total <= most ? total : nil
    }
}
