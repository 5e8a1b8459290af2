// An output that nobody reads any more, or that may not grow any more, is then an error to end on in order.
System.ignoreBrokenPipes()
System.ignoreFileSizeSignals()
Signals.handle()
System.exit(Program.run(arguments: System.arguments))
