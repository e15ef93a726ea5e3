extension Metric {
    /// Whether doing less buys less of it: an app that does nothing is cheapest, and the battery
    /// lasts longest with it. Energy for each second of sound is no such cost: the job is in it.
    public var isCost: Bool { Self.costs.contains(self) }

    private static let costs: Set<Metric> = [
        .energy, .marginalEnergy, .radioEnergy, .marginalRadioEnergy, .drain, .marginalDrain,
        .hoursToEmpty, .timeToEmpty, .promotions, .wakeUps, .bytesUp, .bytesDown, .keepAlives,
    ]
}
