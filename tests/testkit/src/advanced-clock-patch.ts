/**
 * Loaded into a process of the product before its own code (`node --import`): advances the time of day by the number of
 * milliseconds in a file. Timers run at their usual pace.
 */
import { readFileSync } from 'node:fs'
import { clockAheadVariable } from './advanced-clock.ts'

const file = process.env[clockAheadVariable]

const readAhead = (path: string): number => {
  try {
    return Number(readFileSync(path, 'utf8'))
  } catch {
    return 0
  }
}

if (file !== undefined) {
  const { now } = Date
  Date.now = () => now() + readAhead(file)
}
