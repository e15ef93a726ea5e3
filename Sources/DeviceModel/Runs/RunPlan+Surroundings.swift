import Kernel

extension RunPlan {
    /// What the runs of all policies in one replication have in common, to be handed to each.
    ///
    /// - Parameter replication: from 0, as for the runs.
    public func surroundings(replication: Int) -> Surroundings {
        drawn(replication).listed(until: Instant.start + conditions.horizon)
    }

    /// The same for a single run, in which cells are looked for as the run goes on.
    func drawn(_ replication: Int) -> Surroundings {
        Surroundings(
            world.movement, cells: world.profile.cells,
            from: conditions.randomSource(of: replication),
            until: Instant.start + conditions.horizon)
    }
}
