import Foundation

/// The contents of `manifest.json`: everything needed to make a result again, byte for byte.
///
/// It has no clock, host or path of this machine, so that the same inputs give the same manifest.
public struct Manifest: Equatable, Sendable {
    /// An input or output file, identified by its content.
    public struct File: Equatable, Sendable {
        public let name: String
        /// The SHA-256 of its bytes, 64 hexadecimal digits.
        public let sha256: String

        public init(name: String, sha256: String) { (self.name, self.sha256) = (name, sha256) }

        public init(name: String, bytes: [UInt8]) {
            self.init(name: name, sha256: SHA256.hexadecimal(of: bytes))
        }

        /// - `hash`: The hash of bytes that were read piece by piece.
        public init(name: String, hash: consuming SHA256) {
            self.init(name: name, sha256: hash.hexadecimal())
        }
    }

    public var command: [String]
    public var version: String
    public var seed: UInt64
    /// Other values that decide the results, such as horizon and replications, in print order.
    public var settings: [JSONValue.Member]
    public var inputs: [File]
    public var outputs: [File]

    public init(
        command: [String], version: String, seed: UInt64, settings: [JSONValue.Member] = [],
        inputs: [File] = [], outputs: [File] = []
    ) {
        (self.command, self.version, self.seed, self.settings) = (command, version, seed, settings)
        (self.inputs, self.outputs) = (inputs, outputs)
    }

    public func hash(of name: String) -> String? { outputs.first { $0.name == name }?.sha256 }

    /// `nil` if the setting is missing or of another kind.
    public func text(_ name: String) -> String? {
        guard case .string(let text) = setting(name) else { return nil }
        return text
    }

    /// `nil` if the setting is missing or of another kind.
    public func integer(_ name: String) -> Int? {
        guard case .integer(let number) = setting(name) else { return nil }
        return Int(number)
    }

    /// `nil` if the setting is missing or of another kind.
    public func texts(_ name: String) -> [String]? { setting(name)?.list(\.text) }

    package func setting(_ name: String) -> JSONValue? { settings.first { $0.name == name }?.value }
}

extension Manifest {
    public static let fileName = "manifest.json"
    /// The most bytes to read: ten times a manifest of ten thousand inputs.
    private static let sizeAtMost = 1 << 24

    private enum Key: String, CaseIterable { case command, version, seed, inputs, outputs }

    /// The manifest as JSON.
    ///
    /// The seed is a string, as many readers use doubles, which lose digits beyond 2⁵³.
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

    /// The manifest of a folder; `nil` if it is missing or no command would write it.
    public init?(folder: String, within fence: FileFence? = FileOpening.fence) {
        guard let manifest = try? Self.read(folder: folder, within: fence).manifest,
            !manifest.command.isEmpty
        else { return nil }
        self = manifest
    }

    package static func read(
        folder: String, within fence: FileFence? = FileOpening.fence
    ) throws(Fault) -> (manifest: Manifest, file: File) {
        guard let data = data(of: folder, within: fence) else { throw .missing }
        guard let json = try? JSONDecoder().decode(JSONValue.self, from: data),
            case .object(let members) = json
        else { throw .malformed("it is not JSON") }
        return (try Manifest(members), File(name: "\(folder)/\(fileName)", bytes: [UInt8](data)))
    }

    package enum Fault: Error, Equatable {
        case missing
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

    /// The bytes of a folder's manifest; `nil` if it is missing, too large or not a regular file.
    public static func data(
        of folder: String, within fence: FileFence? = FileOpening.fence
    ) -> Data? {
        let path = "\(folder)/\(fileName)"
        guard let file = try? FileOpening.open(path, patience: 0, within: fence) else { return nil }
        let handle = FileHandle(fileDescriptor: file.descriptor, closeOnDealloc: true)
        guard let size = file.size, size <= sizeAtMost else { return nil }
        return try? handle.readToEnd() ?? Data()
    }
}

extension Manifest.Fault {
    package static func lacks(_ name: String) -> Self { .malformed("it has no \"\(name)\"") }

    package static func otherKind(_ name: String) -> Self {
        .malformed("\"\(name)\" is of another kind")
    }
}

extension Manifest.File {
    fileprivate var json: JSONValue { ["name": .string(name), "sha256": .string(sha256)] }

    fileprivate init?(_ json: JSONValue) {
        guard case .object(let members) = json,
            let name = members.first(where: { $0.name == "name" })?.value.text,
            let hash = members.first(where: { $0.name == "sha256" })?.value.text
        else { return nil }
        self.init(name: name, sha256: hash)
    }
}

extension JSONValue {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

    fileprivate func list<Element>(_ element: (JSONValue) -> Element?) -> [Element]? {
        guard case .array(let values) = self else { return nil }
        let elements = values.compactMap(element)
        return elements.count == values.count ? elements : nil
    }
}

/// Checks the files of a result folder against its manifest.
public struct ResultIntegrity: Sendable {
    private let folder: String
    private let manifest: Manifest

    public init(of folder: String, by manifest: Manifest) {
        (self.folder, self.manifest) = (folder, manifest)
    }

    /// Rejects a folder with a file that was not written by the result; missing files are accepted.
    ///
    /// - Throws: For a file that the manifest does not name, then for the first with other bytes.
    public func check(reading names: [String]) throws(ResultIntegrityError) {
        for name in names where manifest.hash(of: name) == nil && isThere(name) {
            throw .notVouched(path(name), folder: folder)
        }
        for output in manifest.outputs where isThere(output.name) {
            if FileContent.hash(path(output.name), within: FileOpening.fence) != output.sha256 {
                throw .notAsWritten(path(output.name))
            }
        }
    }

    /// The bytes of a file of at most `limit` bytes, as written.
    ///
    /// - Throws: If the file is missing or was changed.
    public func bytes(of name: String, limit: Int) throws(ResultIntegrityError) -> [UInt8] {
        let path = path(name)
        guard isThere(name) else { throw .missing(path) }
        guard let hash = manifest.hash(of: name) else { throw .notVouched(path, folder: folder) }
        guard
            let bytes = FileContent.bytes(path, limit: limit, within: FileOpening.fence),
            SHA256.hexadecimal(of: bytes) == hash
        else { throw .notAsWritten(path) }
        return bytes
    }

    private func path(_ name: String) -> String { "\(folder)/\(name)" }

    private func isThere(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: path(name))
    }
}

public enum ResultIntegrityError: Error, Equatable, Sendable {
    case missing(_ path: String)
    case notVouched(_ path: String, folder: String)
    case notAsWritten(_ path: String)

    public var message: String {
        switch self {
        case .missing(let path): "there is no file \(path)"
        case .notVouched(let path, let folder):
            "\(path) is not vouched for: \(folder)/\(Manifest.fileName) does not name it"
        case .notAsWritten(let path):
            "\(path) is not what was written: its hash is not that of \(Manifest.fileName)"
        }
    }

    public var advice: String {
        switch self {
        case .missing: "Run the command of the manifest again."
        case .notVouched: "It was put there since: run the command of the manifest again."
        case .notAsWritten:
            "It was edited, cut off or replaced: run the command of the manifest again."
        }
    }
}
