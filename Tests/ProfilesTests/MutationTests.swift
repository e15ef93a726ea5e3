import Testing

@testable import Profiles

@Suite struct MutationTests {
    static let files = Corpus.files("good")

    /// Each file is damaged two hundred times. The reader returns a value or at least one
    /// diagnostic.
    @Test("A damaged file is read or refused", arguments: files)
    func damagedFilesAreReadOrRefused(_ file: String) throws {
        let good = try Corpus.bytes(file)
        var refused = 0
        for seed in 0..<200 {
            var dice = Dice(state: UInt64(seed))
            let damaged = damage(good, &dice)
            let failure = Corpus.failure { () throws(ProfileFailure) in
                let source = try SourceText(path: Corpus.path(file), bytes: damaged)
                _ = try Corpus.library.load(OpenedFile(source: source, label: file, name: nil))
            }
            guard let failure else { continue }
            refused += 1
            #expect(!failure.description.isEmpty, "\(file), seed \(seed)")
            for diagnostic in failure.diagnostics where diagnostic.place != nil {
                #expect(diagnostic.excerpt != nil, "\(file), seed \(seed)")
            }
        }
        #expect(refused > 50, "most damage should be noticed")
    }

    /// A truncated file must not pass unnoticed for a whole one: it may lack only optional parts.
    @Test("A truncated file is read or refused", arguments: files)
    func truncatedFilesAreReadOrRefused(_ file: String) throws {
        let good = try Corpus.bytes(file)
        for length in stride(from: 0, to: good.count, by: max(1, good.count / 100)) {
            _ = Corpus.failure { () throws(ProfileFailure) in
                let source = try SourceText(
                    path: Corpus.path(file), bytes: Array(good[..<length]))
                _ = try Corpus.library.load(OpenedFile(source: source, label: file, name: nil))
            }
        }
    }

    /// One to four changes: a byte, a repeated or removed stretch, a cut end.
    private func damage(_ good: [UInt8], _ dice: inout Dice) -> [UInt8] {
        var bytes = good
        for _ in 0...dice.below(4) where !bytes.isEmpty {
            let place = dice.below(bytes.count)
            let end = min(bytes.count, place + 1 + dice.below(30))
            switch dice.below(6) {
            case 0: bytes[place] = UInt8(dice.below(256))
            case 1: bytes.insert(punctuation[dice.below(punctuation.count)], at: place)
            case 2: bytes.replaceSubrange(place..<end, with: [])
            case 3: bytes.insert(contentsOf: bytes[place..<end], at: dice.below(bytes.count))
            case 4: bytes[place] = punctuation[dice.below(punctuation.count)]
            default: if dice.below(4) == 0 { bytes.removeSubrange(place...) }
            }
        }
        return bytes
    }

    private let punctuation = Array("{}[]:,-#&*!|>'\"%@`?\n\t 09.eE~".utf8)
}
