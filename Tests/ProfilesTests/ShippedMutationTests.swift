import Kernel
import TestSupport
import Testing

@testable import DeviceModel
@testable import Profiles

/// Tests of the shipped files with changed values, as people change them and editors damage them.
///
/// Ten thousand files in all. A radio that still loads is run: a profile that passes the checks
/// must neither trap nor hang.
@Suite struct ShippedMutationTests {
    private static let root = Repository.profiles
    private static let library = ProfileLibrary(root: root).remembering
    static let files = ShippedProfileTests.files

    /// Fewer of scenarios, each of which loads three more files.
    private static func count(for file: String) -> Int {
        let scenarios = files.count(where: isScenario)
        let share = (10_000 - 100 * scenarios) / (files.count - scenarios) + 1
        return isScenario(file) ? 100 : max(100, share)
    }

    private static func isScenario(_ file: String) -> Bool { file.hasPrefix("scenarios/") }

    @Test("A changed file is refused or works", arguments: files)
    func changedFilesAreRefusedOrWork(_ file: String) throws {
        let good = Self.withoutComments(try Corpus.text(ofFile: "\(Self.root)/\(file)"))
        let count = Self.count(for: file)
        var (loaded, slowest) = (0, Duration.zero)
        for seed in 0..<count {
            let changed = Mutation.changed(good, Dice(state: UInt64(seed)))
            slowest = max(
                slowest,
                try ContinuousClock().measure {
                    guard let profile = try load(changed, file) else { return }
                    loaded += 1
                    if let radio = profile as? ProfileDocument<RadioProfile> {
                        RadioExercise(radio: radio.value, seed: seed).run()
                    }
                })
        }
        // About a hundred times the slowest file's time, so that only a hang fails.
        #expect(slowest < .seconds(20), "\(file)")
        // Otherwise the radios would not have run.
        let least = file.hasPrefix("radios/") ? count / 20 : 0
        #expect(loaded > least, "\(loaded) of \(count) load")
        #expect(loaded < count, "none was refused")
    }

    /// Changes to comments have no effect.
    private static func withoutComments(_ text: String) -> String {
        text.split(separator: "\n").map { $0.prefix { $0 != "#" } }
            .filter { $0.contains { $0 != " " } }.joined(separator: "\n")
    }

    private func load(_ bytes: [UInt8], _ file: String) throws -> (any LoadedFile)? {
        var profile: (any LoadedFile)?
        let failure = Corpus.failure { () throws(ProfileFailure) in
            let path = "\(Self.root)/\(file)"
            let source = try SourceText(path: path, bytes: bytes)
            profile = try Self.library.load(
                OpenedFile(source: source, label: file, name: nil))
        }
        #expect(failure?.description.isEmpty != true)
        return profile
    }
}

/// Changes that leave a text mostly well-formed, so that many reach the model.
private struct Mutation {
    private var lines: [[UInt8]]
    private var dice: Dice

    static func changed(_ good: String, _ dice: Dice) -> [UInt8] {
        var mutation = Mutation(
            lines: good.utf8.split(separator: newline, omittingEmptySubsequences: false)
                .map { Array($0) },
            dice: dice)
        for _ in 0...mutation.dice.below(3) { mutation.change() }
        return Array(mutation.lines.joined(separator: [newline]))
    }

    private mutating func change() {
        let (here, there) = (dice.below(lines.count), dice.below(lines.count))
        switch dice.below(8) {
        case 0: flip(here)
        case 1: lines.insert(lines[here], at: there)
        case 2: if lines.count > 1 { lines.remove(at: here) }
        case 3: lines.swapAt(here, there)
        case 4, 5: copyValue()
        default: replaceNumber()
        }
    }

    private mutating func flip(_ line: Int) {
        guard !lines[line].isEmpty else { return }
        lines[line][dice.below(lines[line].count)] ^= UInt8(1 << dice.below(7))
    }

    /// Writes one value of the file in place of another.
    private mutating func copyValue() {
        guard let (from, source) = anyLine(Self.value), let (to, target) = anyLine(Self.value)
        else { return }
        let text = Array(lines[from][source])
        lines[to].replaceSubrange(target, with: text)
    }

    private mutating func replaceNumber() {
        guard let (line, digits) = anyLine(Self.number) else { return }
        lines[line].replaceSubrange(digits, with: Array(dice.pick(Self.numbers).utf8))
    }

    private static let newline = UInt8(ascii: "\n")

    private static let numbers = [
        "0", "1", "2", "0.5", "3", "10", "100", "1000", "99999", "1e-9", "1e9", "0.001", "20",
    ]

    /// A random line with such a part, and the part's range; nil if a few tries find none.
    private mutating func anyLine(
        _ part: (ArraySlice<UInt8>) -> Range<Int>?
    ) -> (line: Int, part: Range<Int>)? {
        for _ in 0..<20 {
            let line = dice.below(lines.count)
            // From a random place, so that each part of a line has its turn.
            let start = dice.below(lines[line].count + 1)
            if let part = part(lines[line][start...]) { return (line, part) }
        }
        return nil
    }

    /// The range after a colon, up to a comma, a bracket or the end of the line.
    private static func value(_ text: ArraySlice<UInt8>) -> Range<Int>? {
        let (colon, space) = (UInt8(ascii: ":"), UInt8(ascii: " "))
        guard let key = text.firstIndex(of: colon), key + 1 < text.endIndex,
            text[key + 1] == space,
            let start = text[(key + 1)...].firstIndex(where: { $0 != space })
        else { return nil }
        let end = text[start...].firstIndex { ",[]{}#".utf8.contains($0) } ?? text.endIndex
        return start < end ? start..<end : nil
    }

    private static func number(_ text: ArraySlice<UInt8>) -> Range<Int>? {
        func isDigit(_ byte: UInt8) -> Bool { "0123456789.".utf8.contains(byte) }
        guard let start = text.firstIndex(where: isDigit) else { return nil }
        return start..<(text[start...].firstIndex { !isDigit($0) } ?? text.endIndex)
    }
}
