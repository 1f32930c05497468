import { setTimeout as sleep } from 'node:timers/promises'
import { databaseErrors, isLostRace } from './database-faults.ts'

const tries = 20
const firstPauseMs = 5
const longestPauseMs = 250

/**
 * Runs a transaction again as long as it loses a race against others (a serialization failure, a deadlock), with growing
 * pauses. Throws `DatabaseUnavailable` when it lost again and again.
 */
export const untilNotLost = async <Result>(transaction: () => Promise<Result>): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (!isLostRace(error)) throw error
      if (attempt === tries) {
        const reason = `a transaction lost against others ${tries} times`
        throw databaseErrors.DatabaseUnavailable({ reason }, { cause: error })
      }
    }
    // Whoever met once should not meet again: none waits as long as the other.
    await sleep(Math.random() * Math.min(firstPauseMs * 2 ** attempt, longestPauseMs))
  }
}
