/// Events that pause, wake and end a player.
extension StreamingPolicy {
    private static let cause = Activity.fill.cause()

    mutating func listen(on phone: inout Phone, in world: inout World) {
        if options.life.foregroundFor > .zero {
            _ = phone.plan(Step.leavesFront, at: phone.now + options.life.foregroundFor)
        } else if options.life.background == .suspended {
            return pause(on: &phone)
        }
        carryOn(on: &phone, in: &world)
    }

    @inline(__always)
    mutating func planned(_ step: Step, on phone: inout Phone, in world: inout World) {
        switch step {
        case .milestone: carryOn(on: &phone, in: &world)
        case .listenerLeaves: if status != .ended { end(on: &phone) }
        case .listenerBegins:
            guard status == .notYet else { return }
            _ = life.receive(.user(.opens), on: &phone)
            if options.life.foregroundFor <= .zero { _ = life.receive(.user(.leaves), on: &phone) }
            change(to: isCalling ? .interrupted : .startingUp, on: &phone)
            listen(on: &phone, in: &world)
        case .leavesFront: live(.user(.leaves), on: &phone, in: &world)
        case .woken: goOn(on: &phone, in: &world)
        case .remoteTimeEnds:
            remoteTimeEnds = nil
            if status == .startingUp { pause(on: &phone) }
            if status == .paused && !life.isInFront { life.suspend(on: &phone) }
        case .taskEnds: mayPrepare = false
        }
    }

    mutating func live(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        if case .user(.sound(let action)) = notice { return hear(action, on: &phone, in: &world) }
        switch life.receive(notice, on: &phone) {
        case .opened: goOn(on: &phone, in: &world)
        case .left: leaveFront(on: &phone)
        case .ended: stop(on: &phone)
        case nil: break
        }
    }

    private mutating func hear(
        _ action: SoundAction, on phone: inout Phone, in world: inout World
    ) {
        switch action {
        case .pauses, .removesHeadset: pause(on: &phone)
        case .continues: wake(on: &phone, in: &world)
        // The remote control belongs to the app that plays now (SR-018).
        case .presses(let button): if !isOtherPlaying { press(button, on: &phone, in: &world) }
        case .startsOtherPlayer:
            isOtherPlaying = true
            pause(on: &phone)
        case .endsOtherPlayer:
            isOtherPlaying = false
            guard options.life.resumes, phone.system.player.resumesAfterOtherPlayer else { return }
            wake(on: &phone, in: &world)
        case .beginsRecording, .endsRecording: break
        }
    }

    private mutating func press(
        _ button: RemoteButton, on phone: inout Phone, in world: inout World
    ) {
        switch button {
        case .playOrPause:
            if status == .paused { wake(on: &phone, in: &world) } else { pause(on: &phone) }
        case .next, .previous:
            switch status {
            case .startingUp, .rebuffering, .playing:
                playUpToNow(on: &phone)
                move(button, on: &phone)
                carryOn(on: &phone, in: &world)
            // It stays silent, but needs time for the press.
            case .paused: if wakes(on: &phone) { move(button, on: &phone) }
            case .notYet, .interrupted, .ended: break
            }
        }
    }

    private mutating func move(_ button: RemoteButton, on phone: inout Phone) {
        guard !buffer.isEmpty else { return }
        if button == .previous { return buffer.rewind() }
        let fetching = buffer.cursor.number
        buffer.leaveTrack()
        if buffer.cursor.number != fetching { plan.abandonChunk() }
        if status != .paused, !buffer.canPlay(with: options.enough) {
            change(to: .startingUp, on: &phone)
        }
    }

    /// In the background silence suspends the app (SR-014), which then fetches nothing.
    mutating func pause(on phone: inout Phone) {
        switch status {
        case .notYet, .paused, .ended: return
        case .startingUp, .rebuffering, .playing, .interrupted: break
        }
        halt(on: &phone)
        life.suspend(on: &phone)
    }

    private mutating func halt(on phone: inout Phone) {
        phone.cancel(&milestone)
        phone.cancel(&remoteTimeEnds)
        playUpToNow(on: &phone)
        if status != .ended { change(to: .paused, on: &phone) }
    }

    private mutating func leaveFront(on phone: inout Phone) {
        if drawsInBackground(on: phone) { return fail(on: &phone) }
        if options.life.background == .suspended || status == .paused || status == .ended {
            pause(on: &phone)
            life.suspend(on: &phone)
        }
    }

    /// Whether the app draws in the background, for which the system ends it (SR-006).
    func drawsInBackground(on phone: borrowing Phone) -> Bool {
        options.life.levelMeters == .running && phone.system.player.drawingEndsApp
            && status == .playing && !life.isInFront
    }

    /// The system ends the app.
    mutating func fail(on phone: inout Phone) {
        life.end(.crashed, on: &phone)
        stop(on: &phone)
    }

    private mutating func stop(on phone: inout Phone) {
        let isAwaited = status == .notYet
        halt(on: &phone)
        if isAwaited { (status, mayPrepare) = (.notYet, false) }
        forget(notCarried: phone.cutOffTransfers())
    }

    /// The remote control makes the last player play again (SR-018).
    private mutating func wake(on phone: inout Phone, in world: inout World) {
        guard status == .paused else { return }
        if life.isInFront { return goOn(on: &phone, in: &world) }
        guard let start = wakeForPress(on: &phone) else { return }
        _ = phone.plan(Step.woken, at: start)
    }

    /// The system wakes the app for a limited time after a press.
    ///
    /// - Returns: `nil` if the app is not woken.
    private mutating func wakeForPress(on phone: inout Phone) -> Instant? {
        guard options.life.background == .audio, let limit = phone.system.player.remoteControlTime,
            let start = life.wake(for: .remoteControl, span: .zero, cause: Self.cause, on: &phone)
        else { return nil }
        phone.cancel(remoteTimeEnds)
        remoteTimeEnds = phone.plan(Step.remoteTimeEnds, at: start + limit)
        return start
    }

    private mutating func wakes(on phone: inout Phone) -> Bool {
        life.isInFront || wakeForPress(on: &phone) != nil
    }

    private mutating func goOn(on phone: inout Phone, in world: inout World) {
        guard status == .paused, life.runs else { return }
        playAgain(on: &phone, in: &world)
    }

    private mutating func playAgain(on phone: inout Phone, in world: inout World) {
        change(to: isCalling ? .interrupted : .startingUp, on: &phone)
        carryOn(on: &phone, in: &world)
    }
}
