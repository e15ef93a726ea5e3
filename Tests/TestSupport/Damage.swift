/// Damages bytes at random.
public enum Damage {
    /// Changes, removes or inserts one to three bytes.
    public static func some(
        of good: [UInt8], _ draws: inout some RandomNumberGenerator
    ) -> [UInt8] {
        var bytes = good
        for _ in 0..<Int.random(in: 1...3, using: &draws) {
            let place = Int.random(in: 0..<bytes.count, using: &draws)
            switch Int.random(in: 0..<3, using: &draws) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &draws)
            case 1: bytes.remove(at: place)
            default: bytes.insert(UInt8.random(in: 0...255, using: &draws), at: place)
            }
        }
        return bytes
    }
}
