import ArgumentParser
import Reports
import Show

/// Which files a command may read, whatever they name.
struct ReadingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read no file outside this folder; may be repeated. Links count by where they lead.",
            valueName: "folder"))
    var within: [String] = []

    /// Sets the fence: nothing has been opened yet.
    func validate() throws {
        if within.isEmpty { return }
        do throws(FileOpening.Fault) {
            FileOpening.fence = try FileFence(within, and: ProfilesFolder.path)
        } catch {
            throw ValidationError(
                "\(OptionName.within) needs a folder: "
                    + "\(within.joined(separator: ", ")): \(error.reason).")
        }
    }
}
