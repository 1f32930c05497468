/** A cloud goes on though whoever read what it says has left, or the disk it says it to is full. */
export const goOnUnheard = (): void => {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
}
