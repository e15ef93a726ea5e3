/// Whole numbers and booleans.
extension MappingReader {
    /// A whole number that may say where it came from, as a limit of a system does.
    func optionalWholeNumber(_ key: String, in range: ClosedRange<Int>) -> Int? {
        entry(key).flatMap { markedWholeNumber($0, in: range) }
    }

    private func markedWholeNumber(_ entry: RawEntry, in range: ClosedRange<Int>) -> Int? {
        guard let value = marked(entry), let number: Int = plainNumber(value.node, in: range) else {
            return nil
        }
        log.record(path(entry.key), "\(number)", value.origin, at: value.node.place)
        return number
    }

    /// A number without a unit that may say where it came from; any that is finite.
    func optionalDecimal(_ key: String) -> Double? { entry(key).flatMap { markedDecimal($0) } }

    private func markedDecimal(_ entry: RawEntry) -> Double? {
        let all = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
        guard let value = marked(entry), let number = plainDecimal(value.node, in: all) else {
            return nil
        }
        log.record(path(entry.key), value.node.flowText, value.origin, at: value.node.place)
        return number
    }

    /// So many numbers without a unit, in a list that may say where it came from.
    func statedDecimals(_ key: String, count: Int) -> [Double]? {
        guard let entry = entry(key), let value = marked(entry) else { return nil }
        guard case .list(let nodes) = value.node.content, nodes.count == count else {
            reportWrongNode(value.node, expected: "a list of \(count) numbers")
            return nil
        }
        let all = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
        let numbers = nodes.compactMap { plainDecimal($0, in: all) }
        guard numbers.count == count else { return nil }
        log.record(path(key), value.node.flowText, value.origin, at: value.node.place)
        return numbers
    }

    func plainDecimal(_ node: RawNode, in range: ClosedRange<Double>) -> Double? {
        guard case .text(let text) = node.content, text.isNumber,
            let number = Double(text.text), number.isFinite
        else {
            log.report(.value(.notNumber(node.flowText)), at: node.place)
            return nil
        }
        if range.contains(number) { return number }
        let (low, high) = ("\(range.lowerBound)", "\(range.upperBound)")
        log.report(.value(.notBetween(text.text, low: low, high: high)), at: node.place)
        return nil
    }

    /// A plain whole number, which has no source because it describes the experiment.
    func count<Number: FixedWidthInteger>(
        _ key: String, in range: ClosedRange<Number>, default standard: Number
    ) -> Number {
        guard let entry = entry(key) else { return standard }
        return plainNumber(entry.value, in: range) ?? range.lowerBound
    }

    func optionalCount(_ key: String, in range: ClosedRange<Int>) -> Int? {
        entry(key).flatMap { plainNumber($0.value, in: range) }
    }

    private func plainNumber<Number: FixedWidthInteger>(
        _ node: RawNode, in range: ClosedRange<Number>
    ) -> Number? {
        guard case .text(let text) = node.content, !text.isNothing else {
            reportWrongNode(node, expected: "a whole number")
            return nil
        }
        let digits = text.text.first == "-" ? text.text.dropFirst() : text.text[...]
        guard text.isPlain, !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else {
            log.report(.value(.notWholeNumber(text.text)), at: node.place)
            return nil
        }
        guard let number = Number(text.text), range.contains(number) else {
            let (low, high) = ("\(range.lowerBound)", "\(range.upperBound)")
            log.report(.value(.notBetween(text.text, low: low, high: high)), at: node.place)
            return nil
        }
        return number
    }

    /// A boolean that may say where it came from.
    func optionalFlag(_ key: String) -> Bool? { entry(key).flatMap(markedFlag) }

    private func markedFlag(_ entry: RawEntry) -> Bool? {
        guard let value = marked(entry), let flag = plainFlag(value.node) else { return nil }
        log.record(path(entry.key), "\(flag)", value.origin, at: value.node.place)
        return flag
    }

    /// A plain boolean, `false` where there is none.
    func plainFlag(_ key: String) -> Bool { optionalPlainFlag(key) ?? false }

    func optionalPlainFlag(_ key: String) -> Bool? {
        entry(key).flatMap { plainFlag($0.value) }
    }

    private func plainFlag(_ node: RawNode) -> Bool? {
        guard case .text(let text) = node.content, !text.isNothing else {
            reportWrongNode(node, expected: "true or false")
            return nil
        }
        if text.boolean == nil { log.report(.value(.notTrueOrFalse(text.text)), at: node.place) }
        return text.boolean
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { self >= "0" && self <= "9" }
}
