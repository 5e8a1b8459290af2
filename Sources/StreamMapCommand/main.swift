System.openClosedStreams()
// With these calls a closed output and the file size limit are errors, and do not end the process.
System.ignoreBrokenPipes()
System.ignoreFileSizeSignals()
Signals.handle()
System.exit(Program.run(arguments: System.arguments))
