/// The journal of a long job: tables of points if it begins with a file's name, otherwise numbers.
public struct JournalForm: Form {
    private let tables: FolderForm
    private let numbers = NumbersForm()

    /// - Parameter words: Words of the tables.
    public init(words: [String]) { tables = FolderForm(words: words) }

    private func form(_ bytes: [UInt8]) -> any Form {
        bytes.starts(with: Array("==> ".utf8)) ? tables : numbers
    }

    public func pieces(of bytes: [UInt8]) -> [[UInt8]] { form(bytes).pieces(of: bytes) }

    public func block(
        _ pieces: [[UInt8]], at place: Int, _ dice: inout Dice
    ) -> Range<Int> {
        form(pieces[0]).block(pieces, at: place, &dice)
    }

    public func change(_ pieces: inout [[UInt8]], at place: Int, _ dice: inout Dice) {
        form(pieces[0]).change(&pieces, at: place, &dice)
    }
}
