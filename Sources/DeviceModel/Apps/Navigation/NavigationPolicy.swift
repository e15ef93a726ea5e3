/// A car navigation app: positions each second, and spoken prompts (SR-021, SR-023).
///
/// Its user opens it at each departure and puts the phone away. It runs while it gets positions,
/// and is suspended once it stops at the destination (SR-022).
struct NavigationPolicy: AppPolicy {
    enum Activity: Int, NamedActivity { case navigation, route, prompts }
    private enum Step: UInt8, AppStep { case departs, arrives, prompt, promptEnds }

    private static let cause = Activity.navigation.cause()

    private let options: NavigationOptions
    private(set) var life = AppLife()
    private var drive: Drive?
    private var isUnderWay = false
    private var isRunning = false
    private var isCalling = false
    private var nextPrompt: EventKey?
    private var isSpeaking = false

    private var seconds = SecondCount()
    private var hasSatellites = false
    /// Since when it guides its user, with satellites.
    private var guidesSince: Instant?
    private var guided = TimeSpan.zero
    private var guidances = DurationHistogram()
    private var promptCount = 0
    private var routeCount = 0

    init(_ options: NavigationOptions) { self.options = options }

    mutating func begin(on phone: inout Phone, in world: inout World) {
        life.begin(on: &phone)
        planDrive(on: &phone, in: world)
    }

    mutating func receive(_ notice: Notice, on phone: inout Phone, in world: inout World) {
        switch notice {
        case .own(.planned(let step)) where step == Step.departs: depart(on: &phone, in: &world)
        case .own(.planned(let step)) where step == Step.arrives: arrive(on: &phone, in: world)
        case .own(.planned(let step)) where step == Step.prompt: speak(on: &phone)
        case .own(.planned): endPrompt(on: &phone)
        case .location(.satellites(let found)): satellites(found, at: phone.now)
        case .phone(.callBegan):
            isCalling = true
            endPrompt(on: &phone)
        case .phone(.callEnded): isCalling = false
        case .user, .phone: live(notice, on: &phone)
        case .own(.transferEnded), .network, .location: break
        }
    }

    // MARK: The way

    private mutating func planDrive(on phone: inout Phone, in world: borrowing World) {
        drive = world.ground.itinerary.drive(from: phone.now)
        if let drive { _ = phone.plan(Step.departs, at: drive.begin) }
    }

    private mutating func depart(on phone: inout Phone, in world: inout World) {
        guard let drive else { return }
        _ = phone.plan(Step.arrives, at: drive.end)
        _ = life.receive(.user(.opens), on: &phone)
        _ = life.receive(.user(.leaves), on: &phone)
        guard life.runs else { return }
        isUnderWay = true
        if !isRunning { phone.holdProcessor(cause: Self.cause) }
        isRunning = true
        phone.startTracking(cause: Self.cause, in: &world.ground)
        routeCount += 1
        phone.transfer(options.route.transfer(cause: Activity.route.cause(routeCount), ticket: nil))
        if hasSatellites { guidesSince = phone.now }
        planPrompt(on: &phone)
    }

    private mutating func arrive(on phone: inout Phone, in world: borrowing World) {
        if isUnderWay {
            endDrive(on: &phone)
            switch options.stops {
            case .atDestination: stop(on: &phone)
            case .forgotten: break
            }
        }
        planDrive(on: &phone, in: world)
    }

    private mutating func endDrive(on phone: inout Phone) {
        isUnderWay = false
        countGuidance(until: phone.now)
        phone.cancel(&nextPrompt)
        endPrompt(on: &phone)
    }

    private mutating func stop(on phone: inout Phone) {
        guard isRunning else { return }
        isRunning = false
        if phone.isTracking { seconds.end(at: phone.now) }
        hasSatellites = false
        phone.stopTracking()
        phone.releaseProcessor()
        life.suspend(on: &phone)
    }

    /// A user who opens the app at the destination notices that it still runs.
    private mutating func live(_ notice: Notice, on phone: inout Phone) {
        switch life.receive(notice, on: &phone) {
        case .opened: if !isUnderWay { stop(on: &phone) }
        case .left: if !isRunning { life.suspend(on: &phone) }
        case .ended:
            if isUnderWay { endDrive(on: &phone) }
            stop(on: &phone)
        case nil: break
        }
    }

    // MARK: Positions

    private mutating func satellites(_ found: Bool, at time: Instant) {
        hasSatellites = found
        if found {
            seconds.begin(at: time)
            if isUnderWay { guidesSince = time }
        } else {
            seconds.end(at: time)
            countGuidance(until: time)
        }
    }

    private mutating func countGuidance(until time: Instant) {
        if let begin = guidesSince {
            guided = guided + (time - begin)
            guidances.add(time - begin)
        }
        guidesSince = nil
    }

    // MARK: Prompts

    private mutating func planPrompt(on phone: inout Phone) {
        guard let prompt = options.prompt else { return }
        nextPrompt = phone.plan(Step.prompt, at: phone.now + prompt.every)
    }

    /// It is silent during a call, or without a position.
    private mutating func speak(on phone: inout Phone) {
        guard isUnderWay, let prompt = options.prompt else { return }
        planPrompt(on: &phone)
        guard !isCalling, hasSatellites else { return }
        promptCount += 1
        isSpeaking = true
        phone.play(cause: Activity.prompts.cause(promptCount))
        _ = phone.plan(Step.promptEnds, at: phone.now + prompt.duration)
    }

    private mutating func endPrompt(on phone: inout Phone) {
        guard isSpeaking else { return }
        isSpeaking = false
        phone.silence()
    }

    func report(into metrics: inout MetricValues, in world: borrowing World, at horizon: Instant) {
        var seconds = seconds
        seconds.end(at: horizon)
        let guiding = guidesSince.map { horizon - $0 } ?? .zero
        metrics[.fixes] = Double(seconds.count)
        metrics[.guidedTime] = (guided + guiding).seconds.magnitude
        var guidances = guidances
        guidances.unended = guidesSince == nil ? 0 : 1
        metrics.durations[.guidedTime] = guidances
        if options.prompt != nil { metrics[.prompts] = Double(promptCount) }
    }
}
