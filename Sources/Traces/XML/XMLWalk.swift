import CXML2
import Foundation
import Kernel
import Show

/// Walks through an XML document node by node, with libxml2's text reader.
///
/// Nothing is fetched: no network, other files or default attributes; entities are not replaced.
/// Names are compared by address, because the reader interns them.
final class XMLWalk {
    enum Node {
        case element(name: Name, isEmpty: Bool)
        case end
        case text
        case documentType
        /// A comment or a processing instruction.
        case remark
        case other
        case finish
        /// The document is not well-formed or could not be read on.
        case broken
    }

    /// A name without its prefix, interned by the reader.
    typealias Name = UnsafePointer<xmlChar>

    private let reader: xmlTextReaderPtr
    private let source: XMLSource
    private let complaint = Complaint()
    /// Whether the document is of the expected kind; messages quote nothing from others.
    var isKnown = false

    private final class Complaint {
        var reader: xmlTextReaderPtr?
        var message: String?
        var line: Int?
    }

    init?(_ source: XMLSource) {
        self.source = source
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
            return nil
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
    func name(_ name: String) -> Name? { xmlTextReaderConstString(reader, name) }

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

    /// Why the walk ended, and on which line, from 1.
    var fault: (fault: XMLFault, line: Int?) {
        if let fault = source.fault { return (fault, nil) }
        // For an empty file, libxml2's message depends on its version.
        if source.isEmpty { return (.empty, nil) }
        var words = complaint.message?.split(whereSeparator: \.isNewline).first.map(String.init)
        // The parser's message quotes the document.
        if !isKnown { words = nil }
        let other =
            tailwatt_xml_is_encoding_wrong() == 1
            ? "its bytes do not match its stated encoding" : "it breaks off"
        let reason = Self.printable(words ?? other)
        return (.malformed(reason: reason), complaint.line ?? line)
    }

    /// A text of the document for messages: one line of at most 80 characters.
    static func printable(_ text: String) -> String {
        PrintableText.excerpt(text)
    }

    private static func buffer(_ text: UnsafePointer<xmlChar>?) -> UnsafeBufferPointer<UInt8> {
        guard let text else { return UnsafeBufferPointer(start: nil, count: 0) }
        var length = 0
        while text[length] != 0 { length += 1 }
        return UnsafeBufferPointer(start: text, count: length)
    }
}

/// Why an XML document of any kind cannot be read.
public enum XMLFault: Error, Hashable, Sendable {
    case cannotOpen(reason: String)
    case isDirectory
    case tooLarge(limit: Int)
    case malformed(reason: String)
    case empty

    var message: String {
        switch self {
        case .cannotOpen(let reason): "the file cannot be read: \(reason)"
        case .isDirectory: "this is a directory, not a file"
        case .tooLarge(let limit): "the file has more than \(limit) bytes, the limit"
        case .malformed(let reason): "this is not well-formed XML: \(reason)"
        case .empty: "the file is empty"
        }
    }

    var isAboutMissingInput: Bool {
        switch self {
        case .cannotOpen, .isDirectory: true
        case .tooLarge, .malformed, .empty: false
        }
    }

    static let openingAdvice = "Check the path and the file's permissions."
    static let documentType = "there is a document type declaration (<!DOCTYPE ...>)"
}

/// The bytes of a document, which libxml2 requests in blocks, so a file need not fit into memory.
///
/// A class, because libxml2 holds its address.
final class XMLSource {
    private let bytes: [UInt8]
    /// `nil` for a document in memory.
    private let descriptor: Int32?
    private let limit: Int
    private var count = 0
    var isEmpty: Bool { count == 0 }
    private(set) var fault: XMLFault?

    init(bytes: [UInt8], limit: Int = LogFile.sizeLimit) {
        (self.bytes, descriptor, self.limit) = (bytes, nil, limit)
    }

    init(path: String, limit: Int = LogFile.sizeLimit) throws(XMLFault) {
        let descriptor: Int32
        do throws(FileOpening.Fault) {
            descriptor = try FileOpening.open(path).descriptor
        } catch {
            switch error {
            case .isDirectory: throw .isDirectory
            case .noSuchFile, .outside, .unreadable: throw .cannotOpen(reason: error.reason)
            }
        }
        (bytes, self.descriptor, self.limit) = ([], descriptor, limit)
    }

    deinit {
        if let descriptor { close(descriptor) }
    }

    /// Returns the number of bytes, 0 at the end, −1 for a fault.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let got = next(into: buffer)
        if got > 0 { count += got }
        if count > limit {
            fault = .tooLarge(limit: limit)
            return -1
        }
        return got
    }

    private func next(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let descriptor else {
            let size = min(buffer.count, bytes.count - count)
            buffer.copyBytes(from: bytes[count..<(count + size)])
            return size
        }
        while true {
            #if canImport(Darwin)
                let got = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
            #elseif canImport(Musl)
                let got = Musl.read(descriptor, buffer.baseAddress, buffer.count)
            #else
                let got = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            #endif
            if got >= 0 { return got }
            if errno != EINTR {
                fault = .cannotOpen(reason: String(cString: strerror(errno)))
                return -1
            }
        }
    }
}
