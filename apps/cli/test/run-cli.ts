import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runCli } from '../src/main.ts'
import type { DoubleCloud } from './double-cloud.ts'

/** The exit code and output of a command line. */
export interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command line against the test double, as alice in project demo; with `terminal`, stderr counts as a terminal. */
export const runAgainst = async (
  cloud: DoubleCloud,
  line: string,
  stdin?: string,
  { terminal = false } = {},
): Promise<Outcome> => {
  const stdout = new PassThrough()
  const stderr = Object.assign(new PassThrough(), { isTTY: terminal })
  const input = Object.assign(Readable.from(stdin === undefined ? [] : [Buffer.from(stdin)]), {
    isTTY: stdin === undefined,
  })
  const env = {
    HOME: '/nonexistent',
    OS_AUTH_URL: `${cloud.url}/identity`,
    OS_USERNAME: 'alice',
    OS_PASSWORD: 'pa55word',
    OS_PROJECT_NAME: 'demo',
  }
  const code = await runCli(line.split(' '), env, { stdin: input, stdout, stderr })
  stdout.end()
  stderr.end()
  return { code, stdout: await text(stdout), stderr: await text(stderr) }
}
