/// A queue whose first element is removed in constant time on average.
///
/// An array would move all others: an app that falls behind must not become ever slower.
struct Backlog<Element>: RandomAccessCollection, MutableCollection {
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

    var startIndex: Int { 0 }
    var endIndex: Int { elements.count - head }

    subscript(index: Int) -> Element {
        get { elements[head + index] }
        set { elements[head + index] = newValue }
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

extension Backlog: Sendable where Element: Sendable {}
extension Backlog: Equatable where Element: Equatable {}
extension Backlog: Hashable where Element: Hashable {}
