import type { Loose } from '@nimbo/testing/loose'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runCli } from '@nimbo/cli/main'

/** The result of a command. */
export interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Nimbo's own command line client, run in this process for one cloud. */
export interface CommandLine {
  run(...words: readonly string[]): Promise<Outcome>
  /** Runs a command with `-f json` and parses its output; fails unless it succeeds. */
  json(...words: readonly string[]): Promise<Loose>
}

/** The command line for the cloud given by `environment`, see `clientEnvironment`. */
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
