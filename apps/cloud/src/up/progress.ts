/** Shows which part is starting and how long each took: updated in place on a terminal, else one line per part. */
export interface Progress {
  /** Marks a part as starting; a terminal shows that until the next call. */
  begin(part: string): void
  /** Marks the part begun last (or the one named) as started. */
  done(part: string, ms: number): void
  /** Prints a line of its own. */
  say(line: string): void
}

const clearLine = '\r\u001b[K'

const spell = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)

/** Writes to `out`; shows nothing with `quiet`. */
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
