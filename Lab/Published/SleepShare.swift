import DeviceModel
import Kernel

/// Which share of the time a connected radio sleeps by its discontinuous reception, whatever it
/// draws meanwhile.
public struct SleepShare {
    /// One watt awake and none asleep: the mean power is the share of the time awake.
    private let radio: RadioProfile
    private let cycle: TimeSpan

    /// - Returns: `nil` for a radio without discontinuous reception.
    public init?(_ radio: RadioProfile) throws(RadioProfileError) {
        guard let cycle = radio.states.lazy.compactMap(\.reception?.long).first else { return nil }
        self.cycle = cycle
        self.radio = try RadioProfile(
            name: radio.name, technology: radio.technology,
            states: radio.states.map(Self.plain), initial: radio.initial,
            promotions: radio.promotions.map { promotion in
                var promotion = promotion
                promotion.power = Self.awake
                return promotion
            }, roundTrip: radio.roundTrip, transferPower: nil)
    }

    private static let awake = Milliwatts(1000)

    private static func plain(_ state: RadioState) -> RadioState {
        var state = state
        state.draw = .constant(awake)
        for level in [
            \DiscontinuousReception.micro, \DiscontinuousReception.light,
            \DiscontinuousReception.deep,
        ] {
            state.reception?[keyPath: level]?.power = .zero
            state.reception?[keyPath: level]?.transition = .zero
        }
        return state
    }

    /// From 0 to 1, under packets as ``PacketCurrents`` has them, after ten seconds in which the
    /// radio is connected.
    ///
    /// - Parameter rate: packets a second each way; 0: none after the first, for ten long cycles
    ///   from one second after it.
    public func share(rate: Int) -> Double {
        guard rate > 0 else {
            let span = cycle.seconds.magnitude * 10
            return 1 - awake(PacketCurrents.packets(1, seconds: 1e-9), from: 1, span: span)
        }
        let (from, span) = (10.0, 1000.0)
        return 1 - awake(PacketCurrents.packets(rate, seconds: from + span), from: from, span: span)
    }

    /// The share of a span that it is awake.
    private func awake(
        _ packets: [(Instant, Transfer)], from: Double, span: Double
    ) -> Double {
        func joules(_ seconds: Double) -> Double {
            let horizon = Instant.start + TimeSpan(Seconds(seconds))
            return RadioAlone(radio, packets.filter { $0.0 < horizon }, horizon: horizon)
                .table.totalEnergy.magnitude / 1000
        }
        return (joules(from + span) - joules(from)) / span
    }
}
