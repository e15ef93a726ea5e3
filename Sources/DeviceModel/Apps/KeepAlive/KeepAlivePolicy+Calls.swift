extension KeepAlivePolicy {
    private typealias Call = IncomingCalls.Call

    /// - Parameter answer: What the user does about the call.
    mutating func call(_ answer: CallAnswer?, on phone: inout Phone) {
        calls.offered += 1
        guard connection.isAlive(at: phone.now) else {
            calls.missed += 1
            return
        }
        let call = Call(
            arrival: phone.now, cause: KeepAliveActivity.incomingCall.cause(calls.offered),
            answer: answer)
        var signalling = options.ring.transfer(cause: call.cause, ticket: Ticket(Awaited.call))
        signalling.holdsProcessor = false
        signalling.comesDown = true
        calls.coming.append((send(signalling, on: &phone), call))
    }

    /// The call's signalling wakes the app (SR-036), which rings. The call is missed if the
    /// connection died on the way.
    mutating func callArrives(_ id: Int32, survived: Bool, on phone: inout Phone) {
        guard let index = calls.coming.firstIndex(where: { $0.id == id }) else { return }
        let call = calls.coming.remove(at: index).call
        guard survived else {
            calls.missed += 1
            return
        }
        calls.ringing.append(call)
        let start = phone.wake(for: .zero, cause: call.cause)
        if start == phone.now {
            ring(on: &phone)
        } else {
            _ = phone.plan(Step.rings, at: start)
        }
    }

    mutating func ring(on phone: inout Phone) {
        let call = calls.ringing.removeFirst()
        guard due != .never else {
            calls.missed += 1
            return
        }
        calls.countRing(after: phone.now - call.arrival)
        phone.alert(cause: call.cause, isCall: true)
        guard let answer = call.answer, options.extras.call != nil, calls.talk == nil,
            calls.answering == nil, !calls.isPhoneCall
        else { return }
        calls.answering = (call, phone.plan(Step.answered, at: phone.now + answer.after))
    }

    mutating func beginTalk(on phone: inout Phone) {
        guard let (call, _) = calls.answering, let answer = call.answer else { return }
        calls.answering = nil
        calls.talk = IncomingCalls.Talk(
            cause: options.callCause(Int(call.cause.serial)), left: answer.duration,
            since: phone.now)
        phone.claimSound(.talks)
        carryOnTalk(on: &phone)
    }

    private mutating func carryOnTalk(on phone: inout Phone) {
        guard let talk = calls.talk else { return }
        calls.talk?.since = phone.now
        calls.talk?.isHeld = false
        calls.talk?.ends = phone.plan(Step.talkEnds, at: phone.now + talk.left)
        phone.play(cause: talk.cause)
        sendPacket(on: &phone)
    }

    /// Sends sound both ways; packets need no processor beyond the power of the sound.
    mutating func sendPacket(on phone: inout Phone) {
        guard let talk = calls.talk, !talk.isHeld, let audio = options.extras.call else { return }
        phone.transfer(
            Transfer(
                roundTrips: 0, uplink: audio.packet, downlink: audio.packet, cause: talk.cause))
        calls.talk?.packet = phone.plan(Step.packet, at: phone.now + audio.every)
    }

    /// - Parameter hangsUp: Whether a connection is left to end the call with a message.
    mutating func endTalk(hangsUp: Bool, on phone: inout Phone) {
        phone.cancel(calls.answering?.event)
        calls.answering = nil
        guard let talk = calls.talk else { return }
        pauseTalk(on: &phone)
        calls.hangUp()
        phone.claimSound(.hangsUp)
        guard hangsUp, connection.isAlive(at: phone.now) else { return }
        send(
            options.message.transfer(cause: talk.cause, ticket: Ticket(Awaited.message)),
            on: &phone)
    }

    private mutating func pauseTalk(on phone: inout Phone) {
        guard let talk = calls.talk, !talk.isHeld else { return }
        calls.countTalk(until: phone.now)
        calls.talk?.left = talk.left - (phone.now - talk.since)
        calls.talk?.isHeld = true
        phone.cancel(talk.packet)
        phone.cancel(talk.ends)
        phone.silence()
    }

    /// A cellular call puts the VoIP call on hold (SR-042), and a ringing one is not answered.
    mutating func hold(on phone: inout Phone) {
        calls.isPhoneCall = true
        phone.cancel(calls.answering?.event)
        calls.answering = nil
        pauseTalk(on: &phone)
    }

    mutating func takeUp(on phone: inout Phone) {
        calls.isPhoneCall = false
        carryOnTalk(on: &phone)
    }
}
