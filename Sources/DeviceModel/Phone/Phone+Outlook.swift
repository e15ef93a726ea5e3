import Kernel

extension Phone {
    /// A time within which a transfer that were handed over now would have ended.
    func longestTime(for transfer: Transfer) -> TimeSpan { radio.longestTime(for: transfer) }
}
