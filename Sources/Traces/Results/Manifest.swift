import Foundation

/// What a folder of results was made from, as its `manifest.json` says: enough to make it again,
/// byte for byte.
///
/// Holds no clock, no host and no path of this machine, so that the same inputs give the same
/// manifest.
public struct Manifest: Equatable, Sendable {
    /// A file that went into the results or is one of them, named by its content.
    public struct File: Equatable, Sendable {
        /// The file's name as the reader knows it.
        public let name: String
        /// The SHA-256 of its bytes, 64 hexadecimal digits.
        public let sha256: String

        public init(name: String, sha256: String) {
            (self.name, self.sha256) = (name, sha256)
        }

        /// A file by its bytes.
        public init(name: String, bytes: [UInt8]) {
            self.init(name: name, sha256: SHA256.hexadecimal(of: bytes))
        }
    }

    /// The command and its arguments.
    public var command: [String]
    /// The version of the program.
    public var version: String
    /// The seed of all random numbers.
    public var seed: UInt64
    /// Whatever else decides the results, in the order to print: horizon, replications.
    public var settings: [JSONValue.Member]
    /// The files read.
    public var inputs: [File]
    /// The files written beside the manifest.
    public var outputs: [File]

    public init(
        command: [String], version: String, seed: UInt64, settings: [JSONValue.Member] = [],
        inputs: [File] = [], outputs: [File] = []
    ) {
        self.command = command
        self.version = version
        self.seed = seed
        self.settings = settings
        self.inputs = inputs
        self.outputs = outputs
    }

    /// The SHA-256 of a file that was written; `nil` for one that the manifest does not name.
    public func hash(of name: String) -> String? { outputs.first { $0.name == name }?.sha256 }

    /// A setting in words; `nil` if there is none of that name, or one of another kind.
    public func text(_ name: String) -> String? {
        guard case .string(let text) = setting(name) else { return nil }
        return text
    }

    /// A setting that is a whole number; `nil` if there is none, or one of another kind.
    public func integer(_ name: String) -> Int? {
        guard case .integer(let number) = setting(name) else { return nil }
        return Int(number)
    }

    /// A setting that is a list of words; `nil` if there is none, or one of another kind.
    public func texts(_ name: String) -> [String]? { setting(name)?.list(\.text) }

    func setting(_ name: String) -> JSONValue? { settings.first { $0.name == name }?.value }
}

// MARK: As a file

extension Manifest {
    public static let fileName = "manifest.json"
    /// The most bytes that are read; one of ten thousand inputs has a tenth of them.
    private static let sizeAtMost = 1 << 24

    private enum Key: String, CaseIterable {
        case command
        case version
        case seed
        case inputs
        case outputs
    }

    /// The manifest as JSON.
    ///
    /// The seed is a string: many readers hold numbers as doubles, which lose digits beyond 2⁵³.
    public var json: JSONValue {
        func member(_ key: Key, _ value: JSONValue) -> JSONValue.Member {
            .init(key.rawValue, value)
        }
        let head = [
            member(.command, .array(command.map(JSONValue.string))),
            member(.version, .string(version)),
            member(.seed, .string(String(seed))),
        ]
        let files = [
            member(.inputs, .array(inputs.map(\.json))),
            member(.outputs, .array(outputs.map(\.json))),
        ]
        return .object(head + settings + files)
    }

    /// The manifest of a folder; `nil` if it has none, or one that no command writes.
    public init?(folder: String, within fence: FileFence? = FileOpening.fence) {
        guard let manifest = try? Self.read(folder: folder, within: fence).manifest,
            !manifest.command.isEmpty
        else { return nil }
        self = manifest
    }

    /// The manifest of a folder, and the manifest's own file by the bytes that were read.
    static func read(
        folder: String, within fence: FileFence? = FileOpening.fence
    ) throws(Fault) -> (manifest: Manifest, file: File) {
        guard let data = data(of: folder, within: fence) else { throw .missing }
        guard let json = try? JSONDecoder().decode(JSONValue.self, from: data),
            case .object(let members) = json
        else { throw .malformed("it is no JSON") }
        return (
            try Manifest(members), File(name: "\(folder)/\(fileName)", bytes: [UInt8](data))
        )
    }

    /// Why a folder has no manifest.
    enum Fault: Error, Equatable {
        case missing
        /// Why it is none, in a few words.
        case malformed(String)
    }

    private init(_ members: [JSONValue.Member]) throws(Fault) {
        func value<Value>(_ key: Key, _ read: (JSONValue) -> Value?) throws(Fault) -> Value {
            guard let member = members.first(where: { $0.name == key.rawValue }) else {
                throw .lacks(key.rawValue)
            }
            guard let value = read(member.value) else { throw .otherKind(key.rawValue) }
            return value
        }
        command = try value(.command) { $0.list(\.text) }
        version = try value(.version, \.text)
        seed = try value(.seed) { $0.text.flatMap { UInt64($0) } }
        settings = members.filter { Key(rawValue: $0.name) == nil }
        inputs = try value(.inputs) { $0.list { File($0) } }
        outputs = try value(.outputs) { $0.list { File($0) } }
    }

    /// The bytes of a folder's manifest; `nil` if there is no such regular file, or a huge one.
    public static func data(
        of folder: String, within fence: FileFence? = FileOpening.fence
    ) -> Data? {
        let path = "\(folder)/\(fileName)"
        guard let file = try? FileOpening.open(path, patience: 0, within: fence) else {
            return nil
        }
        let handle = FileHandle(fileDescriptor: file.descriptor, closeOnDealloc: true)
        guard let size = file.size, size <= sizeAtMost else { return nil }
        return try? handle.readToEnd() ?? Data()
    }
}

extension Manifest.Fault {
    static func lacks(_ name: String) -> Self { .malformed("it has no \"\(name)\"") }

    static func otherKind(_ name: String) -> Self { .malformed("\"\(name)\" is of another kind") }
}

extension Manifest.File {
    fileprivate var json: JSONValue {
        ["name": .string(name), "sha256": .string(sha256)]
    }

    fileprivate init?(_ json: JSONValue) {
        guard case .object(let members) = json,
            let name = members.first(where: { $0.name == "name" })?.value.text,
            let hash = members.first(where: { $0.name == "sha256" })?.value.text
        else { return nil }
        self.init(name: name, sha256: hash)
    }
}

extension JSONValue {
    fileprivate var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The elements of a list; `nil` unless all are of the kind.
    fileprivate func list<Element>(_ element: (JSONValue) -> Element?) -> [Element]? {
        guard case .array(let values) = self else { return nil }
        let elements = values.compactMap(element)
        return elements.count == values.count ? elements : nil
    }
}

/// How tables are written for the program that will read them.
public enum CSVDialect: String, CaseIterable, Sendable {
    /// RFC 4180: commas, decimal points, no mark at the beginning.
    case rfc
    /// With a byte order mark, by which Excel knows UTF-8.
    case excel
    /// The same with semicolons and decimal commas, for locales that have these.
    case excelEU = "excel-eu"

    /// What stands between two cells.
    public var delimiter: UInt8 { UInt8(ascii: self == .excelEU ? ";" : ",") }

    /// What stands before the decimals.
    public var decimal: UInt8 { UInt8(ascii: self == .excelEU ? "," : ".") }

    /// What a file begins with.
    public var mark: [UInt8] { self == .rfc ? [] : [0xEF, 0xBB, 0xBF] }

    /// The name of the option by which commands say it.
    public static let option = "--csv"

    /// The dialect of a command's tables, as the manifest has the command; `nil`: one that this
    /// version does not know.
    public init?(of command: [String]) {
        guard let place = command.firstIndex(of: Self.option) else {
            self = .rfc
            return
        }
        guard command.indices.contains(place + 1) else { return nil }
        self.init(rawValue: command[place + 1])
    }

    /// Whether a cell gets an apostrophe in front: a spreadsheet would run the text, or could not
    /// tell the text's own apostrophe from that one.
    public static func needsGuard(_ text: some Sequence<UInt8>) -> Bool {
        let first = text.first { $0 != UInt8(ascii: "'") }
        return first.map { "=+-@".utf8.contains($0) } ?? false
    }

    /// The text of a cell, without the apostrophe that keeps a spreadsheet from running it.
    public static func unguarded(_ cell: String) -> String {
        cell.first == "'" && needsGuard(cell.utf8) ? String(cell.dropFirst()) : cell
    }

    /// A table of this dialect as RFC 4180 has it, each line as long as before but for the mark.
    ///
    /// Text with a comma is quoted in every dialect, so that what stands outside quotes is known.
    public func plain(_ bytes: [UInt8]) -> [UInt8] {
        var rest = bytes[...]
        if !mark.isEmpty, rest.starts(with: mark) { rest = rest.dropFirst(mark.count) }
        guard self == .excelEU else { return Array(rest) }
        var isQuoted = false
        return rest.map { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if isQuoted { return byte }
            if byte == delimiter { return UInt8(ascii: ",") }
            return byte == decimal ? UInt8(ascii: ".") : byte
        }
    }
}
