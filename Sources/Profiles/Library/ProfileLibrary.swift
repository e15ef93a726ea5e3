import Foundation

/// The shipped profiles in a folder, and files that users name by path.
///
/// The name `umts-att-2010` stands for `radios/umts-att-2010.yaml`, or for that file in a
/// subfolder.
public struct ProfileLibrary: Sendable {
    /// The folder with `devices`, `radios`, `systems`, `movements`, `cells`, `users` and
    /// `scenarios`.
    public let root: String
    /// The cache of opened files; `nil` without caching.
    private var memory: FileMemory?

    public init(root: String) {
        self.root = root.count > 1 && root.hasSuffix("/") ? String(root.dropLast()) : root
    }

    /// A copy that opens every profile once, for loading a scenario many times.
    public var remembering: ProfileLibrary { modified(self) { $0.memory = FileMemory() } }

    public var rememberedFiles: [InputFile] { memory?.all ?? [] }

    /// Sorted.
    public func names(of kind: ProfileKind) -> [String] {
        (labels(of: kind).map { fileName($0) } + aliases(of: kind).flatMap(\.names)).sorted()
    }

    /// Whether the text is a path rather than a shipped name.
    public static func isPath(_ nameOrPath: String) -> Bool {
        [FileOpening.standardInput, ".", ".."].contains(nameOrPath) || nameOrPath.contains("/")
            || nameOrPath.hasSuffix(".yaml") || nameOrPath.hasSuffix(".yml") || isTrack(nameOrPath)
    }

    /// Resolves a shipped name, or a path relative to the file that contains it.
    public static func name(_ nameOrPath: String, in file: String) -> String {
        isPath(nameOrPath) ? resolved(nameOrPath, relativeTo: file) : nameOrPath
    }

    public func loadDevice(
        _ nameOrPath: String
    ) throws(ProfileFailure) -> ProfileDocument<DeviceProfile> {
        try device(open(nameOrPath, .device))
    }

    public func loadRadio(
        _ nameOrPath: String
    ) throws(ProfileFailure) -> ProfileDocument<RadioProfile> {
        try radio(open(nameOrPath, .radio))
    }

    public func loadSystem(
        _ nameOrPath: String
    ) throws(ProfileFailure) -> ProfileDocument<SystemRules> {
        try system(open(nameOrPath, .system))
    }

    /// - Parameters:
    ///   - nameOrPath: A path that ends in `.gpx` is a recorded track.
    ///   - speed: For a planned route: a track without times.
    public func loadMovement(
        _ nameOrPath: String, at speed: MetersPerSecond? = nil
    ) throws(ProfileFailure) -> ProfileDocument<Movement> {
        guard Self.isTrack(nameOrPath) else { return try movement(open(nameOrPath, .movement)) }
        let bytes = try foreignBytes(nameOrPath)
        let (track, notes) = try RecordedTrack.read(
            path: nameOrPath, bytes: bytes, label: nameOrPath, speed: speed)
        return ProfileDocument(
            value: .track(track), description: nil,
            file: InputFile(
                role: .movement, path: nameOrPath, label: nameOrPath, bytes: bytes, provenance: []),
            dataFiles: [], notes: notes)
    }

    public static func isTrack(_ path: String) -> Bool { path.lowercased().hasSuffix(".gpx") }

    public func loadCells(
        _ nameOrPath: String
    ) throws(ProfileFailure) -> ProfileDocument<CellLayout> { try cells(open(nameOrPath, .cells)) }

    public func loadUser(
        _ nameOrPath: String
    ) throws(ProfileFailure) -> ProfileDocument<UserProfile> { try user(open(nameOrPath, .user)) }

    /// Loads a scenario from generated text, which names profiles as a shipped one does.
    ///
    /// - `label`: The name in messages.
    public func scenario(
        _ label: String, _ text: String, _ overrides: ScenarioOverrides = ScenarioOverrides()
    ) throws(ProfileFailure) -> LoadedScenario {
        let source = SourceText(label, Array(text.utf8), text)
        return try scenario(OpenedFile(source: source, label: label, name: nil), overrides)
    }

    /// Parses a generated profile before it is written.
    ///
    /// - `label`: The name in messages.
    public func profile(_ label: String, _ text: String) throws(ProfileFailure) -> any LoadedFile {
        let source = SourceText(label, Array(text.utf8), text)
        return try load(OpenedFile(source: source, label: label, name: nil))
    }

    /// Loads a file of the kind that its `kind:` names.
    ///
    /// - Throws: Also if the file is missing; then suggests a shipped name that is similar.
    public func load(path: String) throws(ProfileFailure) -> any LoadedFile {
        let source: SourceText
        do throws(ProfileFailure) {
            source = try SourceText(contentsOf: path)
        } catch { throw nearName(path, insteadOf: error) }
        return try load(OpenedFile(source: source, label: path, name: nil))
    }

    /// Quicker than reading the folder, which every command would do twice.
    private func isShipped(_ name: String, _ kind: ProfileKind) -> Bool {
        FileManager.default.fileExists(atPath: "\(root)/\(kind.folder)/\(name).yaml")
    }

    /// Whether this is no scenario but an app.
    public func isApp(_ nameOrPath: String) -> Bool {
        guard Self.isPath(nameOrPath) else {
            return !isShipped(nameOrPath, .scenario) && isShipped(nameOrPath, .app)
        }
        guard nameOrPath != FileOpening.standardInput else { return false }
        let text = (try? SourceText(contentsOf: nameOrPath))?.text ?? ""
        return ("\n" + text).contains("\nkind: app\n")
    }

    private func nearName(_ word: String, insteadOf failure: ProfileFailure) -> ProfileFailure {
        let kinds = ProfileKind.allCases
        guard !Self.isPath(word), failure.diagnostics.first?.fault == .noSuchFile,
            let near = Self.currentName(of: word)
                ?? Spelling.closest(to: word, in: kinds.flatMap { names(of: $0) }),
            let kind = kinds.first(where: { names(of: $0).contains(near) })
        else { return failure }
        return ProfileFailure(Diagnostic(missing(word, kind), file: nil))
    }

    func load(_ file: OpenedFile) throws(ProfileFailure) -> any LoadedFile {
        let node = try file.nodes()
        var file = file
        file.composed = node
        if case .mapping = node.content, node.kind == nil {
            let fault = Fault.missingKey("kind", owner: "the file")
            throw ProfileFailure(file.source.diagnostic(fault, at: node.place))
        }
        return try load(file, node.kind.flatMap { ProfileKind(rawValue: $0.text) } ?? .scenario)
    }

    /// Loads a shipped file of any kind.
    public func load(_ name: String, _ kind: ProfileKind) throws(ProfileFailure) -> any LoadedFile {
        try load(open(name, kind), kind)
    }

    private func load(
        _ file: OpenedFile, _ kind: ProfileKind
    ) throws(ProfileFailure) -> any LoadedFile {
        switch kind {
        case .device: try device(file)
        case .radio: try radio(file)
        case .system: try system(file)
        case .movement: try movement(file)
        case .cells: try cells(file)
        case .user: try user(file)
        case .app: try app(file)
        case .budget: try budget(file, sampling: .init())
        case .scenario: try scenario(file, ScenarioOverrides())
        }
    }

    /// - Throws: If there is no such file, or it is not text.
    func open(_ nameOrPath: String, _ kind: ProfileKind) throws(ProfileFailure) -> OpenedFile {
        guard let memory else { return try openAnew(nameOrPath, kind) }
        let key = FileMemory.Key(nameOrPath: nameOrPath, kind: kind)
        if let file = memory.file(key) { return file }
        var file = try openAnew(nameOrPath, kind)
        file.composed = try file.nodes()
        memory.keep(file, key)
        return file
    }

    private func openAnew(
        _ nameOrPath: String, _ kind: ProfileKind
    ) throws(ProfileFailure) -> OpenedFile {
        if Self.isPath(nameOrPath) {
            if kind == .scenario, !FileManager.default.fileExists(atPath: nameOrPath),
                let near = Self.fileBeside(nameOrPath)
            {
                let missing = Fault.noSuchFile
                let fault = Fault(
                    missing.message, advice: missing.advice, suggestion: near,
                    about: missing.subject)
                throw ProfileFailure(Diagnostic(fault, file: nameOrPath))
            }
            let source = try SourceText(contentsOf: nameOrPath)
            return OpenedFile(source: source, label: nameOrPath, name: nil)
        }
        if let label = label(of: nameOrPath, kind) {
            let source = try SourceText(contentsOf: "\(root)/\(label)")
            return OpenedFile(source: source, label: label, name: nameOrPath)
        }
        for (label, names) in aliases(of: kind) where names.contains(nameOrPath) {
            let source = try SourceText(contentsOf: "\(root)/\(label)")
            var file = OpenedFile(source: source, label: label, name: fileName(label))
            file.alias = nameOrPath
            return file
        }
        throw ProfileFailure(Diagnostic(missing(nameOrPath, kind), file: nil))
    }

    /// The file of this name, searched first in the kind's own folder, as listing subfolders takes
    /// longer.
    private func label(of name: String, _ kind: ProfileKind) -> String? {
        let nearest = try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(kind.folder)")
        if nearest?.contains("\(name).yaml") == true { return "\(kind.folder)/\(name).yaml" }
        return labels(of: kind).first { fileName($0) == name }
    }

    /// Other names of shipped systems, from a line of their files: `also: [ios-10, ios-11]`.
    private func aliases(of kind: ProfileKind) -> [(label: String, names: [String])] {
        guard kind == .system else { return [] }
        let key = "also:".utf8
        return labels(of: kind).compactMap { label in
            guard let file = FileManager.default.contents(atPath: "\(root)/\(label)") else {
                return nil
            }
            let lines = Array(file).split { "\n\r".utf8.contains($0) }
            guard let line = lines.first(where: { $0.starts(with: key) }) else { return nil }
            let names = line.dropFirst(key.count).split { " [],".utf8.contains($0) }
            return (label, names.map { String(decoding: $0, as: UTF8.self) })
        }
    }

    private func missing(_ name: String, _ kind: ProfileKind) -> Fault {
        let possible = names(of: kind)
        if let now = Self.currentName(of: name), possible.contains(now) {
            return Fault(
                "the \(kind.rawValue) \(quoted(name)) is called \(quoted(now)) now",
                advice: "Write \(now); docs/guide/profiles.md says why it was renamed.",
                about: .profile(nil))
        }
        if kind == .radio, let family = RadioProfile.Family(word: name),
            let members = try? radios(of: family), !members.isEmpty
        {
            return Fault(
                "\(quoted(name)) is a kind of radio, not one radio",
                advice:
                    "Name one: \(enumerated(members)). Kinds are for compare, replay and --vary.",
                about: .profile(name))
        }
        let none = kind == .cells ? "are no cells" : "is no \(kind.rawValue)"
        let beside = kind == .scenario ? Self.fileBeside(name) : nil
        let near = beside ?? Spelling.closest(to: name, in: possible)
        let list = kind == .scenario ? "tailwatt scenarios list" : "tailwatt profiles list"
        return Fault(
            "there \(none) named \(quoted(name))",
            advice: possible.isEmpty
                ? "The library has none; name a file by a path that ends in .yaml."
                : possible.count > 12
                    ? "\(list) lists all \(kind.folder). \(Self.aPath)"
                    : "The \(kind.folder) are \(enumerated(possible)). \(Self.aPath)",
            suggestion: near, about: .profile(name))
    }

    private static let aPath = "A path ends in .yaml or .yml."

    /// The file of the present folder with this name and another ending, if any.
    static func fileBeside(_ name: String) -> String? {
        let stem =
            name.hasSuffix(".yml") || name.hasSuffix(".yaml")
            ? String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)]) : name
        guard !name.contains("/") else { return nil }
        return [".yaml", ".yml"].map { stem + $0 }.first {
            $0 != name && FileManager.default.fileExists(atPath: $0)
        }
    }

    /// The current name of a renamed profile; `nil` for any other name.
    static func currentName(of name: String) -> String? { renamed[name] }

    private static let renamed = ["lte-att-2012": "lte-huang-2012"]

    func device(_ file: OpenedFile) throws(ProfileFailure) -> ProfileDocument<DeviceProfile> {
        try file.document(ProfileReader(kind: .device, form: DeviceProfile.form, name: \.name))
    }

    func radio(_ file: OpenedFile) throws(ProfileFailure) -> ProfileDocument<RadioProfile> {
        try file.document(ProfileReader(kind: .radio, body: RadioFile.read))
    }

    func system(_ file: OpenedFile) throws(ProfileFailure) -> ProfileDocument<SystemRules> {
        var document = try file.document(
            ProfileReader(kind: .system, form: SystemRules.form, name: \.name))
        if let alias = file.alias { document.value.name = alias }
        return document
    }

    private func movement(_ file: OpenedFile) throws(ProfileFailure) -> ProfileDocument<Movement> {
        try file.document(
            ProfileReader(kind: .movement) { reader, _ in MovementReader.read(reader) })
    }

    private func cells(_ file: OpenedFile) throws(ProfileFailure) -> ProfileDocument<CellLayout> {
        try file.document(ProfileReader(kind: .cells) { reader, _ in CellsReader.read(reader) })
    }

    private func user(_ file: OpenedFile) throws(ProfileFailure) -> ProfileDocument<UserProfile> {
        try file.document(ProfileReader(kind: .user, form: UserProfile.form, name: \.name))
    }

    /// The shipped files of a kind, as sorted paths within the library.
    func labels(of kind: ProfileKind) -> [String] {
        if let known = memory?.labels(of: kind) { return known }
        let folder = "\(root)/\(kind.folder)"
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        let labels = paths.filter { $0.hasSuffix(".yaml") }.map { "\(kind.folder)/\($0)" }.sorted()
        memory?.keep(labels, of: kind)
        return labels
    }

    /// The last component of a path, without `.yaml`.
    func fileName(_ path: String) -> String {
        String((path.split(separator: "/").last ?? "").dropLast(".yaml".count))
    }

    /// The sorted names of the shipped radios of one kind.
    ///
    /// - Throws: The faults of any shipped radio that names a kind.
    public func radios(of family: RadioProfile.Family) throws(ProfileFailure) -> [String] {
        var members: [String] = []
        for label in labels(of: .radio) {
            let source = try SourceText(contentsOf: "\(root)/\(label)")
            // Imports and the peers' radios have no kind; files without the word are not parsed.
            guard source.text.contains(Self.membershipKey) else { continue }
            let name = fileName(label)
            let file = OpenedFile(source: source, label: label, name: name)
            if try radio(file).value.membership?.family == family { members.append(name) }
        }
        return members.sorted()
    }

    private static let membershipKey = "member"

    /// - `edits`: With paths that begin with `radio`.
    public func loadRadio(
        _ nameOrPath: String, edits: [ValueEdit]
    ) throws(ProfileFailure) -> ProfileDocument<RadioProfile> {
        try radio(open(nameOrPath, .radio).with(edits))
    }
}

extension RadioProfile {
    /// The kind that the file names, otherwise that of its technology.
    public var kind: Family {
        if let membership { return membership.family }
        return switch technology {
        case .umts: .umts
        case .lte: .lte
        case .nr: .nr
        case .wifi: .wifi
        }
    }
}
