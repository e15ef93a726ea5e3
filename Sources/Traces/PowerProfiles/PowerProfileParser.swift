struct PowerProfileParser {
    private static let depthLimit = 16
    /// Elements, values and comments together; the longest known profile has some 300.
    private static let countLimit = 20_000

    private let walk: XMLWalk
    private let path: String
    private var count = 0

    private var elements: [PowerProfile.Element] = []
    private var unknown: [PowerProfile.Unknown] = []
    private var empty: [PowerProfile.Unknown] = []
    private var modem: PowerProfile.Modem?

    private var outer: Open?
    /// The open value or modem part, or a part of a modem's `<active>`.
    private var inner: Open?
    private var texts: [Text] = []

    private struct Open {
        let tag: String
        let name: String?
        let line: Int
        var attributes: [String: String] = [:]
        var text = ""
    }

    private struct Text {
        let text: String
        let line: Int
    }

    static func profile(of walk: XMLWalk, path: String) throws(InputError) -> PowerProfile {
        var parser = PowerProfileParser(walk: walk, path: path)
        try parser.run()
        if parser.elements.isEmpty && parser.modem == nil && parser.empty.isEmpty {
            throw InputError(.nothingKnown, path: path)
        }
        return PowerProfile(
            path: path, all: parser.elements, modem: parser.modem, unknown: parser.unknown,
            empty: parser.empty)
    }

    private init(walk: XMLWalk, path: String) { (self.walk, self.path) = (walk, path) }

    private mutating func run() throws(InputError) {
        while true {
            switch walk.next() {
            case .element(let name, let isEmpty):
                try tally()
                try begin(String(cString: name), isEmpty)
            case .end: try end(depth: walk.depth)
            case .text: readText()
            case .documentType: throw error(.documentType(in: "a power profile"))
            case .remark: try tally()
            case .other: break
            case .finish: return
            case .broken: throw walk.failure(path: path)
            }
        }
    }

    private func error(_ fault: InputFault, _ line: Int? = nil) -> InputError {
        InputError(fault, path: path, line: line ?? walk.line)
    }

    private mutating func tally() throws(InputError) {
        count += 1
        if count > Self.countLimit { throw error(.tooMany(limit: Self.countLimit)) }
    }

    private mutating func begin(_ tag: String, _ isEmpty: Bool) throws(InputError) {
        let depth = walk.depth
        if depth > Self.depthLimit {
            throw error(.tooDeep(limit: Self.depthLimit, advice: InputFault.otherFile))
        }
        var open = Open(tag: tag, name: nil, line: walk.line)
        walk.forEachAttribute { name, text in
            open.attributes[String(cString: name)] = String(decoding: text, as: UTF8.self)
        }
        switch depth {
        case 0:
            if tag != "device" { throw error(.notDevice) }
            walk.isKnown = true
        case 1:
            outer = Open(
                tag: tag, name: open.attributes["name"], line: open.line,
                attributes: open.attributes)
            texts = []
            if tag == "modem" { modem = PowerProfile.Modem(line: open.line) }
        case 2:
            inner = open
            beginPart(open)
        case 3 where outer?.tag == "modem" && inner?.tag == "active":
            inner = Open(tag: "active", name: tag, line: open.line, attributes: open.attributes)
        default: break
        }
        if isEmpty { try end(depth: depth) }
    }

    private mutating func readText() {
        let text = walk.withText { String(decoding: $0, as: UTF8.self) }
        if walk.depth == 2 {
            outer?.text += text
        } else {
            inner?.text += text
        }
    }

    private mutating func end(depth: Int) throws(InputError) {
        switch depth {
        case 3:
            guard outer?.tag == "modem", inner?.tag == "active" else { return }
            try endPart()
            inner?.text = ""
        case 2:
            guard let open = inner else { return }
            if outer?.tag == "modem" {
                if open.tag != "active" { try endPart() }
            } else if open.tag == "value" {
                texts.append(Text(text: trimmed(open.text), line: open.line))
            } else {
                unknown.append(.init(name: "<\(XMLWalk.printable(open.tag))>", line: open.line))
            }
            inner = nil
        case 1:
            if let open = outer { try endElement(open) }
            outer = nil
        default: break
        }
    }

    private mutating func endElement(_ open: Open) throws(InputError) {
        guard ["item", "array"].contains(open.tag) else {
            if open.tag != "modem" {
                unknown.append(.init(name: "<\(XMLWalk.printable(open.tag))>", line: open.line))
            }
            return
        }
        guard let name = open.name, !name.isEmpty else {
            throw error(.noName(element: open.tag), open.line)
        }
        guard PowerElementName.isKnown(name) else {
            unknown.append(.init(name: XMLWalk.printable(name), line: open.line))
            return
        }
        // Some vendors write an array with one number and no <value>.
        let own = trimmed(open.text)
        if texts.isEmpty && (open.tag == "item" || !own.isEmpty) {
            texts = [Text(text: own, line: open.line)]
        }
        var values: [Double] = []
        // A list keeps its places: zero means that no value is given.
        for text in texts { values.append(try number(text.text, name, text.line) ?? 0) }
        // An empty item is absent, as for Android.
        if open.tag == "item" && texts.allSatisfy(\.text.isEmpty) { return }
        elements.append(
            .init(name: name, values: values, isArray: open.tag == "array", line: open.line))
    }

    /// The number of an item or a value; `nil`, and noted, if empty.
    private mutating func number(
        _ text: String, _ element: String, _ line: Int
    ) throws(InputError) -> Double? {
        if text.isEmpty {
            empty.append(.init(name: element, line: line))
            return nil
        }
        let bytes = Array(text.utf8)
        let value = bytes.withUnsafeBufferPointer {
            DecimalText.value($0, LogCell(from: 0, to: $0.count, in: $0))
        }
        let shown = XMLWalk.printable(text)
        guard let value, value.isFinite else {
            throw error(.noNumber(text: shown, element: element), line)
        }
        if value < 0 { throw error(.negative(text: shown, element: element), line) }
        return value
    }

    private func trimmed(_ text: String) -> String {
        let inside = text.unicodeScalars.drop { " \t\r\n".unicodeScalars.contains($0) }
        let end = inside.lastIndex { !" \t\r\n".unicodeScalars.contains($0) }
        return end.map { String(String.UnicodeScalarView(inside[...$0])) } ?? ""
    }

    private mutating func beginPart(_ open: Open) {
        guard outer?.tag == "modem", open.tag == "active" else { return }
        let rat = (open.attributes["rat"] ?? "DEFAULT").uppercased()
        let frequency = (open.attributes["nrFrequency"] ?? "DEFAULT").uppercased()
        if !["DEFAULT", "LTE", "NR"].contains(rat)
            || !["DEFAULT", "LOW", "MID", "HIGH", "MMWAVE"].contains(frequency)
        {
            let name = "<active> of \(XMLWalk.printable(rat)), \(XMLWalk.printable(frequency))"
            unknown.append(.init(name: name, line: open.line))
        }
        modem?.active.append(.init(rat: rat, frequency: frequency, line: open.line))
    }

    private mutating func endPart() throws(InputError) {
        guard let open = inner else { return }
        let part = open.name ?? open.tag
        let (text, line) = (trimmed(open.text), open.line)
        switch (open.tag, part) {
        case ("sleep", _):
            let value = try number(text, "<modem><sleep>", line)
            modem?.sleep = value
        case ("idle", _):
            let value = try number(text, "<modem><idle>", line)
            modem?.idle = value
        case ("active", "receive"):
            let value = try number(text, "<modem><active><receive>", line)
            withLastActive { $0.receive = value }
        case ("active", "transmit"):
            let value = try number(text, "<modem><active><transmit>", line)
            let level = open.attributes["level"].flatMap { Int($0) } ?? -1
            if !(0..<5).contains(level) {
                unknown.append(.init(name: "<transmit>", line: line))
            } else {
                withLastActive { $0.transmit[level] = value }
            }
        default: unknown.append(.init(name: "<\(XMLWalk.printable(part))>", line: line))
        }
    }

    private mutating func withLastActive(_ change: (inout PowerProfile.Modem.Active) -> Void) {
        guard var active = modem?.active.popLast() else { return }
        change(&active)
        modem?.active.append(active)
    }
}
