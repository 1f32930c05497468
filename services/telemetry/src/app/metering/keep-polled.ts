import { allOrNone } from '@nimbo/db/all-or-none'
import { timestamp } from '@nimbo/kernel/clock'
import * as rows from '../../db/metering/metering.ts'
import type { MeteringDb } from '../../db/metering/metering.ts'
import { addTraffic, putCounters, takeCounters } from '../../db/metering/traffic.ts'
import { trafficSince, withTraffic } from '../../domain/metering/traffic.ts'
import type { Polled } from '../../domain/metering/polled.ts'
import type { MeteringApp } from './metering-app.ts'
import type { Publication } from './publication.ts'
import { publishedMeasures, takenBy } from './published-measures.ts'

const together = 50

/** Adds the bytes counted at interfaces since the last poll to the billed traffic. */
const countTraffic = async (trx: MeteringDb, found: readonly Polled[], at: number): Promise<void> => {
  const counted = withTraffic(found)
  const before = await takeCounters(
    trx,
    counted.map(({ id }) => id),
  )
  const { readings, traffic } = trafficSince(before, counted, at)
  await putCounters(trx, readings)
  await addTraffic(trx, traffic)
}

/** Stores the samples of polled resources at an instant; if several agents poll for the same instant, they are counted once. */
export const keepPolled = async (app: MeteringApp, at: string, found: readonly Polled[]): Promise<void> => {
  const { db, clock, pipeline } = app
  const recorded_at = timestamp(clock)
  const useful = found
    .map((one) => ({ ...one, samples: takenBy(pipeline, one.samples) }))
    .filter(({ id, samples }) => id !== '' && samples.length > 0)
  for (let from = 0; from < useful.length; from += together) {
    const some = useful.slice(from, from + together)
    await allOrNone(db, async (trx) => {
      await countTraffic(trx, some, Date.parse(at))
      for (const {
        type,
        id,
        projectId: project_id = null,
        userId: user_id = null,
        attributes,
        samples,
      } of some) {
        const metadata = JSON.stringify(attributes)
        await rows.insertSamples(
          trx,
          samples.map((sample) => ({
            ...{ ...sample, id: `${sample.meter}-${id}-${at}`, user_id, project_id },
            ...{ resource_id: id, timestamp: at, recorded_at, source: 'openstack', metadata },
          })),
        )
        const publications = publishedMeasures(app, samples, () => type).map(
          ([as, measures]): Publication => ({
            ...{ kind: 'measures', timestamp: at, measures },
            // The attributes are those of the polled type; for another type they are unknown.
            resource: { type: as, id, project_id, user_id, attributes: as === type ? attributes : {} },
          }),
        )
        await rows.keepPublications(
          trx,
          publications.map((one) => JSON.stringify(one)),
        )
      }
    })
  }
}
