/// An app's open tasks: while there is one, it is not suspended before the limit (SR-010).
struct TaskBrackets: Hashable, Sendable {
    private var open: [Int] = []
    private var nextID = 0

    var isEmpty: Bool { open.isEmpty }
    var count: Int { open.count }

    /// - Returns: The number to end the task by.
    mutating func begin() -> Int {
        defer { nextID += 1 }
        open.append(nextID)
        return nextID
    }

    /// - Returns: Whether there was such a task.
    @discardableResult
    mutating func end(_ id: Int) -> Bool {
        guard let place = open.firstIndex(of: id) else { return false }
        open.remove(at: place)
        return true
    }

    mutating func endAll() { open.removeAll() }
}
