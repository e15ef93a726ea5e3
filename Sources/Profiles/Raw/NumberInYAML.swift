extension String {
    /// Whether YAML 1.2 (core schema) sees a number in the text where it stands without quotes.
    ///
    /// Regular expressions would cost `tailwatt compare location` an eighth of its start-up.
    var isNumberInYAML: Bool {
        if [".nan", ".NaN", ".NAN"].contains(self) { return true }
        if hasPrefix("0o") { return utf8.dropFirst(2).isNumber { (0x30...0x37).contains($0) } }
        if hasPrefix("0x") { return utf8.dropFirst(2).isNumber(of: \.isHexDigit) }
        var rest = utf8[...]
        rest.dropSign()
        if [".inf", ".Inf", ".INF"].contains(Substring(rest)) { return true }
        var digits = rest.dropDigits()
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            digits += rest.dropDigits()
        }
        if digits == 0 { return false }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest.removeFirst()
            rest.dropSign()
            if rest.dropDigits() == 0 { return false }
        }
        return rest.isEmpty
    }
}

extension Substring.UTF8View {
    fileprivate func isNumber(of isDigit: (UInt8) -> Bool) -> Bool {
        !isEmpty && allSatisfy(isDigit)
    }

    fileprivate mutating func dropSign() {
        if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") { removeFirst() }
    }

    /// - Returns: how many there were.
    fileprivate mutating func dropDigits() -> Int {
        let count = prefix(while: \.isDigit).count
        self = dropFirst(count)
        return count
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    fileprivate var isHexDigit: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
            || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(self)
    }
}
