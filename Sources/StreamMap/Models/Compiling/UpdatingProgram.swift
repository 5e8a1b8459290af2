import Synchronization

/// The program that updates existing instances. It is compiled on first use.
final class UpdatingProgram: Sendable {
  let description: MappingDescription
  private let compiled = Mutex<Program?>(nil)

  init(_ description: MappingDescription) {
    self.description = description.updating
  }

  func program() -> Program {
    if let program = compiled.withLock({ $0 }) { return program }
    do throws(PathError) {
      let program = Program(try ProgramDraft(description))
      compiled.withLock { $0 = program }
      return program
    } catch {
      preconditionFailure("the fields have been compiled before: \(error)")
    }
  }
}
