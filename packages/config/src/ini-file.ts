import { ConfigError } from './config-error.ts'

/** An assignment `key = value`, with continuation lines joined by newlines. */
export interface Assignment {
  readonly section: string
  readonly key: string
  readonly text: string
  /** `nova.conf:12`, for error messages. */
  readonly origin: string
}

/**
 * Parses a file in oslo.config's format into assignments, in order. A line that starts with white space continues the value
 * above; `#` and `;` start a comment at the beginning of a line only; quotes preserve white space. Throws {@link ConfigError}
 * with all invalid lines.
 */
export const parseIni = (name: string, text: string): readonly Assignment[] => {
  const assignments: Assignment[] = []
  const problems: string[] = []
  let section: string | undefined
  /** The assignment that a continuation line extends. */
  let open: Assignment | undefined
  const close = () => {
    if (open) assignments.push(open)
    open = undefined
  }
  text.split(/\r?\n/).forEach((raw, index) => {
    const line = raw.trimEnd()
    const origin = `${name}:${index + 1}`
    const fail = (problem: string) => problems.push(`${origin}: ${problem}`)
    if (/^\s/.test(line)) {
      if (open) open = { ...open, text: `${open.text}\n${line.trim()}` }
      else fail('a line that begins with a blank continues the option above it, and there is none')
      return
    }
    close()
    if (line === '' || line.startsWith('#') || line.startsWith(';')) return
    if (line.startsWith('[')) {
      section = /^\[(.+)\]$/.exec(line)?.[1]?.trim()
      if (!section) fail(`"${line}" is no section; write [name]`)
      return
    }
    const [, key, value] = /^([^=:]*?)\s*[=:]\s*(.*)$/.exec(line) ?? []
    if (!key) fail(`"${line}" is no option; write name = value`)
    else if (section === undefined) fail(`option ${key} stands in no section`)
    else open = { section, key, text: unquoted(value ?? ''), origin }
  })
  close()
  if (problems.length > 0) throw new ConfigError(problems)
  return assignments
}

const unquoted = (value: string): string => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value
