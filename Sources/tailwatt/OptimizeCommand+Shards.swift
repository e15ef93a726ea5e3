import Experiments
import Profiles
import Reports
import Studies

/// What is asked of a search, and of which scenario.
struct AskedOptimum {
    let loaded: LoadedScenario
    let source: EditedScenario
    let varied: VariedScenario
    let problem: OptimisationProblem

    func experiment(jobs: Int, kept: KeptSample? = nil) -> OptimisationExperiment {
        let varied = varied
        return OptimisationExperiment(problem, jobs: jobs, kept: kept) { try varied.point(at: $0) }
    }

    /// What the search begins with, cut for shards.
    func work(jobs: Int, for shards: Int) -> CutSample {
        experiment(jobs: jobs).cut(loaded.scenario, for: shards)
    }

    func files() throws(ProfileFailure) -> [InputFile] {
        try source.files(of: problem.grid.map(varied.edits), after: loaded.files)
    }
}

extension OptimizeCommand: MergedCommand {
    func run(_ shard: Shard, of asked: AskedOptimum) async throws {
        do {
            try await options.run(
                shard, of: asked.work(jobs: threads.jobs, for: shard.count), asked.loaded,
                from: try asked.files(), words: words, isQuiet: printing.quiet)
        } catch let error as VariedScenarioError { throw error.failure }
    }

    /// Searches with what shards simulated, and writes what it found.
    func merge(
        _ parts: ReplicationParts, into folder: ([InputFile]) throws -> ResultFolder?
    ) async throws {
        let asked = try asked()
        let files = try asked.files()
        try parts.requireSame(files)
        guard let folder = try folder(files) else { return }
        let kept = try parts.sample(of: asked.work(jobs: threads.jobs, for: parts.count))
        try publish(try await result(of: asked, kept: kept), of: asked, to: folder)
    }
}
