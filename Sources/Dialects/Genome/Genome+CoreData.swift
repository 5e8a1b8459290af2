#if canImport(CoreData)
  import CoreData

  extension NSManagedObjectContext: Context {}

  /// A managed object that is mapped: it is inserted into the context that the mapping was given.
  ///
  ///     let pet = try Pet.newInstance(json: json, context: managedObjectContext)
  open class NSMappableManagedObject: NSManagedObject, MappableBase {
    /// The entity's name in the model; the class's own name, unless it is overridden.
    open class var entityName: String { "\(self)" }

    /// Maps the members; every subclass overrides it.
    open func sequence(map: Map) throws {
      preconditionFailure("\(type(of: self)) has to override sequence(map:)")
    }

    /// Inserts an object of the class that is asked, and runs its `sequence`.
    ///
    /// - Throws: ``MappingError`` if the context is no managed object context, or has no such entity; what
    ///   `sequence` throws.
    open class func newInstance(json: Json, context: any Context) throws -> Self {
      guard let context = context as? NSManagedObjectContext,
        let entity = NSEntityDescription.entity(forEntityName: entityName, in: context)
      else {
        throw logError(
          MappingError.UnexpectedOperationType("no managed object context with an entity \(entityName)"))
      }
      let new = self.init(entity: entity, insertInto: context)
      try new.sequence(map: Map(json: json, context: context))
      return new
    }
  }
#endif
