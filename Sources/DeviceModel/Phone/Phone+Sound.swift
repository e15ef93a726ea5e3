import Kernel

/// Sound and alerts: what a policy may ask for.
extension Phone {
    /// The app whose code runs claims the sound, or leaves it; the other apps are told. A lone app
    /// has it for itself.
    mutating func claimSound(_ claim: SoundClaim) {
        if app != .only { sound.claims.append((claim, app.place)) }
    }

    /// The app whose code runs plays from now on, until ``silence()``; beside others, who are
    /// ducked (SR-023).
    mutating func play(cause: Cause) {
        sound.play(app.place, cause: app.cause(cause))
        changeSound()
    }

    /// The app whose code runs ends what it began to play last.
    mutating func silence() {
        sound.silence(app.place)
        changeSound()
    }

    /// The app whose code runs records from now on, until ``stopRecording()``.
    mutating func record(cause: Cause) {
        sound.record(app.place, cause: app.cause(cause))
        changeSound()
    }

    /// The app whose code runs records no longer.
    mutating func stopRecording() {
        sound.stopRecording(app.place)
        changeSound()
    }

    /// A player of the world's, beside the apps, plays or falls silent.
    mutating func otherPlayer(plays: Bool) {
        if plays {
            sound.play(Sound.otherPlayer, cause: .otherApps)
        } else {
            sound.silence(Sound.otherPlayer)
        }
        changeSound()
    }

    /// Brings the sound's power to what plays and records; a phone that is off is silent.
    mutating func changeSound() {
        guard !isOff else { return }
        let isAfar = sound.remoteRate != nil && isOnWiFi
        let use = sound.use(lines, isAfar: isAfar)
        ledger.change(to: use.line, cause: use.cause, at: now)
        guard isAfar, sound.playing != nil, !sound.isSending else { return }
        planSending()
    }

    // MARK: A receiver over Wi-Fi

    /// What plays goes to a receiver from now on, while the phone is on Wi-Fi.
    ///
    /// - Parameter rate: of the stream; `nil`: it is heard from the phone again.
    mutating func playAfar(_ rate: BitsPerSecond?) {
        sound.remoteRate = rate
        changeSound()
    }

    /// The phone has come to Wi-Fi, or has left it, and a receiver with it.
    mutating func followReceiver() {
        if sound.remoteRate != nil { changeSound() }
    }

    /// Real packets are 8 ms of sound each (352 samples of 44 100 a second); a tenth of a second
    /// at a time holds a radio that waits for longer than that before it sleeps just the same.
    private static let pieceOfSound = TimeSpan(Seconds(0.1))

    private mutating func planSending() {
        sound.isSending = true
        calendar.schedule(
            .rare(.airPlay(.sends)), at: now + Self.pieceOfSound, priority: .timer)
    }

    /// Sends what has been played since the last piece, and plans the next.
    mutating func sendSound() {
        sound.isSending = false
        guard !isOff, isOnWiFi, let rate = sound.remoteRate, let cause = sound.playing else {
            return
        }
        let bytes = (rate * Self.pieceOfSound.seconds).magnitude.rounded()
        carry(
            Transfer(
                roundTrips: 0, uplink: Bytes(bytes).count, downlink: 0, cause: cause,
                holdsProcessor: false))
        planSending()
    }

    // MARK: Alerts

    /// Lights the display and keeps the processor awake for the time of an alert.
    mutating func alert(cause: Cause) {
        _ = wake(for: device.display.alertTime, by: .none, cause: cause)
        litUntil = now + device.display.alertTime
        litCause = app.cause(cause)
        if deferrals != nil { noteAlert() }
        changeDisplay()
        calendar.schedule(.alertEnds, at: litUntil, priority: .completion)
    }

    mutating func alertEnds() {
        if now >= litUntil { changeDisplay() }
    }

    /// An alert with what else calls its user.
    ///
    /// - Parameters:
    ///   - cause: whom it is booked to.
    ///   - sounds: whether its sound is played, unless something else plays or records.
    ///   - vibrates: whether the phone shakes.
    mutating func alert(cause: Cause, sounds: Bool, vibrates: Bool) {
        alert(cause: cause)
        guard let alert = device.alert else { return }
        if vibrates { ledger.charge(lines.audio.alert, cause: app.cause(cause)) }
        guard sounds, alert.soundTime > .zero else { return }
        soundsUntil = now + alert.soundTime
        sound.alert(app.cause(cause))
        changeSound()
        calendar.schedule(.alertSoundEnds, at: soundsUntil, priority: .completion)
    }

    mutating func alertSoundEnds() {
        guard now >= soundsUntil else { return }
        sound.alert(nil)
        changeSound()
    }
}
