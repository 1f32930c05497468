/** A synchronous writer of text. */
export interface Destination {
  write(text: string): unknown
}

/** A turn with more characters than this is written in several pieces. */
const mostWaiting = 65_536

/**
 * Buffers the lines of one turn of the event loop and writes them together at its end, since writing a line costs as much as
 * formatting ten. The order is kept. The buffer is flushed when the process exits, also after an uncaught exception; a killed
 * process loses the lines of its last turn.
 */
export const linesOfATurn = (destination: Destination): Destination => {
  let waiting = ''
  let exiting = false
  const writeAll = (): void => {
    if (waiting === '') return
    const text = waiting
    waiting = ''
    destination.write(text)
  }
  process.once('exit', () => {
    exiting = true
    writeAll()
  })
  return {
    write: (line) => {
      if (waiting === '' && !exiting) setImmediate(writeAll)
      waiting += line
      if (exiting || waiting.length > mostWaiting) writeAll()
    },
  }
}
