import { createInterface } from 'node:readline/promises'
import { type Readable, Writable } from 'node:stream'
import { CliError } from './cli-error.ts'

/** Where secrets are asked for: the standard streams of a command. */
interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stderr: Writable
}

interface Secret {
  /** What the prompt says: `User password`. */
  readonly what: string
  /** Whether it is to be set, and therefore asked for twice. */
  readonly isNew: boolean
}

/** Prompts for secrets without echo. Throws when the two inputs for a new one differ, and when the input ends. */
export const askSecrets = async (
  { stdin, stderr }: Terminal,
  secrets: readonly Secret[],
): Promise<readonly string[]> => {
  if (secrets.length === 0) return []
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: unseen, terminal: stdin.isTTY === true })
  const answers = lines[Symbol.asyncIterator]()
  const ask = async (prompt: string): Promise<string> => {
    stderr.write(prompt)
    const { value, done } = await answers.next()
    if (stdin.isTTY) stderr.write('\n')
    if (done) throw new CliError('The input ended before a password was entered.')
    return value
  }
  try {
    const told: string[] = []
    for (const { what, isNew } of secrets) {
      const first = await ask(`${what}: `)
      if (isNew && first !== (await ask(`Repeat ${what.toLowerCase()}: `)))
        throw new CliError('The passwords entered were not the same')
      told.push(first)
    }
    return told
  } finally {
    lines.close()
  }
}

/** As {@link askSecrets}, for one. */
export const askSecret = async (terminal: Terminal, what: string, isNew: boolean): Promise<string> =>
  (await askSecrets(terminal, [{ what, isNew }]))[0] ?? ''
