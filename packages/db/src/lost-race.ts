import { setTimeout as sleep } from 'node:timers/promises'
import { databaseErrors, isLostRace } from './database-faults.ts'

const tries = 20
const firstPauseMs = 5
const longestPauseMs = 250

/**
 * Repeats a transaction while it fails to serialize or deadlocks, with growing pauses. Throws `DatabaseUnavailable` after too
 * many attempts.
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
    // Random pauses, so that two transactions do not collide again.
    await sleep(Math.random() * Math.min(firstPauseMs * 2 ** attempt, longestPauseMs))
  }
}
