import { parseArgs } from 'node:util'
import { lastWordsOn } from './last-words.ts'
import { type Running, runningOn } from './pid-file.ts'
import { defaultStateDirectory } from './state-directory.ts'
import { trustOwnAuthority } from './tls/trust-own-authority.ts'

const answerWithinMs = 5_000

/**
 * `nimbo status`: shows whether a cloud runs on a state directory, and whether it responds. Exit code 3 when it does not run, as
 * in the LSB.
 */
export const status = async (args: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...args],
    options: { 'state-dir': { type: 'string' }, json: { type: 'boolean' } },
  })
  const directory = values['state-dir'] ?? defaultStateDirectory(process.env)
  const running = await runningOn(directory)
  await trustOwnAuthority(directory)
  const answers = running?.url !== undefined && (await isAnswering(running.url))
  const lastWords = running ? undefined : await lastWordsOn(directory)
  if (values.json)
    process.stdout.write(
      `${JSON.stringify({ running: running !== undefined, answers, ...running, lastWords })}\n`,
    )
  else if (running) process.stdout.write(`${inWords(running, answers)}\n`)
  else process.stdout.write(`${notRunning(directory, lastWords)}\n`)
  return running ? 0 : 3
}

const notRunning = (directory: string, lastWords: string | undefined): string =>
  [
    `Nimbo is not running (state directory ${directory}).`,
    ...(lastWords === undefined ? [] : [`It ended by an error: ${lastWords}`]),
  ].join('\n')

const inWords = (running: Running, answers: boolean): string => {
  if (running.url === undefined) return `Nimbo is starting as process ${running.pid}.`
  return `Nimbo runs as process ${running.pid} at ${running.url}${answers ? '' : ', but does not answer'}.`
}

const isAnswering = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/identity/v3`, { signal: AbortSignal.timeout(answerWithinMs) })).ok
  } catch {
    return false
  }
}
