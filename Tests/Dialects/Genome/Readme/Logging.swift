// Verbatim from the README.
// swift-format-ignore-file

import GenomeDialect

func reportErrorToServer(error: ErrorType) {
    // ... handle the error here
}

func addLogger() {
    loggers.append(reportErrorToServer)
}

func addLoggerByNamespace() {
    Genome.loggers.append(reportErrorToServer)
}

func silence() {
    loggers = []
    // or namespaced
    Genome.loggers = []
}
