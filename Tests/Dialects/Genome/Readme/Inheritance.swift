// Verbatim from the README.
// swift-format-ignore-file

import GenomeDialect

class MyClass : Genome.Object {}

class CustomBase : MappableBase {
    required init() {}

    static func newInstance(json: Json, context: Context) throws -> Self {
        let map = Map(json: json, context: context)
        let new = self.init()
        try new.sequence(map)
        return new
    }

    func sequence(map: Map) throws {}
}
