/// Pending events in the order of their keys: a 4-ary heap in one contiguous array.
///
/// Four children to a node halve the depth of a binary heap, and a node's children share a cache
/// line or two. One run has a handful of pending events; the heap stays right for many more.
@frozen
public struct EventQueue<Event: Sendable>: Sendable {
    @usableFromInline
    struct Entry: Sendable {
        @usableFromInline var key: EventKey
        @usableFromInline var event: Event

        @inlinable
        init(key: EventKey, event: Event) {
            self.key = key
            self.event = event
        }
    }

    @usableFromInline var heap: ContiguousArray<Entry> = []

    @inlinable
    public init() {}

    @inlinable
    public var isEmpty: Bool { heap.isEmpty }

    @inlinable
    public var count: Int { heap.count }

    /// The key of the event that happens next.
    @inlinable
    public var first: EventKey? { heap.first?.key }

    /// Adds an event. Its key must not be pending already.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    public mutating func push(_ event: Event, at key: EventKey) {
        heap.append(Entry(key: key, event: event))
        siftUp(from: heap.count - 1)
    }

    /// Removes and returns the event that happens next, or `nil` when none is pending.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    public mutating func pop() -> (key: EventKey, event: Event)? {
        guard let last = heap.popLast() else { return nil }
        guard let top = heap.first else { return (last.key, last.event) }
        heap[0] = last
        siftDown(from: 0)
        return (top.key, top.event)
    }

    /// Takes a pending event out before it happens.
    ///
    /// - Returns: whether it was pending.
    /// - Complexity: O(*n*): the queue of one device is a handful of events, and a search through
    ///   them is cheaper than an index that every push and pop would have to keep.
    @inlinable
    @discardableResult
    public mutating func cancel(_ key: EventKey) -> Bool {
        guard let index = heap.firstIndex(where: { $0.key == key }) else { return false }
        let last = heap.removeLast()
        guard index < heap.count else { return true }
        heap[index] = last
        siftDown(from: index)
        siftUp(from: index)
        return true
    }

    @inlinable
    mutating func siftUp(from start: Int) {
        var index = start
        let entry = heap[index]
        while index > 0 {
            let parent = (index - 1) / 4
            if heap[parent].key < entry.key { break }
            heap[index] = heap[parent]
            index = parent
        }
        heap[index] = entry
    }

    @inlinable
    mutating func siftDown(from start: Int) {
        var index = start
        let entry = heap[index]
        let count = heap.count
        while true {
            let firstChild = 4 * index + 1
            guard firstChild < count else { break }
            var least = firstChild
            for child in firstChild..<min(firstChild + 4, count)
            where heap[child].key < heap[least].key { least = child }
            if entry.key < heap[least].key { break }
            heap[index] = heap[least]
            index = least
        }
        heap[index] = entry
    }

    /// Whether every entry comes after its parent. For tests.
    public var isOrdered: Bool {
        heap.indices.dropFirst().allSatisfy { heap[($0 - 1) / 4].key < heap[$0].key }
    }
}
