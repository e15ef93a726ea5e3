/// Traces of packets, in whichever format an input begins.
public struct TraceForm: Form {
    private let table = TableForm(words: [
        "t", "bytes", "direction", "U", "D", "up", "down", "uplink", "downlink", "time", "n",
    ])

    public init() {}

    private func form(_ bytes: [UInt8]) -> any Form {
        if PcapngForm.isOne(bytes) { return PcapngForm() }
        return PcapForm.isOne(bytes) ? PcapForm() as any Form : table
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
