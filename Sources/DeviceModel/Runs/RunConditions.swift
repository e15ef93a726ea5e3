import Kernel

/// What is the same in all runs that are compared: which phone, in which world, for how long, and
/// where random numbers come from.
public struct RunConditions: Hashable, Sendable {
    public let device: DeviceProfile
    public let radio: RadioProfile
    /// A Wi-Fi radio beside a cellular one; `nil`: the phone has one radio.
    public let wifiRadio: RadioProfile?
    public let system: SystemRules
    /// How long one run is; longer than zero.
    public let horizon: TimeSpan
    public let world: WorldProfile
    public let seed: UInt64
    /// Whether replications come in antithetic pairs (see `RandomSource`).
    public let isAntithetic: Bool

    /// - Parameters:
    ///   - device: the phone but for its radios.
    ///   - radio: of the phone.
    ///   - wifiRadio: beside the other; `nil`: there is none.
    ///   - system: the rules that its apps live by.
    ///   - horizon: how long one run is; longer than zero.
    ///   - world: what happens around the phone.
    ///   - seed: of the random numbers.
    ///   - isAntithetic: whether replications come in antithetic pairs.
    public init(
        device: DeviceProfile, radio: RadioProfile, wifiRadio: RadioProfile? = nil,
        system: SystemRules, horizon: TimeSpan, world: WorldProfile, seed: UInt64,
        isAntithetic: Bool = false
    ) {
        self.device = device
        self.radio = radio
        self.wifiRadio = wifiRadio
        self.system = system.on(device)
        self.horizon = horizon
        self.world = world
        self.seed = seed
        self.isAntithetic = isAntithetic
    }

    /// Where a replication's random numbers come from.
    ///
    /// - Parameter replication: from 0.
    public func randomSource(of replication: Int) -> RandomSource {
        let number = UInt64(replication)
        return isAntithetic
            ? RandomSource(seed: seed, paired: number)
            : RandomSource(seed: seed, replication: number)
    }
}
