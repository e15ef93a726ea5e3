/// Why a file could not be read as an Android power profile: which file, where in it, what was
/// found and what is possible.
public struct PowerProfileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Fault: Hashable, Sendable {
        /// The document cannot be walked through.
        case xml(XMLFault)
        /// A document type, with which entities and references to other files would come.
        case documentType
        /// The document is of another kind.
        case notDevice
        /// Elements within elements, deeper than any profile.
        case tooDeep(limit: Int)
        /// More elements, comments or values than any profile has.
        case tooMany(limit: Int)
        /// An `<item>` or `<array>` without a name.
        case noName(element: String)
        /// A value of a known element that is no number.
        case noNumber(text: String, element: String)
        /// A current, a voltage, a speed or a count below zero.
        case negative(text: String, element: String)
        /// No element of the file has a name that Android knows.
        case nothingKnown
    }

    /// The file as it was named.
    public let path: String
    /// Counted from 1; `nil` where the fault has no place.
    public let line: Int?
    public let fault: Fault

    public init(_ fault: Fault, path: String, line: Int? = nil) {
        (self.fault, self.path, self.line) = (fault, path, line)
    }

    /// Whether there is no file to read, rather than a file with something wrong in it.
    public var isAboutMissingInput: Bool {
        switch fault {
        case .xml(.cannotOpen), .xml(.isDirectory): true
        case .xml(.tooLarge), .xml(.malformed), .xml(.empty), .documentType, .notDevice, .tooDeep,
            .tooMany, .noName, .noNumber, .negative, .nothingKnown:
            false
        }
    }

    /// The place and what was found there, and on a second line what is possible.
    public var description: String {
        "\(path)\(line.map { ":\($0)" } ?? ""): \(fault.message)\n\(fault.advice)"
    }
}

extension PowerProfileError.Fault {
    fileprivate var message: String {
        switch self {
        case .xml(.cannotOpen(let reason)): "the file cannot be read: \(reason)"
        case .xml(.isDirectory): "this is a directory, not a file"
        case .xml(.tooLarge(let limit)): "the file has more than the \(limit) bytes that are read"
        case .xml(.malformed(let reason)): "this is no well-formed XML: \(reason)"
        case .xml(.empty): "the file is empty"
        case .documentType: "there is a document type declaration (<!DOCTYPE ...>)"
        case .notDevice: "the document does not begin with <device>"
        case .tooDeep(let limit): "elements are nested more than \(limit) deep"
        case .tooMany(let limit): "there are more than \(limit) elements, values and comments"
        case .noName(let element): "this <\(element)> has no name"
        case .noNumber(let text, let element): "\"\(text)\" is no number for \(element)"
        case .negative(let text, let element): "\(element) cannot be \(text)"
        case .nothingKnown: "no element has a name that Android's power profiles know"
        }
    }

    fileprivate var advice: String {
        switch self {
        case .xml(.cannotOpen): "Check the path and the file's permissions."
        case .xml(.isDirectory): "Name the power_profile.xml in it."
        case .xml(.tooLarge), .tooDeep, .tooMany: "Is it a power_profile.xml at all?"
        case .xml(.malformed), .xml(.empty):
            "Take power_profile.xml as it stands in a device tree, not as a package packs it."
        case .documentType: "Remove it: a power profile needs no entities and no other files."
        case .notDevice, .nothingKnown:
            "A power profile is <device name=\"Android\"> with <item name=\"cpu.idle\"> and others."
        case .noName: "Write name=\"cpu.idle\", for example, or remove the element."
        case .noNumber, .negative: "Write a number from 0 on with a point, as in 12.5."
        }
    }
}
