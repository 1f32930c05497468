/** What takes text to where it shall be, before it returns. */
export interface Destination {
  write(text: string): unknown
}

/** A turn that says more than this writes in between. */
const mostWaiting = 65_536

/**
 * Writes the lines of one turn of the event loop together, as it ends: to write a line costs as much as to make ten. They
 * stand in the order they were said. What waits is written when the process exits, also by an exception that nobody caught;
 * one that is killed loses the lines of the turn it was killed in.
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
