// As it stands in the README.
// swift-format-ignore-file

import GenomeDialect
import Synchronization

let reported = Mutex<[String]>([])

func reportErrorToServer(error: ErrorType) {
    // ... handle the error here
    reported.withLock { $0.append("\(error)") }
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
