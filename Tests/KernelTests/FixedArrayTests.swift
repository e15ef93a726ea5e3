import Testing

@testable import Kernel

@Suite struct FixedArrayTests {
    @Test("Elements are read and written at their indices")
    func elements() {
        var array = FixedArray(repeating: 7, count: 3)
        array[1] = 8
        array[2] += 1
        let read = [array[0], array[1], array[2]]
        let pointed = array.pointer(to: 1).pointee
        #expect(read == [7, 8, 8] && pointed == 8)
    }

    @Test("An array becomes equal elements, in order, and may be empty")
    func fromArray() {
        let array = FixedArray([3, 1, 2])
        var elements: [Int] = []
        for index in array.indices { elements.append(array[index]) }
        #expect(elements == [3, 1, 2])
        let emptyCount = FixedArray<Int>([]).count
        #expect(emptyCount == 0)
    }

    @Test("An invalid index stops the program", arguments: [-1, 3, Int.max, Int.min])
    func outside(_ index: Int) async {
        // The body of an exit test captures no arguments, so each case is written out.
        switch index {
        case -1:
            await #expect(processExitsWith: .failure) {
                _ = FixedArray(repeating: 0, count: 3)[-1]
            }
        case 3:
            await #expect(processExitsWith: .failure) {
                _ = FixedArray(repeating: 0, count: 3)[3]
            }
        case Int.max:
            await #expect(processExitsWith: .failure) {
                _ = FixedArray(repeating: 0, count: 3).pointer(to: .max)
            }
        default:
            await #expect(processExitsWith: .failure) {
                var array = FixedArray(repeating: 0, count: 3)
                array[.min] = 1
            }
        }
    }
}
