import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Variable of the environment that names the file with the milliseconds by which clocks are ahead. */
export const clockAheadVariable = 'NIMBO_TEST_CLOCK_AHEAD'

const patch = fileURLToPath(new URL('advanced-clock-patch.ts', import.meta.url))

/** The clock of processes of the product, set forward from outside. */
export interface AdvancedClock {
  /** Processes started with these variables go by it. */
  readonly environment: Readonly<Record<string, string>>
  advance(ms: number): Promise<void>
}

/** Processes and test agree on it by a file of that directory. */
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
