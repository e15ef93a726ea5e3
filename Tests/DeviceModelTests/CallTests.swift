import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

@Suite struct CallTests {
    private let options = KeepAliveRuns.options(
        every: 86_400,
        .init(
            call: KeepAliveOptions.CallAudio(
                bitRate: BitsPerSecond(40_000), every: Fixtures.seconds(0.06))))

    /// One call after 1000 s. An answered call is answered after 4 s and lasts two minutes.
    private func world(
        answered: Bool, phoneCallAt: Double? = nil, phoneCallFor: Double = 300
    ) -> WorldProfile {
        WorldProfile(
            incomingCalls: .constant(Seconds(1000)),
            phoneCalls: phoneCallAt.map {
                Spells(
                    every: .constant(Seconds($0)), duration: .constant(Seconds(phoneCallFor)))
            },
            callAnswers: CallAnswers(
                share: answered ? Fraction(1) : .zero, after: .constant(Seconds(4)),
                duration: .constant(Seconds(120))))
    }

    @Test("SR-036: an answered call keeps radio and sound on until it is over")
    func talk() throws {
        let talked = KeepAliveRuns.run(options, world(answered: true), for: 1500)
        let missed = KeepAliveRuns.run(options, world(answered: false), for: 1500)
        #expect(talked.metrics[.talkTime] == 120 && missed.metrics[.talkTime] == 0)
        #expect(talked.metrics[.callsMissed] == 0 && missed.metrics[.callsMissed] == 0)
        // The radio stays up from the ring to the message that hangs up: 4 s, 120 s, and that
        // message, at 700 mW. The tail equals the one after the ring.
        let radio = try #require(talked.metrics[.radioEnergy])
        let ringing = try #require(missed.metrics[.radioEnergy])
        let message = KeepAliveRuns.message
        #expect(abs(radio - ringing - 0.7 * (124 + message)) < 1e-6, "\(radio - ringing) J")
        // Sound at 120 mW.
        let sound = talked.timeline.filter { talked.table.plan.lines[$0.line].state == "playing" }
        let time = sound.reduce(0) { $0 + ($1.until - $1.from).seconds.magnitude }
        #expect(abs(time - 120) < 1e-9)
    }

    @Test("The sound's packets carry its bit rate both ways")
    func bytes() throws {
        let talked = KeepAliveRuns.run(options, world(answered: true), for: 1500).metrics
        // 2000 packets of 300 B, the ring's 500 B and 200 B to hang up.
        #expect(talked[.bytesUp] == 600_700)
        #expect(talked[.bytesDown] == 601_500)
    }

    @Test("SR-042: a cellular call puts the VoIP call on hold, which resumes afterwards")
    func hold() {
        let run = KeepAliveRuns.run(
            options, world(answered: true, phoneCallAt: 1050), for: 1900)
        #expect(run.metrics[.talkTime] == 120)
        let sound = run.timeline.filter { run.table.plan.lines[$0.line].state == "playing" }
        #expect(sound.count == 2)
        #expect(sound.first?.until.seconds == Seconds(1050))
        #expect(sound.last?.from.seconds == Seconds(1350))
        // On hold no packets are sent, so the radio comes to rest.
        let resting = run.timeline.contains {
            run.table.plan.lines[$0.line].state == "IDLE" && $0.from.seconds > Seconds(1050)
                && $0.until.seconds <= Seconds(1350)
        }
        #expect(resting)
    }

    @Test("SR-042: a call that rings during a cellular call is not answered")
    func busy() {
        let run = KeepAliveRuns.run(
            options, world(answered: true, phoneCallAt: 900), for: 1500)
        #expect(run.metrics[.talkTime] == 0 && run.metrics[.timeToRing] != nil)
    }

    @Test("A network change ends a call, and the running app reconnects at once")
    func networkChange() {
        var world = world(answered: true)
        world.network.change = .constant(Seconds(1050))
        let metrics = KeepAliveRuns.run(options, world, for: 1500).metrics
        let talked = metrics[.talkTime]!
        // Talk begins 4 s after delivery, which takes 2 s, two round trips and 2000 B.
        #expect(abs(talked - (43.7 - KeepAliveRuns.air(2000))) < 1e-6, "\(talked)")
        #expect(metrics[.connectionLosses] == 1)
        #expect(metrics[.unreachableShare]! / 100 * 1500 < 1)
    }

    @Test("Which calls are answered does not depend on the app")
    func commonAnswers() {
        var world = world(answered: true)
        world.callAnswers?.share = Fraction(0.5)
        world.callAnswers?.duration = .constant(Seconds(10))
        let talks = [600.0, 1740].map { interval in
            var options = options
            options.interval = Fixtures.seconds(interval)
            return KeepAliveRuns.run(options, world, for: 50_000).metrics[.talkTime]
        }
        #expect(talks[0] == talks[1])
        #expect(talks[0]! > 0 && talks[0]! < 490)
    }
}
