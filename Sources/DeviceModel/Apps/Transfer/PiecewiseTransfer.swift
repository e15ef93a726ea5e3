import Kernel

/// A request with much data, carried piece by piece so that it can be broken off between two of
/// them.
///
/// The processor is held until everything is carried or the transfer is broken off. A piece that is
/// on the air when that happens is cut off, and counts for nothing.
struct PiecewiseTransfer: Sendable {
    private var piece: Int64
    /// With which the app is told of each piece's end.
    private let ticket: Ticket
    private var cause = Cause.noActivity
    private var uplinkLeft: Int64 = 0
    private var downlinkLeft: Int64 = 0
    private(set) var isUnderWay = false
    /// It is under way, and goes on when it is resumed.
    private(set) var isPaused = false
    private var roundTrips = 0
    /// Bytes of the present transfer that have been asked for.
    private var carried: Int64 = 0
    /// Of the piece that is on the air, or was last.
    private var last = (uplink: Int64(0), downlink: Int64(0))
    /// Pieces that were cut off, whose ends have not come yet.
    private var staleCount = 0
    /// Of transfers that were broken off, and of pieces that failed.
    private(set) var wasted: Int64 = 0

    /// - Parameters:
    ///   - piece: how much is asked for at once; greater than zero.
    ///   - step: the policy's, for the end of a piece.
    init(piece: Bytes, step: some AppStep) {
        (self.piece, ticket) = (max(1, piece.count), Ticket(step))
    }

    /// Begins a transfer; none is under way.
    ///
    /// - Parameters:
    ///   - request: comes first, with its round trips.
    ///   - uplink: what is sent beside it, in bytes.
    ///   - downlink: what is received beside it, in bytes.
    ///   - piece: how much is asked for at once; `nil`: what is usual.
    ///   - cause: whom it is booked to.
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
    /// - Parameter goesOn: whether it does; otherwise the transfer is paused.
    /// - Returns: whether that was the last one.
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

    /// The network is gone, and the piece on the air with it: it is carried again when the transfer
    /// is resumed.
    mutating func fail(on phone: inout Phone) {
        guard isUnderWay, !isPaused else { return }
        let asked = last.uplink + last.downlink
        (isPaused, staleCount) = (true, staleCount + 1)
        wasted += asked - phone.cutOffTransfers(ticket)
        carried -= asked
        (uplinkLeft, downlinkLeft) = (uplinkLeft + last.uplink, downlinkLeft + last.downlink)
        phone.releaseProcessor()
    }

    /// Goes on with a paused transfer: with its round trips, and from where it was.
    mutating func resume(on phone: inout Phone) {
        guard isPaused else { return }
        isPaused = false
        phone.holdProcessor(cause: cause)
        next(roundTrips: roundTrips, on: &phone)
    }

    /// Breaks the transfer off, if one is under way.
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
