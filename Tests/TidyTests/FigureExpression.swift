/// A number computed from cells of committed results: `1 - [FILE key=value COLUMN] / 100`.
///
/// Brackets hold a file, conditions for exactly one row, and a column. The four operations have the
/// usual precedence, with parentheses.
indirect enum FigureExpression: Sendable {
    case number(Double)
    case cell(CellReference)
    case operation(Character, FigureExpression, FigureExpression)

    struct CellReference: Sendable {
        let file: String
        let keys: [(column: String, value: String)]
        let column: String
    }

    /// Why there is no value.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Nil if the text is not an expression.
    init?(_ text: String) {
        var parser = Parser(rest: Substring(text))
        guard let found = parser.sum(), parser.isAtEnd else { return nil }
        self = found
    }

    func value() throws(Failure) -> Double {
        switch self {
        case .number(let number): return number
        case .cell(let reference): return try reference.value()
        case .operation(let sign, let left, let right):
            let (left, right) = (try left.value(), try right.value())
            switch sign {
            case "+": return left + right
            case "-": return left - right
            case "*": return left * right
            default: return left / right
            }
        }
    }

    private struct Parser {
        var rest: Substring

        private mutating func skipBlanks() { rest = rest.drop(while: \.isWhitespace) }

        var isAtEnd: Bool { rest.allSatisfy(\.isWhitespace) }

        private mutating func sign(of signs: String) -> Character? {
            skipBlanks()
            guard let next = rest.first, signs.contains(next) else { return nil }
            rest.removeFirst()
            return next
        }

        mutating func sum() -> FigureExpression? { chain("+-") { $0.product() } }

        private mutating func product() -> FigureExpression? { chain("*/") { $0.atom() } }

        private mutating func chain(
            _ signs: String, _ part: (inout Parser) -> FigureExpression?
        ) -> FigureExpression? {
            guard var left = part(&self) else { return nil }
            while let sign = sign(of: signs) {
                guard let right = part(&self) else { return nil }
                left = .operation(sign, left, right)
            }
            return left
        }

        private mutating func atom() -> FigureExpression? {
            if sign(of: "(") != nil {
                guard let inner = sum(), sign(of: ")") != nil else { return nil }
                return inner
            }
            if sign(of: "[") != nil { return cell() }
            skipBlanks()
            let digits = rest.prefix { $0.isNumber || $0 == "." }
            guard let number = Double(digits) else { return nil }
            rest = rest.dropFirst(digits.count)
            return .number(number)
        }

        private mutating func cell() -> FigureExpression? {
            guard let end = rest.firstIndex(of: "]") else { return nil }
            let words = rest[..<end].split(separator: " ").map(String.init)
            rest = rest[rest.index(after: end)...]
            guard words.count >= 2 else { return nil }
            let keys = words[1..<(words.count - 1)].map { word in
                word.split(separator: "=", maxSplits: 1).map(String.init)
            }
            guard keys.allSatisfy({ $0.count == 2 }) else { return nil }
            return .cell(
                CellReference(
                    file: words[0], keys: keys.map { ($0[0], $0[1]) }, column: words.last!))
        }
    }
}

extension FigureExpression.CellReference {
    func value() throws(FigureExpression.Failure) -> Double {
        guard let text = SourceTree.files(in: file).first?.text else {
            throw .init(description: "there is no file \(file)")
        }
        let rows = CSVText.rows(text)
        guard let head = rows.first else { throw .init(description: "\(file) is empty") }
        func place(_ name: String) throws(FigureExpression.Failure) -> Int {
            guard let place = head.firstIndex(of: name) else {
                throw .init(description: "\(file) has no column \(name)")
            }
            return place
        }
        var found = rows.dropFirst().filter { $0.count == head.count }
        for key in keys {
            let place = try place(key.column)
            found = found.filter { $0[place] == key.value }
        }
        guard found.count == 1 else {
            throw .init(description: "\(file) has \(found.count) such rows, not one")
        }
        guard let value = Double(found[0][try place(column)]) else {
            throw .init(description: "\(file) has no number there")
        }
        return value
    }
}
