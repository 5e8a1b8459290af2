// A closed output or the file size limit is then an error, and does not end the process.
System.ignoreBrokenPipes()
System.ignoreFileSizeSignals()
Signals.handle()
System.exit(Program.run(arguments: System.arguments))
