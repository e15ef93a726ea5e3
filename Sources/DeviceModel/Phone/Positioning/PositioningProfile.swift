import Kernel

/// The satellite receiver.
public struct GNSSProfile: Hashable, Sendable {
    public var acquiring: Milliwatts
    public var tracking: Milliwatts
    /// What it draws for a while after its last use; `nil`: it is off at once.
    public var lingering: Lingering?
    /// Time to first fix by what the receiver knows beforehand.
    public var starts: StartTimes
    /// For so long after an ephemeris was received a start is hot.
    public var ephemerisAge = TimeSpan.zero
    /// Ephemerides by radio; `nil`: the receiver has to wait for the satellites' own.
    public var assistance: Assistance?
    /// Median distance between a fix and the truth under open sky.
    public var error: Meters
    /// Whether the receiver keeps fixes while the processor sleeps (iPhone 5 and later).
    public var buffersFixes = false

    /// A power that is drawn for a time.
    public struct Lingering: Hashable, Sendable {
        public var power: Milliwatts
        public var time: TimeSpan
    }

    /// From the moment that satellites are received until the first fix.
    public struct StartTimes: Hashable, Sendable {
        /// Nothing is known: the first fix of a run.
        public var cold: Distribution<Seconds>
        /// Time, place and almanac are known, but the ephemerides have to be waited for.
        public var warm: Distribution<Seconds>
        /// Ephemerides are known too.
        public var hot: Distribution<Seconds>

        /// - Parameters:
        ///   - cold: nothing is known.
        ///   - warm: `nil`: as a cold start.
        ///   - hot: `nil`: as a warm start.
        public init(
            cold: Distribution<Seconds>, warm: Distribution<Seconds>? = nil,
            hot: Distribution<Seconds>? = nil
        ) {
            self.cold = cold
            self.warm = warm ?? cold
            self.hot = hot ?? self.warm
        }
    }

    /// A-GPS: a download that saves waiting for the satellites' ephemerides.
    public struct Assistance: Hashable, Sendable {
        public var download: TransferShape
        /// Time to first fix, from the end of the download.
        public var start: Distribution<Seconds>
    }
}

/// Positions from the Wi-Fi access points around.
public struct WiFiScanProfile: Hashable, Sendable {
    /// Above the floor, or above the radio's own power where that is Wi-Fi.
    public var power: Milliwatts
    /// Of one scan of all channels.
    public var time: TimeSpan
    /// What is asked of a server that knows the access points.
    public var lookup: TransferShape
    /// The side of the squares that it answers for. The phone keeps the answer; zero: it asks after
    /// each scan.
    public var district = Meters.zero
    /// Median distance between such a position and the truth.
    public var error: Meters
}
