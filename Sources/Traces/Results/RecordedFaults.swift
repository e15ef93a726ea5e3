import Show

/// The faults of a folder or a file that is read as an earlier result.
extension InputFault {
    static let noFolder = Self(
        message: "there is no such folder", advice: "Check the path.", isAboutMissingInput: true)

    private static let compared =
        "Use a folder that tailwatt compare --out wrote, or folders of tailwatt replay --out; "
        + "the base of a check is a folder of tailwatt check --out."
    private static let checked =
        "Use a folder that tailwatt check --out wrote, or a file of check --format json."

    static let notFolder = Self(message: "this is a file, not a folder", advice: compared)

    static let noManifest = Self(
        message: "this is not a folder of results: it has no manifest.json", advice: compared)

    static func badManifest(_ reason: String) -> Self {
        Self(message: "this is not the manifest of a result: \(reason)", advice: compared)
    }

    static func otherCommand(_ command: String, wanted: String) -> Self {
        let isCheck = wanted == "check"
        return Self(
            message: "this is a result of \"\(command)\", not of "
                + (isCheck ? wanted : "compare or replay as the other"),
            advice: isCheck ? checked : compared)
    }

    static func noPrintedCheck(_ reason: String) -> Self {
        Self(
            message: "this is not output of tailwatt check --format json: \(reason)",
            advice: checked)
    }

    static let unknownDialect = Self(
        message: "this version does not know the CSV dialect of the files",
        advice: "Known dialects: \(CSVDialect.allCases.map(\.rawValue).joined(separator: ", ")).")

    static let noTables = Self(
        message: "the folder has none of the tables that are compared", advice: compared)

    static let notAsWritten = Self(
        message: "the file has changed: its hash differs from that in \(Manifest.fileName)",
        advice: "It was edited, cut off or replaced: run the command of the manifest again.")

    static let noRows = Self(message: "the tables have no rows", advice: compared)
}
