import type { Loose } from './loose.ts'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runCli } from '@nimbo/cli/main'

/** What a command line left behind. */
export interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Nimbo's own command line, run in this process, at one cloud. */
export interface CommandLine {
  run(...words: readonly string[]): Promise<Outcome>
  /** Fails unless it succeeds, and reads what it wrote with `-f json`. */
  json(...words: readonly string[]): Promise<Loose>
}

/** `environment` says which cloud, as `clientEnvironment` has it. */
export const commandLine = (environment: Readonly<Record<string, string>>): CommandLine => {
  const run = async (...words: readonly string[]): Promise<Outcome> => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()]
    const stdin = Object.assign(Readable.from([]), { isTTY: true })
    const written = Promise.all([text(stdout), text(stderr)])
    const code = await runCli(words, environment, { stdin, stdout, stderr })
    stdout.end()
    stderr.end()
    const [out, complaint] = await written
    return { code, stdout: out, stderr: complaint }
  }
  return {
    run,
    json: async (...words) => {
      const { code, stdout, stderr } = await run(...words, '-f', 'json')
      if (code !== 0) throw new Error(`nimbo ${words.join(' ')} ended with ${code}: ${stderr}${stdout}`)
      return JSON.parse(stdout)
    },
  }
}
