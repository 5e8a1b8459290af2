// The script for zsh: a file `_streammap` in its fpath, or a sourced file.

enum ZshCompletion {
  static func text() -> String {
    let commands = Subcommand.allCases.map { "    \(quoted("\($0.rawValue):\($0.purpose)"))\n" }.joined()
    let common = OptionTable.records.filter { $0.commands == Subcommand.allCases }
    return """
      #compdef streammap
      # Completes streammap's command lines in zsh; made by: streammap completion zsh

      _streammap() {
        local curcontext="$curcontext" state line
        local -a commands
        commands=(

      """ + commands + """
          )
          _arguments -C \\

        """ + common.flatMap { specs(of: $0, .select) }.map { "    \($0) \\\n" }.joined() + """
              '1:command:->command' \\
              '*::operand:->operand' && return
            case $state in
              command) _describe -t commands command commands ;;
              operand)
                curcontext="${curcontext%:*:*}:streammap-$words[1]:"
                case $words[1] in

          """ + Subcommand.allCases.map(branch).joined() + """
                esac
                ;;
            esac
          }

          if [[ $funcstack[1] == _streammap ]]; then
            _streammap "$@"
          else
            compdef _streammap streammap
          fi

          """
  }

  private static func branch(of command: Subcommand) -> String {
    var specs = OptionTable.records(of: command).flatMap { Self.specs(of: $0, command) }
    let (first, others) = command.operands
    if let first { specs.append(quoted("1:\(command.operand ?? "FILE"):\(action(first))")) }
    if let others { specs.append(quoted("*:FILE:\(action(others))")) }
    let lines = specs.map { "            \($0)" }.joined(separator: " \\\n")
    return "        \(command.rawValue))\n          _arguments -s \\\n\(lines)\n          ;;\n"
  }

  private static func specs(of record: OptionRecord, _ command: Subcommand) -> [String] {
    let help = record.brief.map { "[]:\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    return record.spellings.map { spelling in
      guard let value = record.completion(of: command) else { return quoted("\(spelling)[\(help)]") }
      return quoted("\(spelling)=[\(help)]:\(record.name):\(action(value))")
    }
  }

  private static func action(_ word: CompletedWord) -> String {
    switch word {
    case .oneOf(let words): "(\(words.joined(separator: " ")))"
    case .file: "_files"
    case .any: " "
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
