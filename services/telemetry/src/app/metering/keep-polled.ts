import { allOrNone } from '@nimbo/db/all-or-none'
import type { Rest } from '@nimbo/kernel/background-pace'
import { timestamp } from '@nimbo/kernel/clock'
import * as rows from '../../db/metering/metering.ts'
import type { MeteringDb, NewSample } from '../../db/metering/metering.ts'
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

/** The instant of a poll, and when its samples are stored. */
interface Taken {
  readonly at: string
  readonly recorded_at: string
}

const samplesOf = (
  { id, projectId, userId, attributes, samples }: Polled,
  { at, recorded_at }: Taken,
): readonly NewSample[] => {
  const metadata = JSON.stringify(attributes)
  return samples.map((sample) => ({
    // The id begins with the instant, so that all samples of a poll are next to each other in the index.
    ...{ ...sample, id: `${at}-${id}-${sample.meter}` },
    ...{ resource_id: id, project_id: projectId ?? null, user_id: userId ?? null },
    ...{ timestamp: at, recorded_at, source: 'openstack', metadata },
  }))
}

const publicationsOf = (
  app: MeteringApp,
  { type, id, projectId, userId, attributes, samples }: Polled,
  at: string,
): readonly Publication[] => {
  const owner = { project_id: projectId ?? null, user_id: userId ?? null }
  return publishedMeasures(app, samples, () => type).map(([as, measures]) => ({
    ...{ kind: 'measures', timestamp: at, measures },
    // The attributes are those of the polled type; for another type they are unknown.
    resource: { ...owner, type: as, id, attributes: as === type ? attributes : {} },
  }))
}

/**
 * Stores the samples of polled resources at an instant, until `rest` tells it to stop. If several agents poll for the same instant,
 * the samples are counted once.
 */
export const keepPolled = async (
  app: MeteringApp,
  at: string,
  found: readonly Polled[],
  rest: Rest,
): Promise<void> => {
  const { db, clock, pipeline } = app
  const taken = { at, recorded_at: timestamp(clock) }
  const useful = found
    .map((one) => ({ ...one, samples: takenBy(pipeline, one.samples) }))
    .filter(({ id, samples }) => id !== '' && samples.length > 0)
  for (let from = 0; from < useful.length; from += together) {
    const some = useful.slice(from, from + together)
    await allOrNone(db, async (trx) => {
      await countTraffic(trx, some, Date.parse(at))
      await rows.insertSamples(
        trx,
        some.flatMap((one) => samplesOf(one, taken)),
      )
      await rows.keepPublications(
        trx,
        some.flatMap((one) => publicationsOf(app, one, at)).map((one) => JSON.stringify(one)),
      )
    })
    if (!(await rest())) return
  }
}
