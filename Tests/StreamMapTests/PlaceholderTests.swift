import CAllocationCounter
import Testing
@Test func counts() { #expect(allocation_counter_is_available()) }
