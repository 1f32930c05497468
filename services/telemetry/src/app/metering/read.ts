import type { SampleView } from '@nimbo/contracts/telemetry/metering/metering'
import type { Expression, SqlBool } from 'kysely'
import * as rows from '../../db/metering/metering.ts'
import { errors } from '../../metering-errors.ts'
import { type MeteringApp, mostItems } from './metering-app.ts'
import { isColumn } from './query.ts'

type Conditions = readonly Expression<SqlBool>[]

export const sampleView = ({ position: _position, metadata, ...sample }: rows.SampleRecord): SampleView => ({
  ...sample,
  metadata: JSON.parse(metadata),
})

export const samplesUnder = ({ db }: MeteringApp, conditions: Conditions, limit = mostItems) =>
  rows.listSamples(db, conditions, Math.min(limit, mostItems))

/** All samples for statistics: some of them would give wrong numbers. */
export const volumesUnder = async ({ db }: MeteringApp, conditions: Conditions) => {
  const found = await rows.listVolumes(db, conditions)
  if (found.length > rows.mostSummed)
    throw errors.Invalid({ reason: `More than ${rows.mostSummed} samples match` })
  return found
}

export const metersUnder = ({ db }: MeteringApp, conditions: Conditions) =>
  rows.lastSamples(db, conditions, mostItems)

export const needSample = async ({ db }: MeteringApp, conditions: Conditions, id: string) => {
  const [sample] = await rows.listSamples(db, [...conditions, isColumn('id', id)], 1)
  if (!sample) throw errors.NoSuchSample({ id })
  return sample
}

/** The resources with samples, with the times of their first and last one. */
export const resourcesUnder = async ({ db }: MeteringApp, conditions: Conditions) => {
  const last = await rows.lastSamples(db, conditions, mostItems)
  const byResource = new Map(last.map((sample) => [sample.resource_id, sample]))
  const spans = await rows.spansOfResources(db, conditions, [...byResource.keys()])
  return spans.flatMap(({ resource_id, first, last: latest }) => {
    const sample = byResource.get(resource_id)
    return sample === undefined ? [] : [{ sample, first: String(first), last: String(latest) }]
  })
}

export const eventsUnder = ({ db }: MeteringApp, conditions: Conditions, limit = mostItems) =>
  rows.listEvents(db, conditions, Math.min(limit, mostItems))

export const eventTypesUnder = ({ db }: MeteringApp, conditions: Conditions) =>
  rows.eventTypes(db, conditions, mostItems)

export const needEvent = async ({ db }: MeteringApp, conditions: Conditions, id: string) => {
  const [event] = await rows.listEvents(db, [...conditions, isColumn('message_id', id)], 1)
  if (!event) throw errors.NoSuchEvent({ id })
  return event
}

/** The traits of an event by the type of their value. */
export const traitsOf = ({ traits }: rows.EventRecord) => {
  const known: Readonly<Record<string, string | number>> = JSON.parse(traits)
  return Object.entries(known).map(([name, value]) => ({
    ...{ name, value: String(value) },
    type: typeof value === 'string' ? 'string' : Number.isInteger(value) ? 'integer' : 'float',
  }))
}

/** Stores samples that a client posts. */
export const keepSamples = ({ db }: MeteringApp, samples: Parameters<typeof rows.insertSamples>[1]) =>
  rows.insertSamples(db, samples)
