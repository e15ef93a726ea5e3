/// The form of this program's inputs, or nil for plain bytes.
///
/// It is set before libFuzzer's loop, which has one thread.
nonisolated(unsafe) var form: (any Form)?

/// libFuzzer's own changes, which know only bytes.
@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ most: Int) -> Int

/// Changes the input in place, three times out of four by its form. libFuzzer calls it by this
/// name.
///
/// - Returns: The new size.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
    _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ most: Int, _ seed: UInt32
) -> Int {
    var dice = Dice(seed)
    guard let form, size > 0, !dice.isOne(in: 4) else { return mutateBytes(data, size, most) }
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    let changed = form.changed(bytes, times: 1 + dice.below(3), &dice)
    return put(changed, data, most) ?? mutateBytes(data, size, most)
}

/// Makes one input of two. libFuzzer calls it by this name.
@_cdecl("LLVMFuzzerCustomCrossOver")
public func cross(
    _ first: UnsafePointer<UInt8>, _ firstSize: Int, _ second: UnsafePointer<UInt8>,
    _ secondSize: Int, _ out: UnsafeMutablePointer<UInt8>, _ most: Int, _ seed: UInt32
) -> Int {
    var dice = Dice(seed)
    let bytes = Array(UnsafeBufferPointer(start: first, count: firstSize))
    let other = Array(UnsafeBufferPointer(start: second, count: secondSize))
    let crossed = form?.crossed(bytes, with: other, &dice) ?? bytes + other
    return put(crossed, out, most) ?? 0
}

/// - Returns: The size, or nil if there is nothing to write.
private func put(
    _ bytes: [UInt8], _ data: UnsafeMutablePointer<UInt8>, _ most: Int
) -> Int? {
    let size = min(bytes.count, most)
    guard size > 0 else { return nil }
    data.update(from: bytes, count: size)
    return size
}
