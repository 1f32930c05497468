import { allOrNone } from '@nimbo/db/all-or-none'
import { timestamp } from '@nimbo/kernel/clock'
import type { NotificationMessage } from '@nimbo/notifications/message'
import * as rows from '../../db/metering/metering.ts'
import { addTraffic } from '../../db/metering/traffic.ts'
import { takeUsedResources } from '../../db/metering/used-resources.ts'
import { type Event, eventOf } from '../../domain/metering/event.ts'
import { resourceTypeOf, samplesOf } from '../../domain/metering/meters.ts'
import { numberAt, textAt } from '../../domain/metering/payload.ts'
import type { Pipeline } from '../../domain/metering/pipeline.ts'
import { labelTraffic } from '../../domain/metering/traffic.ts'
import { deletions, useChangeOf } from '../../domain/metering/use.ts'
import { type BegunUse, resourcesUsed, usesBy } from '../../domain/metering/use-changes.ts'
import type { MeteringApp } from './metering-app.ts'
import type { Publication } from './publication.ts'
import { publishedMeasures, takenBy } from './published-measures.ts'

/** The attributes for the resource's type in the metrics service, as far as the event contains them. */
const attributesOf = (type: string, { payload }: Event): Readonly<Record<string, unknown>> => {
  const text = (...paths: readonly string[]) => textAt(payload, ...paths)
  const given = {
    instance: {
      display_name: text('display_name'),
      flavor_id: text('instance_flavor_id'),
      flavor_name: text('instance_type'),
      host: text('host'),
      availability_zone: text('availability_zone'),
    },
    image: {
      name: text('name'),
      container_format: text('container_format'),
      disk_format: text('disk_format'),
    },
    volume: { display_name: text('display_name'), volume_type_id: text('volume_type') },
    volume_provider_pool: { provider: text('name_to_id')?.split('#')[0] },
    nova_compute: { host_name: text('host') },
  }
  const own = new Map<string, Readonly<Record<string, unknown>>>(Object.entries(given)).get(type) ?? {}
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
}

const ends: Readonly<Record<string, string>> = {
  'compute.instance.delete.end': 'instance',
  'volume.delete.end': 'volume',
  'snapshot.delete.end': 'volume',
  'image.delete': 'image',
  'floatingip.delete.end': 'network',
}

/** An event as sent to the alarm listener. */
const eventToTell = ({ message_id, event_type, generated, project_id = '', traits }: Event) => ({
  ...{ message_id, event_type, generated, project_id, traits },
})

/** An event with its samples. */
interface Measured {
  readonly event: Event
  readonly samples: ReturnType<typeof samplesOf>
}

/** The ends of a resource in the metrics service by an event of this type. */
const endsBy = (
  { resources }: Pick<MeteringApp, 'resources'>,
  eventType: string,
  what: { readonly id: string; readonly at: string },
): readonly Publication[] => {
  const types = resources?.endedBy(eventType) ?? (ends[eventType] === undefined ? [] : [ends[eventType]])
  return types.map((type) => ({ kind: 'ended', type, ...what }))
}

const publicationsOf = (
  app: Pick<MeteringApp, 'pipeline' | 'resources'>,
  { event, samples }: Measured,
): readonly Publication[] => {
  const { resource_id, project_id = null, user_id = null, generated, event_type } = event
  if (resource_id === undefined) return []
  const publications: Publication[] = []
  for (const [type, measures] of publishedMeasures(app, samples, resourceTypeOf))
    publications.push({
      ...{ kind: 'measures', timestamp: generated, measures },
      resource: { type, id: resource_id, project_id, user_id, attributes: attributesOf(type, event) },
    })
  return [...publications, ...endsBy(app, event_type, { id: resource_id, at: generated })]
}

/** Records the traffic of metering labels. */
const countTraffic = async (db: rows.MeteringDb, events: readonly Event[]): Promise<void> => {
  for (const { event_type, resource_id, project_id = null, payload, generated } of events) {
    const bytes = event_type === 'l3.meter' ? numberAt(payload, 'bytes') : undefined
    if (bytes !== undefined && resource_id !== undefined)
      await addTraffic(db, [labelTraffic(resource_id, project_id, bytes, Date.parse(generated))])
  }
}

/** Records the beginnings and ends of billed usage; returns what began. */
const account = async (db: rows.MeteringDb, events: readonly Event[]): Promise<readonly BegunUse[]> => {
  const changes = events.flatMap((event) => useChangeOf(event) ?? [])
  const { ends, begun } = usesBy(changes, await takeUsedResources(db, resourcesUsed(changes)))
  await rows.endUses(db, ends)
  await rows.beginUses(
    db,
    begun.map(({ use: { kind, resourceId, projectId = null, detail, quantity }, begunAt, endedAt }) => ({
      ...{ kind, resource_id: resourceId, project_id: projectId, detail, quantity },
      ...{ begun_at: begunAt, ended_at: endedAt },
    })),
  )
  return begun
}

/** Ends a resource of which an event is published after its deletion. */
const endedAlready = (
  app: Pick<MeteringApp, 'resources'>,
  { use: { kind, resourceId: id }, deletedAt }: BegunUse,
): readonly Publication[] =>
  deletedAt === null ? [] : endsBy(app, deletions[kind], { id, at: new Date(deletedAt).toISOString() })

const sampleRows = (pipeline: Pipeline, { event, samples }: Measured, recorded_at: string) => {
  const { message_id, generated, project_id = null, user_id = null, resource_id } = event
  if (resource_id === undefined || samples.length === 0) return []
  const metadata = JSON.stringify(event.traits)
  return takenBy(pipeline, samples).map((sample) => ({
    ...{ ...sample, id: `${message_id}-${sample.meter}`, user_id, project_id, resource_id },
    ...{ timestamp: generated, recorded_at, source: 'openstack', metadata },
  }))
}

const eventRow = ({ message_id, event_type, generated, traits, ...event }: Event) => ({
  ...{ message_id, event_type, generated, traits: JSON.stringify(traits) },
  project_id: event.project_id ?? null,
  user_id: event.user_id ?? null,
  resource_id: event.resource_id ?? null,
})

/** Whether an event changes the usage, or has samples: then it must be stored, so that a duplicate is recognised. */
const isCounted = (event: Event): boolean =>
  useChangeOf(event) !== undefined || event.event_type === 'l3.meter' || samplesOf(event).length > 0

/**
 * Stores notifications as events, with their samples, the usage they change and the publications for other services, in one
 * transaction. Idempotent: a notification with a known message id is skipped. Notifications are handled in order, with a few
 * statements for all of them. Returns whether any was new.
 */
export const takeNotifications =
  ({ db, clock, pipeline, resources, definitions, dropsUndefined = false }: MeteringApp) =>
  async (messages: readonly NotificationMessage[]): Promise<boolean> => {
    const received = messages
      .map((message) => eventOf(message, definitions))
      .filter((event) => event.isDefined || !dropsUndefined || isCounted(event))
    const events = new Map(received.map((event) => [event.message_id, event]))
    const recorded_at = timestamp(clock)
    return allOrNone(db, async (trx) => {
      const known = await rows.insertEvents(trx, [...events.values()].map(eventRow))
      const fresh = [...events.values()].filter(({ message_id }) => known.has(message_id))
      await countTraffic(trx, fresh)
      const begun = await account(trx, fresh)
      const measured = fresh.map((event) => ({ event, samples: samplesOf(event) }))
      await rows.insertSamples(
        trx,
        measured.flatMap((one) => sampleRows(pipeline, one, recorded_at)),
      )
      const publications: readonly Publication[] = [
        ...(fresh.length === 0 ? [] : [{ kind: 'events' as const, events: fresh.map(eventToTell) }]),
        ...measured.flatMap((one) => publicationsOf({ pipeline, resources }, one)),
        ...begun.flatMap((one) => endedAlready({ resources }, one)),
      ]
      await rows.keepPublications(
        trx,
        publications.map((one) => JSON.stringify(one)),
      )
      return fresh.length > 0
    })
  }
