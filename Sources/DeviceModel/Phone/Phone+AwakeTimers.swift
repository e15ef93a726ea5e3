// Timers of apps that stand still while the processor sleeps.
extension Phone {
    /// Plans a call for when the processor has been awake for `span` from now on: a timer of the
    /// app's own that stands still while the phone sleeps. It replaces one for the same step and
    /// index.
    mutating func plan(_ step: some AppStep, index: Int32 = 0, whenAwakeFor span: TimeSpan) {
        cancelAwake(step, index: index)
        settle(to: now)
        let ticket = app.ticket(Ticket(step, index: index))
        tolerantTimers.add(ticket, due: processor.uptime(at: now) + span)
        if !standsStill { lookAtAwakeTimers() }
    }

    /// Takes back such a call that has not come.
    mutating func cancelAwake(_ step: some AppStep, index: Int32 = 0) {
        cancel(tolerantTimers.removeAwake(app.ticket(Ticket(step, index: index))))
    }

    /// Sound or a charger begins or ends, with which apps' own timers go on.
    mutating func followUptime() {
        guard layout.countsUptime else { return }
        settle(to: now)
        processor.setKeepsTime(sound.isOn || isCharging, at: now)
        if !standsStill { lookAtAwakeTimers() }
    }

    /// Whether apps' own timers stand still just now.
    var standsStill: Bool { mutating get { isAsleep && !isCharging } }

    /// Calls what is due of the timers that stand still, and plans the next look at them.
    mutating func lookAtAwakeTimers() {
        let uptime = processor.uptime(at: now)
        for ticket in tolerantTimers.takeDue(by: uptime) {
            tolerantTimers.call(ticket, calendar.schedule(.app(ticket), at: now, priority: .timer))
        }
        cancel(tolerantTimers.look)
        tolerantTimers.look = tolerantTimers.firstDue.map { due in
            calendar.schedule(.tolerantTimer, at: now + (due - uptime), priority: .timer)
        }
    }
}
