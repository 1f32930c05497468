import { messageOf } from '@nimbo/kernel/errors'
import type { DatabaseHost } from '../cells-of.ts'
import type { OnlineMigration } from './online-migration.ts'

/** Rows of a batch when there is no limit. */
const batchSize = 50

interface Progress {
  readonly name: string
  readonly found: number
  readonly done: number
}

export interface OnlineMigrated {
  readonly progress: readonly Progress[]
  /** Rows migrated by the last batch. */
  readonly lastDone: number
  /** Whether a migration of the last batch failed. */
  readonly failed: boolean
}

/** One batch of each migration; a failed one does not stop the others. */
const runBatch = async (
  host: DatabaseHost,
  migrations: readonly OnlineMigration[],
  most: number,
  tell: (line: string) => void,
): Promise<{ readonly progress: readonly Progress[]; readonly failed: boolean }> => {
  const progress: Progress[] = []
  let [left, failed] = [most, false]
  for (const migration of migrations) {
    const { name } = migration
    let batch = { found: 0, done: 0 }
    if (left > 0)
      try {
        batch = await migration.run(host, left)
        if (batch.found > 0) tell(`${batch.found} rows matched query ${name}, ${batch.done} migrated`)
      } catch (error) {
        failed = true
        tell(`Error attempting to run ${name}: ${messageOf(error)}`)
      }
    left -= batch.done
    progress.push({ name, ...batch })
  }
  return { progress, failed }
}

/** Runs online migrations: one batch of at most `maxCount` rows, or batches until no row changes any more. */
export const runOnlineMigrations = async (
  host: DatabaseHost,
  migrations: readonly OnlineMigration[],
  maxCount: number | undefined,
  tell: (line: string) => void,
): Promise<OnlineMigrated> => {
  let total: readonly Progress[] = migrations.map(({ name }) => ({ name, found: 0, done: 0 }))
  for (;;) {
    const { progress, failed } = await runBatch(host, migrations, maxCount ?? batchSize, tell)
    const lastDone = progress.reduce((sum, { done }) => sum + done, 0)
    total = total.map(({ name, found, done }, index) => ({
      name,
      found: found + (progress[index]?.found ?? 0),
      done: done + (progress[index]?.done ?? 0),
    }))
    if (maxCount !== undefined || lastDone === 0) return { progress: total, lastDone, failed }
  }
}
