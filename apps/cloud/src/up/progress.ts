/** Shows what is starting and how long each part took: a live list on a terminal, else a line a part. */
export interface Progress {
  /** A part has begun; on a terminal it is shown as such until the next call. */
  begin(part: string): void
  /** The part begun last (or named) stands. */
  done(part: string, ms: number): void
  /** A line of its own. */
  say(line: string): void
}

const clearLine = '\r\u001b[K'

const spell = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)

/** Writes to `out`; with `quiet` nothing is shown. */
export const progress = (out: NodeJS.WriteStream, quiet: boolean): Progress => {
  if (quiet) return { begin: () => {}, done: () => {}, say: () => {} }
  const live = out.isTTY === true
  return {
    begin: (part) => {
      if (live) out.write(`${clearLine}  … ${part}`)
    },
    done: (part, ms) =>
      void out.write(
        `${live ? clearLine : ''}  ${live ? '\u001b[32m✔\u001b[0m' : '-'} ${part.padEnd(24)} ${spell(ms).padStart(8)}\n`,
      ),
    say: (line) => void out.write(`${live ? clearLine : ''}${line}\n`),
  }
}
