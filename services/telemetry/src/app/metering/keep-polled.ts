import { allOrNone } from '@nimbo/db/all-or-none'
import { timestamp } from '@nimbo/kernel/clock'
import * as rows from '../../db/metering/metering.ts'
import type { Polled } from '../../domain/metering/polled.ts'
import type { MeteringApp } from './metering-app.ts'
import type { Publication } from './publication.ts'

const together = 50

/** Keeps what was found of resources at an instant: of several who look at the same instant, one is counted. */
export const keepPolled = async (
  { db, clock }: MeteringApp,
  at: string,
  found: readonly Polled[],
): Promise<void> => {
  const recorded_at = timestamp(clock)
  const useful = found.filter(({ id, samples }) => id !== '' && samples.length > 0)
  for (let from = 0; from < useful.length; from += together) {
    const some = useful.slice(from, from + together)
    await allOrNone(db, async (trx) => {
      for (const { type, id, projectId = null, userId = null, attributes, samples } of some) {
        const metadata = JSON.stringify(attributes)
        await rows.insertSamples(
          trx,
          samples.map((sample) => ({
            ...{ ...sample, id: `${sample.meter}-${id}-${at}`, user_id: userId, project_id: projectId },
            ...{ resource_id: id, timestamp: at, recorded_at, source: 'openstack', metadata },
          })),
        )
        const publication: Publication = {
          ...{ kind: 'measures', timestamp: at },
          resource: { type, id, project_id: projectId, user_id: userId, attributes },
          measures: samples.map(({ meter, unit, volume }) => ({ meter, unit, value: volume })),
        }
        await rows.keepPublications(trx, [JSON.stringify(publication)])
      }
    })
  }
}
