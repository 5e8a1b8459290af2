// The script for bash, from 3.2 on.

enum BashCompletion {
  static func text() -> String {
    let valued = OptionTable.records.filter { $0.takesValue }.map { "--\($0.name)" }
    let commands = Subcommand.allCases.map(\.rawValue)
    let common = OptionTable.records.filter { $0.commands == Subcommand.allCases }.map { "--\($0.name)" }
    return """
      # Completes streammap's command lines in bash; made by: streammap completion bash

      _streammap_words() {
        local reply
        while IFS= read -r reply; do COMPREPLY+=("$reply"); done < <(compgen -W "$1" -- "$word")
      }

      _streammap_files() {
        local reply
        compopt -o filenames 2>/dev/null
        while IFS= read -r reply; do COMPREPLY+=("$reply"); done < <(compgen -f -- "$word")
      }

      _streammap() {
        local word=${COMP_WORDS[COMP_CWORD]} option='' command='' index operands=0 ended=''
        COMPREPLY=()
        # bash takes --name=value for three words.
        if [[ $word == = ]]; then
          word='' option=${COMP_WORDS[COMP_CWORD - 1]}
        elif ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then
          option=${COMP_WORDS[COMP_CWORD - 2]}
        fi
        for ((index = 1; index < COMP_CWORD; index++)); do
          if [[ -n $ended ]]; then
            operands=$((operands + 1))
            continue
          fi
          case ${COMP_WORDS[index]} in
            --) ended=1 ;;
            \(valued.joined(separator: " | ")))
              [[ ${COMP_WORDS[index + 1]} != = ]] || index=$((index + 1))
              index=$((index + 1))
              ((index != COMP_CWORD)) || option=${option:-${COMP_WORDS[index - 1]}}
              ;;
            -?*) ;;
            *)
              if [[ -z $command ]]; then command=${COMP_WORDS[index]}; else operands=$((operands + 1)); fi
              ;;
          esac
        done
        case $command in

      """ + Subcommand.allCases.map(branch).joined() + """
            *)
              _streammap_words "\((commands + common).joined(separator: " "))"
              ;;
          esac
        }

        complete -F _streammap streammap

        """
  }

  /// Returns the completions after a command.
  private static func branch(of command: Subcommand) -> String {
    let records = OptionTable.records(of: command)
    var text = "    \(command.rawValue))\n      case $option in\n"
    for record in records {
      guard let value = record.completion(of: command) else { continue }
      text += "        --\(record.name)) \(call(value)); return ;;\n"
    }
    text += "      esac\n"
    let options = records.flatMap(\.spellings).joined(separator: " ")
    text += "      if [[ $word == -* && -z $ended ]]; then\n        _streammap_words \"\(options)\"\n"
    let (first, others) = command.operands
    if let first { text += "      elif ((operands == 0)); then\n        \(call(first))\n" }
    if let others { text += "      elif ((operands > 0)); then\n        \(call(others))\n" }
    return text + "      fi\n      ;;\n"
  }

  private static func call(_ word: CompletedWord) -> String {
    switch word {
    case .oneOf(let words): "_streammap_words \"\(words.joined(separator: " "))\""
    case .file: "_streammap_files"
    case .any: ":"
    }
  }
}
