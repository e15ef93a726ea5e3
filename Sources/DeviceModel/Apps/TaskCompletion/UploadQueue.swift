import Kernel

/// What an app has to upload, in the order in which it came, and how far it is with each.
///
/// The first few are uploaded side by side; each has one request on its way at most.
struct UploadQueue: Sendable {
    /// One item.
    struct Upload: Sendable {
        let item: Item
        let came: Instant
        /// The task under which it is uploaded; `nil`: it has not begun.
        var task: Int?
        /// When the processor has prepared it; `nil`: it has not begun to.
        var preparedAt: Instant?
        /// Bytes that the server has.
        var sent: Int64 = 0
        /// Bytes on their way; `nil`: none.
        var asked: Int64?
        /// Whether the next request makes a connection.
        var connects = true
    }

    /// A piece of an item on its way; they arrive in order.
    private struct Request: Sendable {
        var number: Int32
        var bytes: Int64
        /// Whether the upload was broken off since.
        var isVoid = false
    }

    private(set) var uploads: [Upload] = []
    private var requests = Backlog<Request>()
    /// Carried, and of no use.
    private(set) var wasted: Int64 = 0
    /// Uploads that were broken off and begin anew.
    private(set) var lostCount = 0
    private var delays = DurationHistogram()

    var isEmpty: Bool { uploads.isEmpty }
    var doneCount: Int { delays.count }
    var hasBegun: Bool { uploads.contains { $0.task != nil } }

    mutating func add(_ item: Item, at time: Instant) {
        uploads.append(Upload(item: item, came: time))
    }

    /// The upload goes on under a task.
    mutating func begin(_ index: Int, task: Int) { uploads[index].task = task }

    mutating func prepare(_ index: Int, until time: Instant) { uploads[index].preparedAt = time }

    /// Whether the next piece can be sent at `time`.
    func isReady(_ index: Int, at time: Instant) -> Bool {
        let upload = uploads[index]
        return upload.asked == nil && (upload.preparedAt.map { $0 <= time } ?? false)
    }

    /// Takes the next piece of an upload.
    ///
    /// - Returns: its bytes, and whether a connection must be made.
    mutating func ask(_ index: Int, atMost most: Int64) -> (bytes: Int64, connects: Bool) {
        let bytes = min(most, uploads[index].item.bytes - uploads[index].sent)
        uploads[index].asked = bytes
        defer { uploads[index].connects = false }
        requests.append(Request(number: uploads[index].item.number, bytes: bytes))
        return (bytes, uploads[index].connects)
    }

    /// The oldest piece on its way has arrived.
    ///
    /// - Returns: the task of an upload that is complete now.
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

    /// Breaks off everything that has begun. What is on its way is of no use.
    ///
    /// - Parameters:
    ///   - keeps: whether what the server has is gone on from; otherwise it is sent again.
    ///   - left: how many bytes of what is on its way have not been carried.
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
