import { randomBytes } from 'node:crypto'

/** Random bytes requested at a time, because each request is expensive. */
const drawnBytes = 4_096

/** Returns random hex digits, never the same bytes twice; at most {@link drawnBytes} bytes at once. */
const hexSource = (): ((digits: number) => string) => {
  let drawn = ''
  let used = 0
  return (digits) => {
    if (used + digits > drawn.length) {
      drawn = randomBytes(drawnBytes).toString('hex')
      used = 0
    }
    const begin = used
    used += digits
    return drawn.slice(begin, used)
  }
}

/** The process's source. */
export const randomHex = hexSource()
