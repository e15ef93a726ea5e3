import Foundation
import TestSupport
import Testing

/// Tests that each block of output on the pages equals the committed file that it names.
///
/// The line above a block is a comment: `<!-- output: FILE -->` for a whole file, `<!-- part of:
/// FILE -->` for some of its lines, or `<!-- measured DATE, MACHINE, by COMMAND -->` for output
/// printed once. Blocks marked as code of a language are not output.
@Suite struct OutputBlockTests {
    private struct Block {
        let page: String
        let line: Int
        let mark: String
        let text: String
    }

    private static let pages =
        SourceTree.files(in: "README.md") + SourceTree.files(in: "docs", withExtension: "md")

    private static func blocks(of page: SourceTree.File) -> [Block] {
        var blocks: [Block] = []
        var (before, start, text): (Substring, (line: Int, mark: Substring)?, String) = (
            "", nil, ""
        )
        var isCode = false
        for (number, line) in zip(1..., page.lines) {
            if let (first, mark) = start {
                if line == "```" {
                    blocks.append(
                        Block(page: page.path, line: first, mark: String(mark), text: text))
                    start = nil
                } else {
                    text += line + "\n"
                }
            } else if line.hasPrefix("```") {
                if !isCode, line == "```" {
                    (start, text) = ((number, before), "")
                } else {
                    isCode.toggle()
                }
            }
            before = line
        }
        return blocks
    }

    @Test("A block of output equals the file that it names", arguments: pages.map(\.path))
    func blocks(path: String) throws {
        let page = try #require(Self.pages.first { $0.path == path })
        var hasRecorded = false
        for block in Self.blocks(of: page) {
            let place = "\(block.page):\(block.line)"
            if block.mark.wholeMatch(of: /<!-- measured \d{4}-\d\d-\d\d, [^,]+, by .+ -->/) != nil {
                continue
            }
            guard let match = block.mark.wholeMatch(of: /<!-- (output|part of): (\S+) -->/) else {
                Issue.record("\(place): the line above does not say what this shows")
                continue
            }
            let shown = SourceTree.files(in: String(match.output.2)).first?.text ?? ""
            if match.output.1 == "output" {
                if Golden.isRecording, shown != block.text {
                    try record(block, shown)
                    hasRecorded = true
                }
                #expect(block.text == shown, "\(place); record with RECORD=1")
            } else {
                #expect(("\n" + shown).contains("\n" + block.text), "\(place)")
            }
        }
        if hasRecorded { throw Golden.Recorded(Repository.url(path)) }
    }

    private func record(_ block: Block, _ shown: String) throws {
        let file = SourceTree.root.appending(path: block.page)
        let text = try String(contentsOf: file, encoding: .utf8)
        let old = "\(block.mark)\n```\n\(block.text)```"
        let new = "\(block.mark)\n```\n\(shown)```"
        try Data(text.replacingOccurrences(of: old, with: new).utf8).write(to: file)
    }
}
