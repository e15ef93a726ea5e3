import CXML2

/// Walks through an XML document node by node, with libxml2's text reader.
///
/// Nothing is fetched: no network, other files or default attributes; entities are not replaced.
/// Names are compared by address, because the reader interns them.
final class XMLWalk {
    enum Node {
        case element(name: Name, isEmpty: Bool)
        case end, text, documentType
        /// A comment or a processing instruction.
        case remark, other, finish
        /// The document is not well-formed or could not be read on.
        case broken
    }

    /// A name without its prefix, interned by the reader.
    typealias Name = UnsafePointer<xmlChar>

    private let reader: xmlTextReaderPtr
    private let source: XMLSource
    private let limit: Int
    private let advice: XMLAdvice
    private let complaint = Complaint()
    /// Whether the document is of the expected kind; messages quote nothing from others.
    var isKnown = false

    private final class Complaint {
        var reader: xmlTextReaderPtr?
        var message: String?
        var line: Int?
    }

    /// - Parameter limit: The most bytes of a document.
    init(_ bytes: [UInt8], limit: Int, _ advice: XMLAdvice) {
        source = XMLSource(bytes, limit: limit)
        (self.limit, self.advice) = (limit, advice)
        tailwatt_xml_begin()
        let options = Int32(XML_PARSE_NONET.rawValue | XML_PARSE_COMPACT.rawValue)
        let read: xmlInputReadCallback = { context, buffer, length in
            guard let context, let buffer, length > 0 else { return -1 }
            let source = Unmanaged<XMLSource>.fromOpaque(context).takeUnretainedValue()
            let room = UnsafeMutableRawBufferPointer(start: buffer, count: Int(length))
            return Int32(source.read(into: room))
        }
        let context = Unmanaged.passUnretained(source).toOpaque()
        guard let reader = xmlReaderForIO(read, { _ in 0 }, context, nil, nil, options) else {
            preconditionFailure("libxml2 has no memory for a reader")
        }
        self.reader = reader
        complaint.reader = reader
        xmlTextReaderSetErrorHandler(
            reader,
            { argument, message, severity, _ in
                guard let argument, let message else { return }
                let first = Unmanaged<Complaint>.fromOpaque(argument).takeUnretainedValue()
                guard first.message == nil, severity == XML_PARSER_SEVERITY_ERROR else { return }
                first.message = String(cString: message)
                // The locator has the enclosing element's line, the parser that of the fault.
                first.line = first.reader.map { Int(xmlTextReaderGetParserLineNumber($0)) }
            }, Unmanaged.passUnretained(complaint).toOpaque())
    }

    deinit { xmlFreeTextReader(reader) }

    /// The interned address of `name`, valid while the walk lives.
    func name(_ name: String) -> Name {
        guard let place = xmlTextReaderConstString(reader, name) else {
            preconditionFailure("libxml2 has no memory for the name \(name)")
        }
        return place
    }

    /// The interned namespace of the element; `nil` without one.
    var namespace: Name? { xmlTextReaderConstNamespaceUri(reader) }

    var depth: Int { Int(xmlTextReaderDepth(reader)) }

    /// The node's line.
    ///
    /// The reader keeps 16 bits of it; from 65,535 on it is the parser's line, up to half a
    /// kilobyte ahead.
    var line: Int {
        let own = xmlTextReaderCurrentNode(reader).map { Int(xmlGetLineNo($0)) } ?? 0
        return own > 0 && own < 65_535 ? own : Int(xmlTextReaderGetParserLineNumber(reader))
    }

    func next() -> Node {
        switch xmlTextReaderRead(reader) {
        case 1: node
        case 0: .finish
        default: .broken
        }
    }

    private var node: Node {
        switch UInt32(xmlTextReaderNodeType(reader)) {
        case UInt32(XML_READER_TYPE_ELEMENT.rawValue):
            guard let name = xmlTextReaderConstLocalName(reader) else { return .broken }
            return .element(name: name, isEmpty: xmlTextReaderIsEmptyElement(reader) == 1)
        case UInt32(XML_READER_TYPE_END_ELEMENT.rawValue): return .end
        case UInt32(XML_READER_TYPE_TEXT.rawValue), UInt32(XML_READER_TYPE_CDATA.rawValue):
            return .text
        case UInt32(XML_READER_TYPE_DOCUMENT_TYPE.rawValue): return .documentType
        case UInt32(XML_READER_TYPE_COMMENT.rawValue),
            UInt32(XML_READER_TYPE_PROCESSING_INSTRUCTION.rawValue):
            return .remark
        default: return .other
        }
    }

    func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        body(Self.buffer(xmlTextReaderConstValue(reader)))
    }

    /// Skips attributes that have a namespace.
    func forEachAttribute(_ body: (Name, UnsafeBufferPointer<UInt8>) -> Void) {
        var found = xmlTextReaderMoveToFirstAttribute(reader)
        while found == 1 {
            if xmlTextReaderConstNamespaceUri(reader) == nil,
                let name = xmlTextReaderConstLocalName(reader)
            {
                body(name, Self.buffer(xmlTextReaderConstValue(reader)))
            }
            found = xmlTextReaderMoveToNextAttribute(reader)
        }
        _ = xmlTextReaderMoveToElement(reader)
    }

    /// Why the walk ended.
    func failure(path: String) -> InputError {
        if source.isTooLarge {
            let message = "the file has more than \(limit) bytes, the limit"
            return InputError(InputFault(message, advice.tooLarge), path: path)
        }
        // For an empty file, libxml2's message depends on its version.
        if source.isEmpty {
            return InputError(InputFault("the file is empty", advice.malformed), path: path)
        }
        var words = complaint.message?.split(whereSeparator: \.isNewline).first.map(String.init)
        // The parser's message quotes the document.
        if !isKnown { words = nil }
        let other =
            tailwatt_xml_is_encoding_wrong() == 1
            ? "its bytes do not match its stated encoding" : "it breaks off"
        let reason = Self.printable(words ?? other)
        let fault = InputFault.malformedXML(reason, advice: advice.malformed)
        return InputError(fault, path: path, line: complaint.line ?? line)
    }

    /// A text of the document for messages: one line of at most 80 characters.
    static func printable(_ text: String) -> String { PrintableText.excerpt(text) }

    private static func buffer(_ text: UnsafePointer<xmlChar>?) -> UnsafeBufferPointer<UInt8> {
        guard let text else { return UnsafeBufferPointer(start: nil, count: 0) }
        var length = 0
        while text[length] != 0 { length += 1 }
        return UnsafeBufferPointer(start: text, count: length)
    }
}

/// The advice on an XML document that cannot be read, in the words for its kind.
struct XMLAdvice {
    let tooLarge: String
    let malformed: String
}

extension InputFault {
    static func malformedXML(_ reason: String, advice: String) -> Self {
        Self("this is not well-formed XML: \(reason)", advice)
    }

    /// It would allow entities and references to other files.
    static func documentType(in document: String) -> Self {
        Self(
            "there is a document type declaration (<!DOCTYPE ...>)",
            "Remove it: \(document) needs no entities and no other files.")
    }

    static func tooDeep(limit: Int, advice: String) -> Self {
        Self("elements are nested more than \(limit) deep", advice)
    }
}

/// The bytes of a document, which libxml2 requests in blocks.
///
/// A class, because libxml2 holds its address.
private final class XMLSource {
    private let bytes: [UInt8]
    private let limit: Int
    private var count = 0
    var isEmpty: Bool { count == 0 }
    var isTooLarge: Bool { count > limit }
    init(_ bytes: [UInt8], limit: Int) { (self.bytes, self.limit) = (bytes, limit) }

    /// Returns the number of bytes, 0 at the end, −1 beyond the limit.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let size = min(buffer.count, bytes.count - count)
        buffer.copyBytes(from: bytes[count..<(count + size)])
        count += size
        return isTooLarge ? -1 : size
    }
}
