/// A large request, carried in pieces so that it can be broken off between two of them.
///
/// The processor is held until all is carried or the transfer is broken off; a piece then on the
/// air counts for nothing.
struct PiecewiseTransfer: Sendable {
    private var piece: Int64
    /// The ticket for the end of each piece.
    private let ticket: Ticket
    private var cause = Cause.noActivity
    private var uplinkLeft: Int64 = 0
    private var downlinkLeft: Int64 = 0
    private(set) var isUnderWay = false
    /// Under way, but waiting for ``resume(on:)``.
    private(set) var isPaused = false
    private var roundTrips = 0
    /// Bytes of the current transfer requested so far.
    private var carried: Int64 = 0
    private var last = (uplink: Int64(0), downlink: Int64(0))
    /// Cut-off pieces whose ends are still to be reported.
    private var staleCount = 0
    /// Bytes of broken-off transfers and failed pieces.
    private(set) var wasted: Int64 = 0

    /// - Parameters:
    ///   - piece: Bytes requested at once; greater than zero.
    ///   - step: The policy's step for the end of a piece.
    init(piece: Bytes, step: some AppStep) {
        (self.piece, ticket) = (max(1, piece.count), Ticket(step))
    }

    /// Begins a transfer; none may be under way.
    ///
    /// - Parameters:
    ///   - request: Comes first, with its round trips.
    ///   - uplink: Bytes sent in addition.
    ///   - downlink: Bytes received in addition.
    ///   - piece: Bytes requested at once; `nil`: the usual piece.
    mutating func begin(
        _ request: TransferShape, uplink: Int64 = 0, downlink: Int64 = 0, piece: Int64? = nil,
        cause: Cause, on phone: inout Phone
    ) {
        precondition(!isUnderWay, "one transfer at a time")
        (isUnderWay, carried, self.cause) = (true, 0, cause)
        if let piece { self.piece = piece }
        roundTrips = request.roundTrips
        uplinkLeft = uplink + request.uplink.count
        downlinkLeft = downlink + request.downlink.count
        phone.holdProcessor(cause: cause)
        next(roundTrips: roundTrips, on: &phone)
    }

    private mutating func next(roundTrips: Int, on phone: inout Phone) {
        let uplink = min(piece, uplinkLeft)
        let downlink = min(piece, downlinkLeft)
        (uplinkLeft, downlinkLeft) = (uplinkLeft - uplink, downlinkLeft - downlink)
        carried += uplink + downlink
        last = (uplink, downlink)
        phone.transfer(
            Transfer(
                roundTrips: roundTrips, uplink: uplink, downlink: downlink, cause: cause,
                ticket: ticket))
    }

    /// A piece has ended, and the next one begins.
    ///
    /// - Parameter goesOn: `false` pauses the transfer instead.
    /// - Returns: Whether that was the last piece.
    mutating func pieceEnded(on phone: inout Phone, goesOn: Bool = true) -> Bool {
        guard staleCount == 0 else {
            staleCount -= 1
            return false
        }
        if uplinkLeft > 0 || downlinkLeft > 0 {
            if goesOn {
                next(roundTrips: 0, on: &phone)
            } else {
                isPaused = true
                phone.releaseProcessor()
            }
            return false
        }
        isUnderWay = false
        phone.releaseProcessor()
        return true
    }

    /// The network is gone: the piece on the air is carried again after ``resume(on:)``.
    mutating func fail(on phone: inout Phone) {
        guard isUnderWay, !isPaused else { return }
        let asked = last.uplink + last.downlink
        (isPaused, staleCount) = (true, staleCount + 1)
        wasted += asked - phone.cutOffTransfers(ticket)
        carried -= asked
        (uplinkLeft, downlinkLeft) = (uplinkLeft + last.uplink, downlinkLeft + last.downlink)
        phone.releaseProcessor()
    }

    /// Resumes a paused transfer where it was, with its round trips.
    mutating func resume(on phone: inout Phone) {
        guard isPaused else { return }
        isPaused = false
        phone.holdProcessor(cause: cause)
        next(roundTrips: roundTrips, on: &phone)
    }

    mutating func breakOff(on phone: inout Phone) {
        guard isUnderWay else { return }
        isUnderWay = false
        wasted += carried
        if isPaused {
            isPaused = false
        } else {
            staleCount += 1
            phone.releaseProcessor()
            wasted -= phone.cutOffTransfers(ticket)
        }
    }
}
