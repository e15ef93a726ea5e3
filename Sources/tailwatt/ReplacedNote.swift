import Kernel
import Profiles
import Studies

/// That a question and its answer are worded for another phone, day or value than the figures,
/// said where the result is read.
struct ReplacedNote {
    private let replaced: [LoadedScenario.Replaced]
    private let edits: [ValueEdit]

    init(_ loaded: LoadedScenario, _ edits: [ValueEdit] = []) {
        (replaced, self.edits) = (loaded.replaced, edits)
    }

    var text: String {
        replaced.map { part in
            PrintableText.line(
                "The question was put for \(part.what) \(part.asked); the figures are for "
                    + "\(part.used).") + "\n"
        }.joined()
            + edits.map { PrintableText.line("Changed by --set: \($0.path)=\($0.text)") + "\n" }
            .joined()
    }
}
