/// An app's uploads in order of arrival, with their progress.
///
/// The first few run in parallel, each with at most one request under way.
struct UploadQueue: Sendable {
    struct Upload: Sendable {
        let item: Item
        let came: Instant
        /// `nil` if the upload has not begun.
        var task: Int?
        /// When the processor has prepared it; `nil` before it begins.
        var preparedAt: Instant?
        /// Bytes that the server has.
        var sent: Int64 = 0
        /// Bytes under way, if any.
        var asked: Int64?
        /// Whether the next request makes a connection.
        var connects = true
    }

    /// A piece under way; pieces arrive in order.
    private struct Request: Sendable {
        var number: Int32
        var bytes: Int64
        /// Whether the upload was broken off since.
        var isVoid = false
    }

    private(set) var uploads: [Upload] = []
    private var requests = Backlog<Request>()
    /// Bytes carried in vain.
    private(set) var wasted: Int64 = 0
    /// Uploads that were broken off and start over.
    private(set) var lostCount = 0
    private var delays = DurationHistogram()

    var doneCount: Int { delays.count }

    mutating func add(_ item: Item, at time: Instant) {
        uploads.append(Upload(item: item, came: time))
    }

    mutating func begin(_ index: Int, task: Int) { uploads[index].task = task }
    mutating func prepare(_ index: Int, until time: Instant) { uploads[index].preparedAt = time }

    func isReady(_ index: Int, at time: Instant) -> Bool {
        let upload = uploads[index]
        return upload.asked == nil && (upload.preparedAt.map { $0 <= time } ?? false)
    }

    /// - Returns: The next piece's bytes, and whether it needs a connection.
    mutating func ask(_ index: Int, atMost most: Int64) -> (bytes: Int64, connects: Bool) {
        let bytes = min(most, uploads[index].item.bytes - uploads[index].sent)
        uploads[index].asked = bytes
        defer { uploads[index].connects = false }
        requests.append(Request(number: uploads[index].item.number, bytes: bytes))
        return (bytes, uploads[index].connects)
    }

    /// The oldest piece under way has arrived.
    ///
    /// - Returns: The task of an upload that is now complete.
    mutating func pieceArrived(at time: Instant) -> Int? {
        let request = requests.removeFirst()
        guard !request.isVoid,
            let index = uploads.firstIndex(where: { $0.item.number == request.number })
        else { return nil }
        uploads[index].sent += request.bytes
        uploads[index].asked = nil
        guard uploads[index].sent >= uploads[index].item.bytes else { return nil }
        let upload = uploads.remove(at: index)
        delays.add(time - upload.came)
        return upload.task
    }

    /// Breaks off all begun uploads, with what is under way.
    ///
    /// - Parameters:
    ///   - keeps: Whether later uploads resume from what the server has.
    ///   - left: Bytes under way that were not carried.
    mutating func breakOff(keeps: Bool, notCarried left: Int64, at time: Instant) {
        wasted -= left
        for index in requests.indices where !requests[index].isVoid {
            requests[index].isVoid = true
            wasted += requests[index].bytes
        }
        for index in uploads.indices where uploads[index].task != nil {
            (uploads[index].task, uploads[index].asked) = (nil, nil)
            uploads[index].connects = true
            if let ready = uploads[index].preparedAt, ready > time {
                uploads[index].preparedAt = nil
            }
            if keeps { continue }
            lostCount += 1
            wasted += uploads[index].sent
            (uploads[index].sent, uploads[index].preparedAt) = (0, nil)
        }
    }

    func report(into metrics: inout MetricValues) {
        metrics[.tasksDone] = Double(doneCount)
        metrics[.tasksLost] = Double(lostCount)
        metrics[.bytesWasted] = Double(wasted)
        metrics[.itemDelay] = delays.meanSeconds
        var delays = delays
        delays.unended = uploads.count
        metrics.durations[.itemDelay] = delays
    }
}
