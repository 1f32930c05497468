import * as operations from '@nimbo/contracts/compute/aggregates'
import type { ComputeApp } from '../app/compute-app.ts'
import { findAggregate } from '../app/find-aggregate.ts'
import type { Aggregate } from '../domain/aggregate.ts'
import { wireTimeMicros, wireTimeMicrosOrNull } from '../domain/wire-time.ts'
import { errors } from '../errors.ts'
import { handle } from './handle.ts'

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

/** The aggregate as it is after a change. */
const changed = async (app: ComputeApp, { id }: Aggregate) => ({
  aggregate: view(await findAggregate(app, String(id))),
})

const list = handle(operations.listAggregates, async ({ app }) => ({
  aggregates: (await app.stores.aggregates.list()).map(view),
}))

const create = handle(operations.createAggregate, async ({ app, body }) => {
  const { name, availability_zone } = body.aggregate
  const aggregate = await app.stores.aggregates.create(name, availability_zone ? { availability_zone } : {})
  if (!aggregate) throw errors.AggregateExists({ name })
  return { aggregate: newView(aggregate) }
})

const show = handle(operations.showAggregate, async ({ found }) => ({ aggregate: view(found.aggregate) }))

const update = handle(operations.updateAggregate, async ({ app, found: { aggregate }, body }) => {
  const { name, availability_zone: zone } = body.aggregate
  const isTaken = async (): Promise<boolean> =>
    (await app.stores.aggregates.list()).some((one) => one.name === name && one.id !== aggregate.id)
  if (name !== undefined && (await isTaken())) throw errors.AggregateExists({ name })
  await app.aggregates.requireOneZone(aggregate, zone ?? undefined, aggregate.hosts)
  await app.stores.aggregates.update(aggregate.id, {
    ...(name === undefined ? {} : { name }),
    ...(zone ? { metadata: { ...aggregate.metadata, availability_zone: zone } } : {}),
  })
  return changed(app, aggregate)
})

const remove = handle(operations.deleteAggregate, async ({ app, found: { aggregate } }) => {
  if (aggregate.hosts.length > 0)
    throw errors.BadRequest({
      reason: `Cannot delete aggregate ${aggregate.id}. Reason: Host aggregate is not empty.`,
    })
  await app.stores.aggregates.remove(aggregate.id)
})

const addHost = handle(operations.addHost, async ({ ctx, app, found: { aggregate }, body }) => {
  await app.aggregates.addHost(ctx, aggregate, body.add_host.host)
  return changed(app, aggregate)
})

const removeHost = handle(operations.removeHost, async ({ ctx, app, found: { aggregate }, body }) => {
  await app.aggregates.removeHost(ctx, aggregate, body.remove_host.host)
  return changed(app, aggregate)
})

const setMetadata = handle(operations.setMetadata, async ({ app, found: { aggregate }, body }) => {
  const changes = body.set_metadata.metadata
  await app.aggregates.requireOneZone(aggregate, changes.availability_zone ?? undefined, aggregate.hosts)
  const merged = Object.entries({ ...aggregate.metadata, ...changes })
  const metadata = Object.fromEntries(
    merged.flatMap(([key, value]): [string, string][] => (value === null ? [] : [[key, value]])),
  )
  await app.stores.aggregates.update(aggregate.id, { metadata })
  return changed(app, aggregate)
})

export const aggregateRoutes = [list, create, show, update, remove, addHost, removeHost, setMetadata]
