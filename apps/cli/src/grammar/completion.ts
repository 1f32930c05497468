import type { Command } from './command.ts'
import { outputOptions } from './output-options.ts'
import { flagsOf } from './parse-arguments.ts'

const flags = (command: Command): string =>
  Object.entries({ ...command.options, ...outputOptions(command) })
    .flatMap(([key, option]) => flagsOf(key, option))
    .filter((name) => name.startsWith('--'))
    .join(' ')

/** The possible next words after each prefix of a command: `server` → `create delete list …`. */
const nextWords = (commands: readonly Command[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const next = new Map<string, Set<string>>()
  for (const { words } of commands) {
    const parts = words.split(' ')
    for (const [at, part] of parts.entries()) {
      const beginning = parts.slice(0, at).join(' ')
      next.set(beginning, (next.get(beginning) ?? new Set()).add(part))
    }
  }
  return next
}

const entry = (key: string, values: string): string => `  ["${key}"]="${values}"`

/** Generates a completion script for bash: it completes the words of commands, then their options. */
export const bashCompletion = (commands: readonly Command[]): string => `_nimbo() {
  local -A words=(
${[...nextWords(commands)].map(([beginning, next]) => entry(`:${beginning}`, [...next].sort().join(' '))).join('\n')}
  )
  local -A options=(
${commands.map((command) => entry(command.words, flags(command))).join('\n')}
  )
  local current=\${COMP_WORDS[COMP_CWORD]} line="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] || line="\${line:+$line }$word"
  done
  if [[ $current == -* ]]; then
    while [[ -n $line && -z \${options[$line]} ]]; do
      [[ $line == *" "* ]] && line=\${line% *} || line=""
    done
    [[ -n $line ]] && COMPREPLY=($(compgen -W "\${options[$line]}" -- "$current"))
  else
    COMPREPLY=($(compgen -W "\${words[:$line]}" -- "$current"))
  fi
}
complete -o default -F _nimbo nimbo
`
