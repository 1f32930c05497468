import { randomBytes } from 'node:crypto'

/** Bytes drawn at a time: to ask for randomness costs more than to make text of it. */
const drawnBytes = 4_096

/** Random hex digits that are told to nobody twice; at most {@link drawnBytes} at once. */
const hexSource = (): ((digits: number) => string) => {
  let drawn = ''
  let told = 0
  return (digits) => {
    if (told + digits > drawn.length) {
      drawn = randomBytes(drawnBytes).toString('hex')
      told = 0
    }
    const begin = told
    told += digits
    return drawn.slice(begin, told)
  }
}

/** A source of the process, as the system's own is. */
export const randomHex = hexSource()
