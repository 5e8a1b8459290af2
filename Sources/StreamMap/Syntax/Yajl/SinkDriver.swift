/// Reads records with yajl and passes their events to a receiver.
///
/// SAFETY: the parser's driver is the receiver, which is kept here.
@safe final class SinkDriver: YajlDriver {
  let parser: YajlParser
  private let receiver: EventReceiver

  init(_ receiver: EventReceiver, limits: Limits) {
    self.receiver = receiver
    unsafe parser = YajlParser(
      active: YajlCallbacks.sink, skipping: YajlCallbacks.sinkSkipping,
      driver: Unmanaged.passUnretained(receiver).toOpaque(), limits: limits)
  }
}
