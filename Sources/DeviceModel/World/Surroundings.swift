import EventKernel

/// Where the phone goes in one replication and which cells serve it there: the same for every
/// policy, and so drawn once for the runs of all of them.
public struct Surroundings: Sendable {
    /// From 0, as runs count.
    let replication: Int
    let itinerary: Itinerary
    /// At the start of the run; `nil` where the world has no cells.
    let cells: CellTracker?

    /// What the replication draws.
    init(_ plan: WorldPlan, seed: UInt64, replication: Int, until horizon: Instant) {
        self.replication = replication
        let way = plan.movement.itinerary(
            seed: seed, replication: UInt64(replication), until: horizon)
        itinerary = way
        cells = plan.profile.cells.map {
            CellTracker($0, along: way, seed: seed, replication: UInt64(replication))
        }
    }

    private init(_ surroundings: Surroundings, cells: CellTracker?) {
        replication = surroundings.replication
        itinerary = surroundings.itinerary
        self.cells = cells
    }

    /// The same, with the cells looked for beforehand, so that several runs need not do it again.
    func listed(until horizon: Instant) -> Surroundings {
        Surroundings(self, cells: cells?.listed(until: horizon))
    }
}

extension RunPlan {
    /// What the runs of all policies in one replication have in common, to be handed to each.
    ///
    /// - Parameter replication: from 0, as for the runs.
    public func surroundings(replication: Int) -> Surroundings {
        drawn(replication).listed(until: Instant.start + scenario.horizon)
    }

    /// The same for a single run, in which cells are looked for as the run goes on.
    func drawn(_ replication: Int) -> Surroundings {
        Surroundings(
            world, seed: scenario.seed, replication: replication,
            until: Instant.start + scenario.horizon)
    }
}
