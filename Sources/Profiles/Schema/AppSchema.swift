import DeviceModel
import Forms

/// The definitions that the rules of apps refer to.
enum AppSchema {
    static var definitions: [SchemaNode.Member] {
        OwnAppOptions.definitions.map { .init($0.name ?? "", FormSchema.object($0)) }
            + [.init("appRule", FormSchema.object(AppRule.form.shape))]
    }
}
