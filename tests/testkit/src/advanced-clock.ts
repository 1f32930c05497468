import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The environment variable with the path of the file that contains how far clocks are ahead, in milliseconds. */
export const clockAheadVariable = 'NIMBO_TEST_CLOCK_AHEAD'

const patch = fileURLToPath(new URL('advanced-clock-patch.ts', import.meta.url))

/** The clock of product processes, advanced by the test. */
export interface AdvancedClock {
  /** Environment variables for processes that use this clock. */
  readonly environment: Readonly<Record<string, string>>
  advance(ms: number): Promise<void>
}

/** The clock's offset is in a file of `directory`, which the test writes and processes read. */
export const advancedClock = (directory: string): AdvancedClock => {
  const file = join(directory, 'clock-ahead')
  let ahead = 0
  return {
    environment: { NODE_OPTIONS: `--import=${patch}`, [clockAheadVariable]: file },
    advance: async (ms) => {
      ahead += ms
      await writeFile(`${file}.part`, String(ahead))
      await rename(`${file}.part`, file)
    },
  }
}
