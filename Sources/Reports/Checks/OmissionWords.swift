import Experiments
import Kernel
import Show

/// What a check of a trace left out, in words.
struct OmissionWords {
    private let check: TraceCheck
    private var omission: TraceOmission { check.omission }

    init(_ check: TraceCheck) { self.check = check }

    /// What stands before the verdict; empty where no more than 1 % was left out.
    var warning: String {
        guard omission.isTooMuch else { return "" }
        let head = check.isPartial ? "Undecided: too much of the trace was left out. " : ""
        return "\(head)Warning: \(sentences.joined(separator: " ")) "
    }

    /// What was left out where that is little, and how to decide a partial check, in lines.
    var notes: String {
        if check.isPartial { return WrappedText.line(Self.advice) }
        return omission.isTooMuch ? "" : sentences.map { WrappedText.line($0) }.joined()
    }

    /// For servers of continuous integration.
    var properties: [(name: String, value: String)] {
        sentences.isEmpty ? [] : [("left out", sentences.joined(separator: " "))]
    }

    private static let advice =
        "A check that leaves out more than 1 % of a trace's packets or bytes is undecided, and "
        + "fails. Correct horizon: or addresses: in the budget, filter the capture, or accept the "
        + "rest with \(OptionName.allowPartial)."

    private var sentences: [String] {
        var sentences: [String] = []
        if omission.late.packets > 0, let horizon = omission.horizon {
            let isOne = omission.late.packets == 1
            sentences.append(
                "\(subject(omission.late)) \(isOne ? "comes" : "come") after the "
                    + "\(NumberText.text(horizon.seconds.magnitude)) s horizon and "
                    + "\(isOne ? "was" : "were") ignored.")
        }
        if omission.unread.packets > 0 {
            let reasons = omission.skipped.map {
                "\(grouped(Int64($0.packets))) \($0.reason.name)"
            }
            sentences.append(
                "\(subject(omission.unread)) \(omission.unread.packets == 1 ? "is" : "are") not "
                    + "billed: \(reasons.joined(separator: ", ")).")
        }
        return sentences
    }

    /// `1,362 of 1,892 packets (72 %)`, and the bytes where they are a larger share.
    private func subject(_ part: TraceOmission.Amount) -> String {
        let (packets, bytes) = (
            share(part.packets, omission.whole.packets), share(part.bytes, omission.whole.bytes)
        )
        let count =
            "\(grouped(part.packets)) of \(grouped(omission.whole.packets)) packets "
            + "(\(percent(packets)))"
        // Packets alone say it where both are about the same.
        return bytes > 1.5 * packets ? count + ", \(percent(bytes)) of the bytes," : count
    }

    private func share(_ part: Int64, _ whole: Int64) -> Double {
        whole == 0 ? 0 : 100 * Double(part) / Double(whole)
    }

    private func percent(_ share: Double) -> String {
        "\(ReadableNumber.text(share, significantDigits: 2)) %"
    }

    private func grouped(_ count: Int64) -> String {
        let digits = Array("\(count)")
        return digits.indices.map { index in
            let isGroup = index > 0 && (digits.count - index) % 3 == 0
            return (isGroup ? "," : "") + String(digits[index])
        }.joined()
    }
}
