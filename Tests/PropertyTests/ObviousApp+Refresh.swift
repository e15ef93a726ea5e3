import Kernel

@testable import DeviceModel

/// The system's background fetch of an obvious app, timed by what the system has learned.
struct ObviousRefresh {
    var choice: FetchOpportunities?
    /// A fetch is due, but the system delays it.
    var waits = false
}

// The rule of an obvious app that the system's background fetch triggers.
extension ObviousApp {
    func isRefresh(_ place: Int) -> Bool {
        guard let refreshCall else { return false }
        return calls[refreshCall].rule == owners[place]
    }

    mutating func beginRefresh(on phone: inout Phone, in world: inout World) {
        guard let call = refreshCall, case .every(let span, _, _, _) = calls[call].trigger else {
            return
        }
        let stream = world.stream("refresh", UInt64(max(0, phone.app.place)))
        refresh.choice = phone.system.fetchLearning.map {
            FetchOpportunities($0, minimum: span, stream: stream)
        }
    }

    mutating func planRefresh(on phone: inout Phone) {
        guard let call = refreshCall, let choice = refresh.choice, !refresh.waits else { return }
        phone.cancel(timers[call])
        timers[call] = phone.plan(Step.timer(call), at: choice.next)
    }

    /// The system wakes the app, or waits for a charger where it delays such work.
    mutating func refreshCame(on phone: inout Phone, in world: inout World) {
        refresh.waits = phone.holdsBackWork
        guard let call = refreshCall, !refresh.waits else { return }
        refresh.choice?.woken(at: phone.now)
        fire(call, .mode(.backgroundFetch), on: &phone, in: &world)
        planRefresh(on: &phone)
    }

    /// Learns from a fetch that is over or has ended its app. Errands in front do not count.
    mutating func learn(_ errand: Errand, isDone: Bool, on phone: inout Phone) {
        guard !life.isInFront else { return }
        // An errand that does not ask for news counts as having got data.
        let got = isDone && (!errand.hasAsked || errand.hasGot)
        refresh.choice?.fetched(data: got, took: phone.now - errand.ranFrom)
        planRefresh(on: &phone)
    }
}
