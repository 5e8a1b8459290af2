/// Owns a machine at an address that does not change.
///
/// SAFETY: the machine is allocated here, and freed in `deinit`. Sources that drive it hold the storage.
@safe final class MachineStorage {
  let program: Program
  let machine: UnsafeMutablePointer<Machine>

  init(_ program: Program) {
    self.program = program
    unsafe machine = .allocate(capacity: 1)
    unsafe machine.initialize(to: Machine(program))
  }

  deinit {
    unsafe machine.pointee.deallocate()
    unsafe machine.deinitialize(count: 1)
    unsafe machine.deallocate()
  }
}
