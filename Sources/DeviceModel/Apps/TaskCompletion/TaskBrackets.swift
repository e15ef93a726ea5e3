/// The tasks that an app has told the system of, and not ended yet: while there is one, it is not
/// suspended until the limit (SR-010).
struct TaskBrackets: Hashable, Sendable {
    private var open: [Int] = []
    private var nextID = 0

    var isEmpty: Bool { open.isEmpty }
    var count: Int { open.count }

    /// - Returns: by which the task is ended.
    mutating func begin() -> Int {
        defer { nextID += 1 }
        open.append(nextID)
        return nextID
    }

    /// - Returns: whether there was such a task.
    @discardableResult
    mutating func end(_ id: Int) -> Bool {
        guard let place = open.firstIndex(of: id) else { return false }
        open.remove(at: place)
        return true
    }

    /// The app has ended, and its tasks with it.
    mutating func endAll() { open.removeAll() }
}
