extension Phone {
    /// The app whose code runs claims the sound, or leaves it; other apps are told. A lone app
    /// needs no claim.
    mutating func claimSound(_ claim: SoundClaim) {
        if app != .only { sound.claims.append((claim, app.place)) }
    }

    /// The app whose code runs plays until ``silence()``. Others may play too; they are ducked
    /// (SR-023).
    mutating func play(cause: Cause) {
        sound.play(app.place, cause: app.cause(cause))
        changeSound()
    }

    /// Ends what the app whose code runs began to play last.
    mutating func silence() {
        sound.silence(app.place)
        changeSound()
    }

    mutating func record(cause: Cause) {
        sound.record(app.place, cause: app.cause(cause))
        changeSound()
    }

    mutating func stopRecording() {
        sound.stopRecording(app.place)
        changeSound()
    }

    mutating func otherPlayer(plays: Bool) {
        if plays {
            sound.play(Sound.otherPlayer, cause: .otherApps)
        } else {
            sound.silence(Sound.otherPlayer)
        }
        changeSound()
    }

    mutating func changeSound() {
        guard !isOff else { return }
        let isAfar = sound.remoteRate != nil && isOnWiFi
        let use = sound.use(lines, isAfar: isAfar)
        ledger.change(to: use.line, cause: use.cause, at: now)
        followUptime()
        guard isAfar, sound.playing != nil, !sound.isSending else { return }
        planSending()
    }

    /// Sends what plays to a receiver while the phone is on Wi-Fi.
    ///
    /// - Parameter rate: of the stream; `nil`: the phone plays again.
    mutating func playAfar(_ rate: BitsPerSecond?) {
        sound.remoteRate = rate
        changeSound()
    }

    mutating func followReceiver() { if sound.remoteRate != nil { changeSound() } }

    /// Real packets hold 8 ms of sound (352 samples at 44,100 Hz). Pieces of 0.1 s act alike on a
    /// radio that waits longer before it sleeps.
    private static let pieceOfSound = TimeSpan(Seconds(0.1))

    private mutating func planSending() {
        sound.isSending = true
        calendar.schedule(.rare(.airPlay(.sends)), at: now + Self.pieceOfSound, priority: .timer)
    }

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

    /// A notification or a call: its light, sound and vibration.
    ///
    /// A notification does not light a display in use, or one that faces the table. A call
    /// wakes it, except in Do Not Disturb.
    ///
    /// - Parameter sounds: plays the alert's sound, unless something else plays or records.
    mutating func alert(
        cause: Cause, sounds: Bool = false, vibrates: Bool = false, isCall: Bool = false
    ) {
        deferrals?[app.place].isCalling = true
        if layout.habits.silences(now) { return }
        if isCall {
            light(.wakes, cause: cause)
        } else if front == nil, !layout.habits.liesFaceDown {
            light(device.display.alertLight ?? system.alerts?.light ?? .wakes, cause: cause)
        }
        guard let alert = device.alert else { return }
        if vibrates { ledger.charge(lines.audio.alert, cause: app.cause(cause)) }
        guard sounds, alert.soundTime > .zero else { return }
        soundsUntil = now + alert.soundTime
        sound.alert(app.cause(cause))
        changeSound()
        calendar.schedule(.alertSoundEnds, at: soundsUntil, priority: .completion)
    }

    mutating func ringAlarmClock() { light(.wakes, cause: .noActivity) }

    mutating func planAlarmClock() {
        guard let time = layout.habits.nextAlarm(after: now) else { return }
        calendar.schedule(.rare(.alarmClock), at: time, priority: .arrival)
    }

    /// Lights the display, and keeps the processor awake for as long.
    private mutating func light(_ light: AlertRules.Light, cause: Cause) {
        let isLit = light == .wakes
        guard isLit || light == .pulse && lines.display.pulse != nil else { return }
        let pulse = system.alerts?.pulseTime ?? device.display.alertTime
        let span = isLit ? device.display.alertTime : pulse
        _ = wake(for: span, by: .none, cause: cause)
        let end = now + span
        if isLit {
            (litUntil, litCause) = (end, app.cause(cause))
        } else {
            (pulsesUntil, pulseCause) = (end, app.cause(cause))
        }
        if isLit { noteLight() }
        changeDisplay()
        calendar.schedule(.alertEnds, at: end, priority: .completion)
    }

    mutating func alertEnds() { if now == litUntil || now == pulsesUntil { changeDisplay() } }

    mutating func alertSoundEnds() {
        guard now >= soundsUntil else { return }
        sound.alert(nil)
        changeSound()
    }
}
