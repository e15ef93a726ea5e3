import Foundation
import Testing

@testable import Show

struct ManifestTests {
    /// FIPS 180-4 example messages (NIST, *Examples with intermediate values*: SHA-256).
    @Test(
        "Hashes are the published ones",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                String(repeating: "a", count: 1_000_000),
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
            ),
        ])
    func hashesAreThePublishedOnes(_ message: String, _ hash: String) {
        #expect(SHA256.hexadecimal(of: Array(message.utf8)) == hash)
    }

    /// Lengths around the block's edge, where padding takes one block more; the expected hashes
    /// of 55, 56, 63, 64 and 65 letters "a" are those of GNU coreutils' sha256sum.
    @Test("The processor's instructions give the same hashes, however the bytes are cut")
    func instructions() {
        for length in Array(0...200) + [1000, 4096, 65_537] {
            let message = (0..<length).map { UInt8(truncatingIfNeeded: $0 * $0 / 7 + length) }
            let cut = length * length % 89 % (length + 1)
            var (fast, plain) = (SHA256(), SHA256(plain: ()))
            message.withUnsafeBytes {
                fast.update(UnsafeRawBufferPointer(rebasing: $0[..<cut]))
                fast.update(UnsafeRawBufferPointer(rebasing: $0[cut...]))
                plain.update($0)
            }
            #expect(fast.hexadecimal() == plain.hexadecimal(), "\(length) bytes, cut at \(cut)")
        }
    }

    @Test(
        "Padding fits at the edge of a block",
        arguments: [
            (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
            (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
            (63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
            (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
            (65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"),
        ])
    func paddingFitsAtTheEdgeOfABlock(_ count: Int, _ hash: String) {
        let message = [UInt8](repeating: UInt8(ascii: "a"), count: count)
        #expect(SHA256.hexadecimal(of: message) == hash)
    }

    @Test("A manifest is the same bytes each time")
    func aManifestIsTheSameBytesEachTime() {
        let manifest = Manifest(
            command: ["compare", "keep-alive"], version: "0.1.0", seed: .max,
            settings: [.init("horizon_s", 86_400), .init("replications", 30)],
            inputs: [.init(name: "keep-alive.yaml", bytes: Array("abc".utf8))])
        #expect(
            String(decoding: JSONText.bytes(manifest.json), as: UTF8.self) == """
                {
                  "command": [
                    "compare",
                    "keep-alive"
                  ],
                  "version": "0.1.0",
                  "seed": "18446744073709551615",
                  "horizon_s": 86400,
                  "replications": 30,
                  "inputs": [
                    {
                      "name": "keep-alive.yaml",
                      "sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
                    }
                  ],
                  "outputs": []
                }

                """)
    }

    @Test("Text is escaped so that it reads back")
    func textIsEscapedSoThatItReadsBack() throws {
        let text = "q\" b\\ n\n r\r t\t nul\u{0} bell\u{7} del\u{7F} ü 語 \u{1F600} / \u{2028}"
        let bytes = JSONText.bytes(["text": .string(text), text: 1])
        #expect(
            String(decoding: bytes, as: UTF8.self).contains("nul\\u0000 bell\\u0007 del\\u007f"))
        let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        #expect(object?["text"] as? String == text)
        #expect(object?[text] as? Int == 1)
    }

    @Test("Values of every kind are written")
    func valuesOfEveryKindAreWritten() {
        let value: JSONValue = [
            1, -2.5, true, false, .null, "x", [:], [], .number(1e300), .integer(.min), [[1]],
        ]
        let lines = [
            "[", "  1,", "  -2.5,", "  true,", "  false,", "  null,", "  \"x\",", "  {},", "  [],",
            "  1e300,", "  -9223372036854775808,", "  [", "    [", "      1", "    ]", "  ]", "]",
            "",
        ]
        #expect(
            String(decoding: JSONText.bytes(value), as: UTF8.self)
                == lines.joined(separator: "\n"))
    }

    @Test("A value that JSON lacks traps")
    func whatJSONLacksTraps() async {
        await #expect(processExitsWith: .failure) { _ = JSONText.bytes(.number(.nan)) }
        await #expect(processExitsWith: .failure) { _ = JSONText.bytes(["a": 1, "a": 2]) }
    }

    @Test("A data package describes its files")
    func aDataPackageDescribesItsFiles() throws {
        let schema = Table<Int>(name: "causes", columns: [.integer("n", "How many.") { $0 }]).schema
        let bytes = JSONText.bytes(DataPackage.json(name: "results", [schema]))
        let package = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        let resources = try #require(package?["resources"] as? [[String: Any]])
        #expect(resources.first?["path"] as? String == "causes.csv")
        let described = try #require(resources.first?["schema"] as? [String: Any])
        let fields = try #require(described["fields"] as? [[String: String]])
        #expect(fields == [["name": "n", "type": "integer", "description": "How many."]])
    }
}
