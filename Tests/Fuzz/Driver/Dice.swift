/// Random numbers for changes of inputs: SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, OOPSLA
/// 2014). A seed always changes an input in one way.
public struct Dice: Sendable {
    private var state: UInt64

    public init(_ seed: UInt32) { state = UInt64(seed) }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A whole number from 0, below `bound`, which is at least 1.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// True once in `count` times on average.
    mutating func isOne(in count: Int) -> Bool { below(count) == 0 }

    /// A random element; nil for an empty list.
    mutating func pick<Elements: RandomAccessCollection>(_ elements: Elements) -> Elements.Element?
    where Elements.Index == Int {
        elements.isEmpty ? nil : elements[elements.startIndex + below(elements.count)]
    }
}
