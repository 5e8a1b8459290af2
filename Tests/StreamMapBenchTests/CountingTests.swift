import CAllocationCounter
import Foundation
import Testing

@testable import StreamMapBench

/// Tests of the process-wide allocation count. They run serially.
@Suite(.serialized) struct CountingTests {
  @Test func interposerIsThere() {
    #expect(allocation_counter_is_available())
  }

  @Test(arguments: [0, 1, 1_000])
  func threadCountIsExact(number: Int) {
    var addresses = [Int](repeating: 0, count: number)
    allocation_counter_start_on_this_thread()
    for index in 0..<number { addresses[index] = Int(bitPattern: unsafe malloc(100 + index)) }
    allocation_counter_stop_on_this_thread()
    let bytes = (0..<number).reduce(0) { $0 + Int64(100 + $1) }
    #expect(allocation_counter_allocations_on_this_thread() == Int64(number))
    #expect(allocation_counter_bytes_on_this_thread() == bytes)
    #expect(!addresses.contains(0))
    for address in addresses { unsafe free(UnsafeMutableRawPointer(bitPattern: address)) }
    // Counting has stopped.
    let more = unsafe malloc(64)
    #expect(allocation_counter_allocations_on_this_thread() == Int64(number))
    unsafe free(more)
  }

  @Test func everyKindOfAllocationCountsOnce() {
    var block: UnsafeMutableRawPointer?
    var kinds: [Int64] = []
    func counted(_ body: () -> Void) {
      allocation_counter_start_on_this_thread()
      body()
      allocation_counter_stop_on_this_thread()
      kinds.append(allocation_counter_allocations_on_this_thread())
    }
    kinds.reserveCapacity(8)
    counted { unsafe block = malloc(10) }
    counted { unsafe block = realloc(block, 100_000) }
    unsafe free(block)
    counted { unsafe block = calloc(3, 10) }
    unsafe free(block)
    counted { unsafe block = aligned_alloc(64, 128) }
    #expect(Int(bitPattern: block) % 64 == 0)
    unsafe free(block)
    counted { _ = unsafe posix_memalign(&block, 256, 10) }
    #expect(Int(bitPattern: block) % 256 == 0)
    unsafe free(block)
    #expect(kinds == [1, 1, 1, 1, 1])
    // A call that fails is not an allocation.
    counted { unsafe block = calloc(.max, 2) }
    #expect(Int(bitPattern: block) == 0 && kinds.last == 0)
    counted { _ = unsafe posix_memalign(&block, 3, 10) }
    #expect(kinds.last == 0)
  }

  @Test func swiftArraysAndStringsAreCounted() {
    allocation_counter_start_on_this_thread()
    let array = [Int](repeating: 3, count: 50)
    let short = String(decoding: "fifteen bytes..".utf8, as: UTF8.self)
    allocation_counter_stop_on_this_thread()
    #expect(allocation_counter_allocations_on_this_thread() == 1)
    #expect(array.count == 50 && short.utf8.count == 15)
  }

  @Test func processCountSeesOtherThreadsAndStops() {
    allocation_counter_start()
    let thread = Thread {
      for _ in 0..<500 { unsafe keep(malloc(48)) }
    }
    thread.start()
    while !thread.isFinished { usleep(1_000) }
    allocation_counter_stop()
    let count = allocation_counter_allocations()
    #expect(count >= 500 && allocation_counter_bytes() >= 500 * 48)
    for _ in 0..<500 { unsafe keep(malloc(48)) }
    // A call in progress on the thread of another test may still be counted after the stop.
    #expect(allocation_counter_allocations() < count + 500)
  }

  @Test(arguments: Workload.all.map(\.name))
  func contendersAgree(name: String) throws {
    let workload = try #require(Workload.all.first { $0.name == name })
    // The document of 5 MB would take long in a debug build.
    let bytes = name == "document" ? timeline(150_000) : workload.makeLines(150_000, 11)
    let corpus = Corpus(bytes: bytes)
    let race = Race(
      workload: name, corpus: corpus, contenders: workload.contenders, runs: Runs(requested: 1),
      progress: ProgressLine(isOn: false))
    let measurements = try race.measure()
    #expect(measurements.map(\.contender) == workload.contenders.map(\.name))
    #expect(Set(measurements.map(\.records)) == [lines(bytes).count])
    #expect(Set(measurements.compactMap(\.checksum)).count == 1)
    let mapsNothing: Set = ["yajl-noop", "inflate", "memory"]
    for measurement in measurements {
      #expect((measurement.checksum == nil) == mapsNothing.contains(measurement.contender))
      #expect(measurement.seconds.count == 1 && measurement.median > 0)
    }
    let others = Workload.documents + Workload.errors
    if ["wide", "orders"].contains(name) || others.contains(where: { $0.name == name }) { return }
    let tree = try #require(measurements.first { $0.contender == "yajl-tree" })
    #expect(try #require(tree.allocationsPerRecord) > 10)
  }

  private func timeline(_ size: Int) -> [UInt8] {
    var generator = TimelineGenerator(seed: 11, size: size)
    var out = LineWriter(capacity: size)
    for _ in 0..<2 {
      generator.append(to: &out)
      out.byte(UInt8(ascii: "\n"))
    }
    return out.bytes
  }

  @Test func countsAreThoseOfTheContender() throws {
    let corpus = Corpus(bytes: Array("1\n2\n3\n4\n".utf8))
    let allocating = Contender(name: "allocating", validation: "full") { corpus, checksum in
      for number in 0..<corpus.count {
        for _ in 0..<2_000 { unsafe keep(malloc(64)) }
        checksum.add(number)
        checksum.endRecord()
      }
    }
    let race = Race(
      workload: "w", corpus: corpus, contenders: [allocating], runs: Runs(requested: 2),
      progress: ProgressLine(isOn: false))
    let measurement = try #require(try race.measure().first)
    // Other tests run concurrently and allocate too, so there may be more allocations but not fewer.
    #expect(try #require(measurement.allocationsPerRecord) >= 2_000)
    #expect(measurement.seconds.count == 2)
  }

  @Test func peakMemoryGrowsWithWhatIsTouched() {
    // Large compared with what other tests allocate or free meanwhile.
    let size = 256 << 20
    let peak = PeakMemory()
    var block = [UInt8](repeating: 1, count: size)
    block[size / 2] = 2
    #expect(peak.growth() > size / 2)
    #expect(block[0] == 1)
  }
}

/// Frees a block after a call that the optimizer cannot inline.
@inline(never) private func keep(_ block: UnsafeMutableRawPointer?) {
  unsafe free(block)
}
