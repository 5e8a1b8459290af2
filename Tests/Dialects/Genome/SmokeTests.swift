import GenomeDialect
import Testing
