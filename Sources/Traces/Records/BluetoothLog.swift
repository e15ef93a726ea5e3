extension PhoneTally {
    /// Kinds of H4 (Bluetooth Core 5.4, volume 4, part A), from 1.
    private static let kinds = ["commands", "data", "audio", "events", "isochronous data"]

    /// Commands by their codes (volume 4, part E, section 7).
    private static let begun: [Int: String] = [
        0x0405: "connections asked for", 0x200D: "connections asked for",
        0x2043: "connections asked for", 0x0401: "scans begun", 0x200C: "scans begun",
        0x2042: "scans begun", 0x200A: "advertising begun", 0x2039: "advertising begun",
    ]
    /// Their first parameter is 0 to end what they began.
    private static let switches = [0x200A, 0x200C, 0x2039, 0x2042]

    /// A Bluetooth log (btsnoop): packets between phone and controller.
    mutating func readBluetooth(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        func number(_ place: Int, _ size: Int) -> Int {
            (place..<place + size).reduce(0) { $0 << 8 | Int(bytes[$1]) }
        }
        let (end, header) = (bytes.endIndex, bytes.startIndex + 16)
        // H4 packets begin with their kind.
        let isTyped = header <= end && number(header - 4, 4) == 1002
        var (sums, times): ([String: Double], [Int]) = ([:], [])
        var (cut, count, place) = (0, 0, header)
        while place + 24 <= end, case let kept = number(place + 4, 4), place + 24 + kept <= end {
            let (size, flags, time) = (
                number(place, 4), number(place + 8, 4), number(place + 16, 8)
            )
            let packet = bytes[(place + 24)..<(place + 24 + kept)]
            place += 24 + kept
            (count, cut) = (count + 1, cut + (kept < size ? 1 : 0))
            times = [min(times.first ?? time, time), max(times.last ?? time, time)]
            let guess = flags & 2 == 0 ? 2 : flags & 1 == 0 ? 1 : 4
            let kind = (isTyped ? packet.first.map(Int.init) ?? 0 : guess) - 1
            let name = Self.kinds.indices.contains(kind) ? Self.kinds[kind] : "other packets"
            let way = "\(name) \(flags & 1 == 0 ? "sent" : "received")"
            sums["\(way)/packets", default: 0] += 1
            sums["\(way)/kB", default: 0] += Double(size) / 1000
            let body = Array(packet.dropFirst(isTyped ? 1 : 0).prefix(4))
            guard kind == 0, body.count > 1, case let code = Int(body[0]) | Int(body[1]) << 8,
                let what = Self.begun[code],
                !Self.switches.contains(code) || body.count > 3 && body[3] != 0
            else { continue }
            sums["\(what)/times", default: 0] += 1
        }
        let hours = (times.last.map(Double.init) ?? 0) - (times.first.map(Double.init) ?? 0)
        for (key, sum) in sums.sorted(by: { $0.key < $1.key }) {
            let words = key.split(separator: "/").map(String.init)
            series.append((words[0], words[1], "btsnoop", [(sum, hours / 3.6e9)]))
        }
        span = "\(count) packets of Bluetooth"
        limits = [
            "Packets that Android cut: \(cut); sizes are those before.",
            place == end ? "It tells no energy and no app." : "It ends within a packet.",
        ]
    }
}
