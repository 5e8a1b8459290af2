// An output that nobody reads any more is then an error to end on quietly.
System.ignoreBrokenPipes()
Signals.handle()
System.exit(Program.run(arguments: Array(CommandLine.arguments.dropFirst())))
