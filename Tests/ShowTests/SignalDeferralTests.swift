import Foundation
import Testing

@testable import Show

/// Each in a process of its own, which its signals end.
@Suite struct SignalDeferralTests {
    @Test("A signal waits until all files are written, and then ends the program")
    func waits() async {
        await #expect(processExitsWith: .exitCode(3)) {
            SignalDeferral.during {
                SignalDeferral.during {}
                kill(getpid(), SIGINT)
                sleep(1)
                exit(3)
            }
        }
        await #expect(processExitsWith: .signal(SIGINT)) {
            SignalDeferral.during { _ = kill(getpid(), SIGINT) }
            sleep(5)
            exit(3)
        }
    }

    @Test("The signals of a terminal that is closed, and of Ctrl-\\, wait as well")
    func otherSignals() async {
        await #expect(processExitsWith: .signal(SIGHUP)) {
            SignalDeferral.during { _ = kill(getpid(), SIGHUP) }
            sleep(5)
            exit(3)
        }
        await #expect(processExitsWith: .signal(SIGQUIT)) {
            SignalDeferral.during { _ = kill(getpid(), SIGQUIT) }
            sleep(5)
            exit(3)
        }
        await #expect(processExitsWith: .exitCode(3)) {
            signal(SIGHUP, SIG_IGN)
            SignalDeferral.during { _ = kill(getpid(), SIGHUP) }
            exit(3)
        }
    }

    @Test("A signal whose handler a busy machine runs late is not lost")
    func late() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            SignalDeferral.during {}
            SignalDeferral.came(SIGTERM)
            sleep(5)
            exit(3)
        }
    }
}
