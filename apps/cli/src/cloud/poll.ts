import { pause } from '@nimbo/kernel/deadline'
import { CliError } from './cli-error.ts'
import type { Session } from './session.ts'

const longestMs = 15 * 60_000
const intervalMs = 500

/** Calls `look` repeatedly until it returns a value; fails after 15 minutes by default. */
export const poll = async <T>(
  session: Session,
  what: string,
  look: () => Promise<T | undefined>,
  { longest = longestMs, interval = intervalMs } = {},
): Promise<T> => {
  const end = session.clock.now() + longest
  while (session.clock.now() < end) {
    const found = await look()
    if (found !== undefined) return found
    await pause(session.clock, interval)
  }
  throw new CliError(`${what} took longer than ${longest / 60_000} minutes.`)
}

/** A line on the terminal that is overwritten with the progress; does nothing without a terminal. */
export const progressLine = (session: Session) => {
  const { stderr } = session.streams
  const write = (text: string): void => {
    if (stderr.isTTY) stderr.write(`\r\u001b[K${text}`)
  }
  /** Ends the line, which stays as it is. */
  const leave = (): void => {
    if (stderr.isTTY) stderr.write('\n')
  }
  return { show: write, clear: () => write(''), leave }
}
