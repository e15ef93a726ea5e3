#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    extension Tool {
        /// The largest resident set of the program while it ran, in MB.
        ///
        /// Polls the kernel, because the figure is gone once the process ends. Memory kept for a
        /// file is still held near the end.
        static func peakMemory(_ arguments: [String]) throws -> Double {
            let process = Process()
            process.executableURL = executable
            process.arguments = arguments
            process.currentDirectoryURL = Repository.root
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            var peak = 0.0
            while process.isRunning {
                let status = try? String(
                    contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
                let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
                let words = line?.split { $0 == " " || $0 == "\t" } ?? []
                if words.count > 1 { peak = max(peak, (Double(words[1]) ?? 0) / 1000) }
                usleep(1_000)
            }
            #expect(process.terminationStatus == 0)
            return peak
        }
    }
#endif
