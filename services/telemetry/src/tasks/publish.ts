import type { Bus } from '@nimbo/bus/bus'
import type { ServiceClient } from '@nimbo/clients/service-client'
import { postResourcesBatch } from '@nimbo/contracts/telemetry/metric/batches'
import { createResource, updateResource } from '@nimbo/contracts/telemetry/metric/resources'
import type { Rest } from '@nimbo/kernel/background-pace'
import { internalContext } from '@nimbo/kernel/context'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import { LRUCache } from 'lru-cache'
import type { MeteringApp } from '../app/metering/metering-app.ts'
import type { Publication } from '../app/metering/publication.ts'
import { usualPolicyOf } from '../domain/metering/usual-policy.ts'
import { publicationsTogether, publicationsWaiting, removePublications } from '../db/metering/metering.ts'

interface Deps {
  readonly metrics: ServiceClient
  readonly bus: Bus
  readonly topic: string
}

const unlessStatus = async (work: Promise<unknown>, ...statuses: readonly number[]): Promise<void> => {
  await work.catch((error: unknown) => {
    if (!isRemote(error, ...statuses)) throw error
  })
}

type Measures = Extract<Publication, { kind: 'measures' }>

/** Required attributes of new resources, for publications that do not have them. */
const unsaid: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  instance: { display_name: '', flavor_id: '', flavor_name: '' },
  image: { name: '' },
}

/** How many resources are created or updated at the same time. */
const atOnce = 8

/** The number of resources whose last published state is remembered, so that it is not sent again. */
const mostKnown = 10_000

/** The maximum number of measures of one request, so that none takes long. */
const mostMeasures = 250

/** Divides publications into those of one request each, in their order. */
const byRequest = (all: readonly Measures[]): readonly (readonly Measures[])[] => {
  const requests: Measures[][] = []
  let room = 0
  for (const one of all) {
    if (one.measures.length > room) {
      requests.push([])
      room = mostMeasures
    }
    requests.at(-1)?.push(one)
    room -= one.measures.length
  }
  return requests
}

/** The request body: measures by resource and metric. */
const batchOf = (all: readonly Measures[]): Record<string, Record<string, unknown>> => {
  const body: Record<string, Record<string, unknown>> = {}
  for (const [id, ofResource] of Map.groupBy(all, ({ resource }) => resource.id)) {
    const taken = ofResource.flatMap(({ timestamp, measures }) =>
      measures.map((measure) => ({ ...measure, timestamp })),
    )
    const byMeter = [...Map.groupBy(taken, ({ meter }) => meter)].map(([meter, of]) => [
      meter,
      {
        archive_policy_name: of[0]?.archive_policy ?? usualPolicyOf(meter),
        unit: of[0]?.unit ?? '',
        measures: of.map(({ timestamp, value }) => ({ timestamp, value })),
      },
    ])
    body[id] = Object.fromEntries(byMeter)
  }
  return body
}

type Ended = Extract<Publication, { kind: 'ended' }>
type ToMetrics = Measures | Ended

type Resource = Measures['resource'] & { readonly started_at: string; readonly ended_at?: string }

const nameOf = ({ type, id }: Pick<Resource, 'type' | 'id'>): string => `${type} ${id}`

/** Each resource once, with its latest state and its end, if that is published too; it starts with its first publication. */
const resourcesOf = (all: readonly Measures[], ends: ReadonlyMap<string, Ended>): readonly Resource[] => {
  const byName = new Map<string, Resource>()
  for (const { resource, timestamp } of all) {
    const name = nameOf(resource)
    const before = byName.get(name)
    const ended = ends.get(name)
    byName.set(name, {
      ...resource,
      attributes: { ...before?.attributes, ...resource.attributes },
      started_at: before?.started_at ?? timestamp,
      ...(ended === undefined ? {} : { ended_at: ended.at }),
    })
  }
  return [...byName.values()]
}

const publisher = ({ metrics }: Deps) => {
  const ctx = internalContext()
  const known = new LRUCache<string, string>({ max: mostKnown })

  const create = ({ type, attributes, ...resource }: Resource) =>
    metrics.call(ctx, createResource, {
      path: { type },
      body: { ...resource, ...unsaid[type], ...attributes },
    })

  const update = ({ type, id, project_id, attributes, ended_at }: Resource) => {
    const ends = ended_at === undefined ? {} : { ended_at }
    const body = { ...(project_id === null ? {} : { project_id }), ...attributes, ...ends }
    return metrics.call(ctx, updateResource, { path: { type, resource_id: id }, body })
  }

  /**
   * Creates the resource if this process has not published it before, otherwise updates what has changed; falls back to the other
   * when it does or does not exist.
   */
  const ensureResource = async (resource: Resource): Promise<void> => {
    const { type, id, project_id, user_id, attributes, ended_at } = resource
    const said = JSON.stringify([type, project_id, user_id, attributes, ended_at])
    const before = known.get(id)
    if (before === said) return
    if (before === undefined)
      await create(resource).catch((error: unknown) => {
        if (!isRemote(error, 409)) throw error
        return update(resource)
      })
    else
      await update(resource).catch((error: unknown) => {
        if (!isRemote(error, 404)) throw error
        return create(resource)
      })
    known.set(id, said)
  }

  /** Idempotent. */
  const sendAll = async (all: readonly ToMetrics[]): Promise<void> => {
    const measured = all.filter((one) => one.kind === 'measures')
    const ended = new Map(all.flatMap((one) => (one.kind === 'ended' ? [[nameOf(one), one]] : [])))
    const resources = resourcesOf(measured, ended)
    for (let from = 0; from < resources.length; from += atOnce)
      await Promise.all(resources.slice(from, from + atOnce).map(ensureResource))
    for (const some of byRequest(measured))
      await metrics.call(ctx, postResourcesBatch, {
        query: { create_metrics: 'true' },
        body: batchOf(some),
      })
    for (const resource of resources) ended.delete(nameOf(resource))
    for (const { type, id, at } of ended.values()) {
      const request = { path: { type, resource_id: id }, body: { ended_at: at } }
      await unlessStatus(metrics.call(ctx, updateResource, request), ...[400, 404])
    }
  }

  /** A resource that was published before may have been deleted in the metrics service; `forget` makes it be created again. */
  return { tell: sendAll, forget: () => known.clear() }
}

/** Errors of the metrics service that would occur again on a retry; after any other error the publications are retried. */
const isRefused = (error: unknown): boolean => isRemote(error, 400, 403, 404)

interface Waiting {
  readonly position: number
  readonly publication: Publication
}

const positionsOf = (all: readonly Waiting[]): readonly number[] => all.map(({ position }) => position)

/** Sends waiting publications in order. Those that cannot be sent at present are retried by the next run. */
export const publish = ({ db, log }: MeteringApp, deps: Deps) => {
  const { bus, topic } = deps
  const { tell, forget } = publisher(deps)

  /** Sends publications one by one, so that a refused one does not block the others. */
  const eachAlone = async (all: readonly ToMetrics[]): Promise<void> => {
    for (const one of all)
      await tell([one]).catch((error: unknown) => {
        if (!isRefused(error)) throw error
        log.warn({ error, publication: one.kind }, 'the metrics service refused a publication')
      })
  }

  /** Sends events, and removes them at once: sent again with what the metrics service did not take, they would raise alarms again. */
  const tellEvents = async (waiting: readonly Waiting[]): Promise<void> => {
    const ofEvents = waiting.filter(({ publication }) => publication.kind === 'events')
    for (const { publication } of ofEvents)
      if (publication.kind === 'events') await bus.cast({ topic }, [...publication.events])
    await removePublications(db, positionsOf(ofEvents))
  }

  return async (rest: Rest): Promise<void> => {
    while (await rest()) {
      const waiting = (await publicationsWaiting(db)).map(
        ({ position, publication }): Waiting => ({ position, publication: JSON.parse(publication) }),
      )
      await tellEvents(waiting)
      const all = waiting.flatMap(({ publication }) => (publication.kind === 'events' ? [] : [publication]))
      await tell(all).catch((error: unknown) => {
        if (!isRefused(error)) throw error
        forget()
        return eachAlone(all)
      })
      await removePublications(db, positionsOf(waiting))
      if (waiting.length < publicationsTogether) return
    }
  }
}
