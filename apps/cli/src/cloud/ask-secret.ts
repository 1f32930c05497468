import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CliError } from './cli-error.ts'

/** Prompts for a secret without echo, and a second time for one that is to be set. Throws when the two inputs differ. */
export const askSecret = async (what: string, { isNew = true } = {}): Promise<string> => {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: process.stdin,
    output: unseen,
    terminal: process.stdin.isTTY === true,
  })
  const answers = lines[Symbol.asyncIterator]()
  const ask = async (prompt: string): Promise<string> => {
    process.stderr.write(prompt)
    const { value = '' } = await answers.next()
    if (process.stdin.isTTY) process.stderr.write('\n')
    return value
  }
  try {
    const first = await ask(`${what}: `)
    if (isNew && first !== (await ask(`Repeat ${what.toLowerCase()}: `)))
      throw new CliError('The passwords entered were not the same')
    return first
  } finally {
    lines.close()
  }
}
