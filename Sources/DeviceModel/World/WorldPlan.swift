/// A world made ready for any number of runs: what they have in common.
final class WorldPlan: Sendable {
    let profile: WorldProfile
    let trafficLaws: TrafficLaws
    let movement: MovementPlan

    init(_ profile: WorldProfile, _ budget: RunBudget = .usual) {
        self.profile = profile
        trafficLaws = TrafficLaws(profile.otherTraffic)
        movement = MovementPlan(profile.movement, budget)
    }
}
