import Kernel

/// A queue whose first element is removed in constant time on average.
///
/// An array would move all others: an app that falls behind must not become ever slower.
struct Backlog<Element> {
    private var elements: [Element] = []
    private var head = 0

    init() {}

    mutating func append(_ element: Element) { elements.append(element) }

    /// - Complexity: O(1) on average at the end, O(*n*) elsewhere.
    mutating func insert(_ element: Element, at index: Int) {
        elements.insert(element, at: head + index)
    }

    /// - Complexity: O(1) on average.
    @discardableResult
    mutating func removeFirst() -> Element {
        let first = elements[head]
        head += 1
        if head == elements.count {
            removeAll()
        } else if head >= 64, 2 * head >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return first
    }

    /// - Complexity: O(1) on average for the first, O(*n*) for others.
    @discardableResult
    mutating func remove(at index: Int) -> Element {
        index == 0 ? removeFirst() : elements.remove(at: head + index)
    }

    mutating func removeAll() {
        elements.clear()
        head = 0
    }

    mutating func removeAll(where isUnwanted: (Element) -> Bool) {
        elements.removeFirst(head)
        head = 0
        elements.removeAll(where: isUnwanted)
    }
}

extension Array {
    /// Removes all elements, and keeps the memory.
    ///
    /// `removeAll(keepingCapacity:)` is for long lists: it takes a hundred instructions for one
    /// element.
    @inline(__always)
    mutating func clear() {
        if count > 8 { return removeAll(keepingCapacity: true) }
        while !isEmpty { removeLast() }
    }
}

extension Backlog: RandomAccessCollection, MutableCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { elements.count - head }

    subscript(index: Int) -> Element {
        get { elements[head + index] }
        set { elements[head + index] = newValue }
    }
}

extension Backlog: Sendable where Element: Sendable {}
extension Backlog: Equatable where Element: Equatable {}
extension Backlog: Hashable where Element: Hashable {}

/// The queues for thresholds, drained by their own law or at the state's rates.
struct QueueMeter: Sendable {
    private(set) var uplink = Queue()
    private(set) var downlink = Queue()

    struct Queue: Sendable {
        /// Fractional: a byte on its way is partly gone.
        private var left = 0.0
        private var last: Instant = .start

        /// Bytes that wait, including one on its way.
        var bytes: Int64 { Int64(left.rounded(.up)) }

        /// - Parameters:
        ///   - law: how the queue drains; `nil`: at the state's rate.
        ///   - byteTime: nanoseconds per byte; 0 for a state without a rate, and so without a
        ///     queue.
        mutating func add(_ more: Int64, at time: Instant, _ law: DrainLaw?, byteTime: Double) {
            let gap = time - last
            if let law {
                if law.drains(bytes, within: gap) { left = 0 }
            } else if byteTime * left > Double(gap.nanoseconds) {
                left -= Double(gap.nanoseconds) / byteTime
            } else {
                left = 0
            }
            left += Double(more)
            last = time
        }
    }

    mutating func add(
        uplink up: Int64, downlink down: Int64, at time: Instant, _ here: RadioMachine.State
    ) {
        if up > 0 { uplink.add(up, at: time, here.queue?.uplink, byteTime: here.uplinkByte) }
        if down > 0 {
            downlink.add(down, at: time, here.queue?.downlink, byteTime: here.downlinkByte)
        }
    }
}
