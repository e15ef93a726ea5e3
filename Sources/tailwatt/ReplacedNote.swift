import Profiles

/// That a question and its answer are worded for another phone or day than the figures, said
/// where the result is read.
struct ReplacedNote {
    private let replaced: [LoadedScenario.Replaced]

    init(_ loaded: LoadedScenario) { replaced = loaded.replaced }

    var text: String {
        replaced.map { part in
            "The question was put for \(part.what) \(part.asked); the figures are for "
                + "\(part.used).\n"
        }.joined()
    }
}
