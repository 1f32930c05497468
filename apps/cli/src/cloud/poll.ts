import { pause } from '@nimbo/kernel/deadline'
import { CliError } from './cli-error.ts'
import type { Session } from './session.ts'

const longestMs = 15 * 60_000
const intervalMs = 500

/** Asks again and again until `look` yields a value; gives up after a quarter of an hour, or when said. */
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

/** One line on the terminal that is written over; silent where nobody watches. */
export const progressLine = (session: Session) => {
  const { stderr } = session.streams
  const write = (text: string): void => {
    if (stderr.isTTY) stderr.write(`\r\u001b[K${text}`)
  }
  return { show: write, clear: () => write('') }
}
