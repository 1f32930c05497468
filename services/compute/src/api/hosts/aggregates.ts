import * as operations from '@nimbo/contracts/compute/aggregates'
import { cacheImages } from '@nimbo/contracts/compute/aggregate-images'
import type { ComputeApp } from '../../app/compute-app.ts'
import { findAggregate } from '../../app/aggregates/find-aggregate.ts'
import type { Aggregate } from '../../domain/hosts/aggregate.ts'
import { wireTimeMicros, wireTimeMicrosOrNull } from '../../domain/wire-time.ts'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'

const newView = (aggregate: Aggregate): operations.NewAggregateView => ({
  id: aggregate.id,
  uuid: aggregate.uuid,
  name: aggregate.name,
  availability_zone: aggregate.metadata.availability_zone ?? null,
  created_at: wireTimeMicros(aggregate.createdAt),
  updated_at: wireTimeMicrosOrNull(aggregate.updatedAt),
  deleted: false,
  deleted_at: null,
})

const view = (aggregate: Aggregate): operations.AggregateView => ({
  ...newView(aggregate),
  metadata: { ...aggregate.metadata },
  hosts: [...aggregate.hosts],
})

/** The aggregate after a change. */
const changed = async (app: ComputeApp, { id }: Aggregate) => ({
  aggregate: view(await findAggregate(app, String(id))),
})

const list = handle(operations.listAggregates, async ({ app }) => ({
  aggregates: (await app.stores.aggregates.list()).map(view),
}))

const create = handle(operations.createAggregate, async ({ app, ctx, body }) => {
  const { name, availability_zone } = body.aggregate
  const id = await app.aggregates.change(ctx, { what: 'create' }, async (stored) => {
    const made = await stored.create(name, availability_zone ? { availability_zone } : {})
    if (!made) throw errors.AggregateExists({ name })
    return made.id
  })
  return { aggregate: newView(await findAggregate(app, String(id))) }
})

const show = handle(operations.showAggregate, async ({ found }) => ({ aggregate: view(found.aggregate) }))

/** Refuses an empty zone name, and null: a zone cannot be removed from an aggregate. */
const requireZone = (what: string, { id, name }: Aggregate, zone: string | null | undefined): void => {
  if (zone === undefined || zone) return
  throw errors.BadRequest({
    reason: `Cannot update ${what} ${id}. Reason: Aggregate ${name} does not support empty named availability zone.`,
  })
}

const update = handle(operations.updateAggregate, async ({ app, ctx, found: { aggregate }, body }) => {
  const { name, availability_zone: zone } = body.aggregate
  const isTaken = async (): Promise<boolean> =>
    (await app.stores.aggregates.list()).some((one) => one.name === name && one.id !== aggregate.id)
  if (name !== undefined && (await isTaken())) throw errors.AggregateExists({ name })
  requireZone('aggregate', aggregate, zone)
  if (zone)
    await app.aggregates.requireSafeZone({
      ...{ action: 'update aggregate', aggregate, hosts: aggregate.hosts, zone },
    })
  const changes = {
    ...(name === undefined ? {} : { name }),
    ...(zone ? { metadata: { ...aggregate.metadata, availability_zone: zone } } : {}),
  }
  await app.aggregates.change(ctx, { what: 'updateProperties', aggregate }, async (stored) => {
    await stored.update(aggregate.id, changes)
    return aggregate.id
  })
  return changed(app, aggregate)
})

const remove = handle(operations.deleteAggregate, async ({ app, ctx, found: { aggregate } }) => {
  if (aggregate.hosts.length > 0)
    throw errors.BadRequest({
      reason: `Cannot delete aggregate ${aggregate.id}. Reason: Host aggregate is not empty.`,
    })
  await app.aggregates.change(ctx, { what: 'delete', aggregate }, async (stored) => {
    await stored.remove(aggregate.id)
    return aggregate.id
  })
})

const addHost = handle(operations.addHost, async ({ ctx, app, found: { aggregate }, body }) => {
  await app.aggregates.addHost(ctx, aggregate, body.add_host.host)
  return changed(app, aggregate)
})

const removeHost = handle(operations.removeHost, async ({ ctx, app, found: { aggregate }, body }) => {
  await app.aggregates.removeHost(ctx, aggregate, body.remove_host.host)
  return changed(app, aggregate)
})

const setMetadata = handle(operations.setMetadata, async ({ app, ctx, found: { aggregate }, body }) => {
  const changes = body.set_metadata.metadata
  requireZone('metadata of aggregate', aggregate, changes.availability_zone)
  const zone = changes.availability_zone
  if (zone)
    await app.aggregates.requireSafeZone({
      ...{ action: 'update metadata of aggregate', aggregate, hosts: aggregate.hosts, zone },
    })
  const merged = Object.entries({ ...aggregate.metadata, ...changes })
  const metadata = Object.fromEntries(
    merged.flatMap(([key, value]): [string, string][] => (value === null ? [] : [[key, value]])),
  )
  await app.aggregates.change(ctx, { what: 'updateMetadata', aggregate }, async (stored) => {
    await stored.update(aggregate.id, { metadata })
    return aggregate.id
  })
  return changed(app, aggregate)
})

const fetchImages = handle(cacheImages, async ({ ctx, app, found: { aggregate }, body }) => {
  await app.aggregates.cacheImages(
    ctx,
    aggregate,
    body.cache.map(({ id }) => id),
  )
})

export const aggregateRoutes = [
  ...[list, create, show, update, remove, addHost, removeHost, setMetadata],
  fetchImages,
]
