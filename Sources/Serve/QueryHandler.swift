import Foundation

/// Answers requests that the gate lets through.
struct QueryHandler: Sendable {
    let gate: RequestGate
    let keeper: PageKeeper
    let jobs: Int
    let turn = Turn()

    static let mostEdits = 32
    static let mostReplications = 2000
    static let longest = Duration.seconds(10)
    /// The first estimates, and pauses in which an abandoned query ends.
    static let looks = [4, 10, 30, 50, 75]
    /// Some 2 s a run.
    static let budget = modified(RunBudget.usual) {
        ($0.events, $0.memory) = (10_000_000, 256_000_000)
    }

    private struct Query: Decodable {
        let radio: String
        /// The path of each factor and its value.
        let edits: [[String]]
        /// The number of the page that asks.
        let version: Int
        let replications: Int
    }

    /// - `request`: One that the gate lets through.
    func answer(to request: Request) async -> Answer {
        do {
            if request.path == RequestGate.page {
                // A page that is there can say what is wrong with a changed file.
                let page = await keeper.latest().html
                return Answer(
                    status: 200, type: "text/html; charset=utf-8", policy: page.policy,
                    parts: Answer.one(page.bytes))
            }
            guard let query = try? JSONDecoder().decode(Query.self, from: Data(request.body))
            else {
                throw RequestRefusal(400, "the query is not one of this page", "Load it again.")
            }
            return try await answer(query, isCurve: request.path == RequestGate.queries[1])
        } catch let refusal as RequestRefusal {
            return Answer(refusal)
        } catch { return Answer(RequestRefusal(500, "\(error)", "Load the page again.")) }
    }

    private func answer(_ query: Query, isCurve: Bool) async throws -> Answer {
        guard query.edits.count <= Self.mostEdits,
            (2...Self.mostReplications).contains(query.replications)
        else {
            throw RequestRefusal(
                400,
                "a query has at most \(Self.mostEdits) edits, and 2 to "
                    + "\(Self.mostReplications) replications", "Send fewer.")
        }
        let version = try await keeper.current()
        guard query.version == version.number else {
            throw RequestRefusal(409, "the scenario's file has changed", "Load the page again.")
        }
        // Nothing of a query is opened: names and values are those of the page.
        let grid = version.page.grid
        guard let place = grid.place(radio: query.radio, query.edits) else {
            throw RequestRefusal(
                403, "the page has no such radio or value",
                "A query takes nothing else, and no files.")
        }
        let places = isCurve ? grid.surroundings(of: place) : [place]
        return Answer(
            status: 200, type: "application/x-ndjson",
            parts: lines(places, of: grid, query.replications))
    }

    private func lines(
        _ places: [ExplorerGrid.Place], of grid: ExplorerGrid, _ replications: Int
    ) -> AsyncStream<[UInt8]> {
        AsyncStream { out in
            @Sendable func say(_ value: JSONValue) {
                out.yield(Array((JSONText.compact(value) + "\n").utf8))
            }
            // At the usual priority simulations would keep other requests waiting.
            let task = Task.detached(priority: .utility) {
                defer { out.finish() }
                guard await turn.take() else { return say(["dropped": .boolean(true)]) }
                let limit = Task.detached {
                    try await Task.sleep(for: Self.longest)
                    say(["stopped": .boolean(true)])
                    out.finish()
                }
                for place in places where !Task.isCancelled {
                    let result = await Experiment(
                        grid.scenario(at: place, replications), jobs: jobs, budget: Self.budget
                    ).run(looks: Self.looks) { say(grid.json($0, at: place)) }
                    switch result.end {
                    case .exceeded(let fault):
                        say(RequestRefusal(422, fault.message, fault.advice).json)
                    case .interrupted: break
                    case .precise, .atMost: say(grid.json(result, at: place))
                    }
                }
                limit.cancel()
                await turn.give()
            }
            out.onTermination = { _ in task.cancel() }
        }
    }
}

/// Lets one query run, and the newest wait.
actor Turn {
    private var isTaken = false
    private var waiting: CheckedContinuation<Bool, Never>?
    var hasWaiting: Bool { waiting != nil }

    /// `false` if a newer query came while this one waited.
    func take() async -> Bool {
        if !isTaken {
            isTaken = true
            return true
        }
        waiting?.resume(returning: false)
        return await withCheckedContinuation { waiting = $0 }
    }

    func give() {
        if let next = waiting {
            waiting = nil
            next.resume(returning: true)
        } else {
            isTaken = false
        }
    }
}
