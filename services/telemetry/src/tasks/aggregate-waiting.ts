import type { Rest } from '@nimbo/kernel/background-pace'
import type { MetricApp } from '../app/metric/metric-app.ts'
import { aggregateSacks } from '../app/metric/take-measures.ts'
import { sacksWaiting } from '../db/metric/waiting-measures.ts'

/**
 * The number of measures that are aggregated in one transaction, unless one sack has more. A commit costs more than aggregating a
 * metric, but other work on the database waits during a long transaction.
 */
const together = 500

/** The sacks with the oldest measures, without those that `failed`. */
const nextSacks = async ({ db }: MetricApp, failed: ReadonlySet<number>): Promise<readonly number[]> => {
  let measures = 0
  const chosen: number[] = []
  for (const waiting of await sacksWaiting(db)) {
    if (failed.has(waiting.sack)) continue
    measures += waiting.measures
    if (chosen.length > 0 && measures > together) break
    chosen.push(waiting.sack)
  }
  return chosen
}

/** Aggregates each sack by itself; resolves to those that cannot be aggregated. */
const eachAlone = async (app: MetricApp, sacks: readonly number[]): Promise<readonly number[]> => {
  const failed: number[] = []
  for (const sack of sacks)
    await aggregateSacks(app, [sack]).catch((error: unknown) => {
      failed.push(sack)
      app.log.error({ error, sack }, 'measures could not be aggregated; they are tried again later')
    })
  return failed
}

/** Aggregates measures until none wait. Those that cannot be aggregated do not hold up the others. */
export const aggregateWaiting =
  (app: MetricApp) =>
  async (rest: Rest): Promise<void> => {
    const failed = new Set<number>()
    while (await rest()) {
      const sacks = await nextSacks(app, failed)
      if (sacks.length === 0) return
      await aggregateSacks(app, sacks).catch(async () => {
        for (const sack of await eachAlone(app, sacks)) failed.add(sack)
      })
    }
  }
