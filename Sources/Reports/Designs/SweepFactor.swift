import Kernel

/// A factor of a design, with its values as numbers where they are numbers of one kind.
struct SweepFactor {
    let path: String
    /// Of the numbers; empty for plain ones.
    let unit: String
    /// By row of the design; `nil` where there is none.
    let numbers: [Double?]

    var count: Int { Set(numbers.compactMap { $0 }).count }
    var isNumeric: Bool { count > 1 }

    /// Of a text for each row of the design; an empty one is what the scenario says.
    init(_ path: String, _ texts: [String]) {
        self.path = path
        let given = texts.filter { !$0.isEmpty }
        func all(_ read: (String) -> Double?) -> [Double?]? {
            given.allSatisfy { read($0) != nil } ? texts.map { $0.isEmpty ? nil : read($0) } : nil
        }
        func read<Unit: Quantity>(_ kind: Unit.Type) -> (String) -> Double? {
            { text in
                let number = try? Unit(parsing: text)
                return number.flatMap { $0.magnitude.isFinite ? $0.magnitude : nil }
            }
        }
        if let plain = all({ Double($0).flatMap { $0.isFinite ? $0 : nil } }) {
            (unit, numbers) = ("", plain)
        } else if let times = all(read(Seconds.self)) {
            (unit, numbers) = ("s", times)
        } else if let powers = all(read(Milliwatts.self)) {
            (unit, numbers) = ("mW", powers)
        } else if let sizes = all(read(Bytes.self)) {
            (unit, numbers) = ("B", sizes)
        } else if let rates = all(read(BitsPerSecond.self)) {
            (unit, numbers) = ("bit/s", rates)
        } else if let lengths = all(read(Meters.self)) {
            (unit, numbers) = ("m", lengths)
        } else if let shares = all(read(Fraction.self)) {
            (unit, numbers) = ("%", shares.map { $0.map { 100 * $0 } })
        } else {
            (unit, numbers) = ("", texts.map { _ in nil })
        }
    }

    private init(path: String, unit: String, numbers: [Double?]) {
        (self.path, self.unit, self.numbers) = (path, unit, numbers)
    }

    /// The same in a unit that people read: times in minutes, hours or days where they are long.
    var readable: SweepFactor {
        guard unit == "s" else { return self }
        let readable = TimeUnit(of: numbers.compactMap { $0 }.max() ?? 0)
        return SweepFactor(
            path: path, unit: readable.name,
            numbers: numbers.map { $0.map { $0 / readable.seconds } })
    }
}

/// The unit in which a length of time is read on an axis.
struct TimeUnit {
    let name: String
    let seconds: Double

    /// - Parameter length: in seconds.
    init(of length: Double) {
        (name, seconds) =
            length >= 3 * 86_400
            ? ("d", 86_400) : length >= 7200 ? ("h", 3600) : length >= 240 ? ("min", 60) : ("s", 1)
    }
}
