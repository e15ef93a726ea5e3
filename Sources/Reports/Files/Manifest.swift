/// What a directory of results was made from: enough to make it again, byte for byte.
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

        public init(name: String, bytes: [UInt8]) {
            self.name = name
            sha256 = SHA256.hexadecimal(of: bytes)
        }

        /// A file whose hash is known.
        public init(name: String, sha256: String) {
            (self.name, self.sha256) = (name, sha256)
        }

        /// A file whose bytes were hashed piece by piece.
        public init(name: String, hash: consuming SHA256) {
            self.name = name
            sha256 = hash.hexadecimal()
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

    /// The manifest as JSON.
    ///
    /// The seed is a string: many readers hold numbers as doubles, which lose digits beyond 2⁵³.
    public var json: JSONValue {
        let head: [JSONValue.Member] = [
            .init("command", .array(command.map(JSONValue.string))),
            .init("version", .string(version)),
            .init("seed", .string(String(seed))),
        ]
        let files: [JSONValue.Member] = [
            .init("inputs", .array(inputs.map(\.json))),
            .init("outputs", .array(outputs.map(\.json))),
        ]
        return .object(head + settings + files)
    }
}

extension Manifest.File {
    fileprivate var json: JSONValue {
        ["name": .string(name), "sha256": .string(sha256)]
    }
}
