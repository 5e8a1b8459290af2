#if canImport(CoreData)
  import CoreData

  extension NSManagedObjectContext: Context {}

  /// A mapped managed object. It is inserted into the managed object context passed to the mapping.
  ///
  ///     let pet = try Pet.newInstance(json: json, context: managedObjectContext)
  open class NSMappableManagedObject: NSManagedObject, MappableBase {
    /// The name of the entity in the model. The default is the name of the class.
    open class var entityName: String { "\(self)" }

    /// Maps the members. Every subclass overrides it.
    open func sequence(map: Map) throws {
      preconditionFailure("\(type(of: self)) has to override sequence(map:)")
    }

    /// Inserts an object of this class and runs its `sequence`.
    ///
    /// - Throws: ``MappingError`` if the context is not a managed object context or does not have the entity. The
    ///   errors of `sequence`.
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
