import Kernel

/// Where the phone goes in one replication and which cells serve it there: the same for every
/// policy, and so drawn once for the runs of all of them.
public struct Surroundings: Sendable {
    /// Of everything else that the replication draws.
    let source: RandomSource
    let itinerary: Itinerary
    /// At the start of the run; `nil` where the world has no cells.
    let cells: CellTracker?

    /// What the replication draws.
    init(
        _ movement: MovementPlan, cells layout: CellLayout?, from source: RandomSource,
        until horizon: Instant
    ) {
        self.source = source
        let way = movement.itinerary(from: source, until: horizon)
        itinerary = way
        cells = layout.map { CellTracker($0, along: way, from: source) }
    }

    private init(_ surroundings: Surroundings, cells: CellTracker?) {
        source = surroundings.source
        itinerary = surroundings.itinerary
        self.cells = cells
    }

    /// The same, with the cells looked for beforehand, so that several runs need not do it again.
    func listed(until horizon: Instant) -> Surroundings {
        Surroundings(self, cells: cells?.listed(until: horizon))
    }
}
