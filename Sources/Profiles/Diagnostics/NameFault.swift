/// Why a name leads nowhere.
public enum NameFault: Hashable, Sendable {
    /// No profile of this name is shipped.
    case noProfile(String, kind: ProfileKind, possible: [String])
    /// A file that another file names is not there, or is no text.
    case noFile(String, FileFault)
    /// A radio's state that is not under `states`.
    case noState(String, possible: [String])
    /// A shipped file is found by its name, so the name inside must be the same.
    case otherThanFile(String, file: String)
}

extension NameFault: Fault {
    var message: String {
        switch self {
        case .noProfile(let name, let kind, _):
            kind == .cells
                ? "there are no cells named \(quoted(name))"
                : "there is no \(kind.rawValue) named \(quoted(name))"
        case .noFile(let path, .noSuchFile): "there is no file \(quoted(path))"
        case .noFile(let path, let fault): "\(quoted(path)): \(fault.message)"
        case .noState(let name, _): "there is no state \(quoted(name))"
        case .otherThanFile(let name, let file):
            "the name is \(quoted(name)), but the file is \(quoted(file))"
        }
    }

    var advice: String {
        switch self {
        case .noProfile(_, let kind, let possible):
            possible.isEmpty
                ? "There are none; name a file by a path that ends in .yaml."
                : "The \(kind.folder) are \(enumerated(possible)). A path ends in .yaml."
        case .noFile(_, .noSuchFile): "Paths in a file are relative to the file."
        case .noFile(_, let fault): fault.advice
        case .noState(_, let possible): "The states are \(enumerated(possible))."
        case .otherThanFile: "Make them the same."
        }
    }

    var suggestion: String? {
        switch self {
        case .noProfile(let name, _, let possible), .noState(let name, let possible):
            Spelling.closest(to: name, in: possible)
        case .noFile, .otherThanFile: nil
        }
    }
}
