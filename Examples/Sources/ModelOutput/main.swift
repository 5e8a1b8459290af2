// Shows the answer of a language model while it arrives. The pieces end anywhere, even inside a character.

import StreamMap

struct Answer: Derivable {
  var summary = ""
  var steps: [String] = []
  var confidence = 0.0
}

let text = #"{"summary": "Heat the caf\u00e9 crème", "steps": ["Boil water", "Stir"], "confidence": 0.9}"#
let bytes = Array(text.utf8)

var parser = PushParser(try Mapping(deriving: Answer()), framing: .document)
var shown = ""
for start in stride(from: 0, to: bytes.count, by: 7) {
  try parser.feed(bytes[start..<min(start + 7, bytes.count)]) { _, _ in }
  try parser.partial { answer, progress in
    let line = "\(answer.summary)\(progress.isComplete(\.summary) ? "" : "…") \(answer.steps)"
    if line != shown { print(line) }
    shown = line
  }
}
try parser.finish { answer, _ in print("complete:", answer.summary, answer.steps.count, answer.confidence) }
