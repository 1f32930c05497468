import { exact, Name } from '@nimbo/contracts/compute/words'
import { ok } from '@nimbo/http/reply'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import { Type } from 'typebox'
import type { ComputeApp } from '../app/compute-app.ts'
import type { Aggregate } from '../domain/aggregate.ts'
import { wireTimeMicros, wireTimeMicrosOrNull } from '../domain/wire-time.ts'
import { errors } from '../errors.ts'
import { route } from './route.ts'

const uuidShown = microversion('2.41')
const actionPath = '/os-aggregates/{aggregate_id}/action'

const stored = ({ stores }: ComputeApp) => stores.aggregates

const view = (aggregate: Aggregate, version: Microversion): object => ({
  id: aggregate.id,
  name: aggregate.name,
  availability_zone: aggregate.metadata.availability_zone ?? null,
  metadata: aggregate.metadata,
  hosts: aggregate.hosts,
  created_at: wireTimeMicros(aggregate.createdAt),
  updated_at: wireTimeMicrosOrNull(aggregate.updatedAt),
  deleted: false,
  deleted_at: null,
  ...(version >= uuidShown ? { uuid: aggregate.uuid } : {}),
})

const find = async (app: ComputeApp, id: string): Promise<Aggregate> => {
  if (!/^[0-9]{1,9}$/.test(id)) throw errors.BadRequest({ reason: `Invalid aggregate id ${id}` })
  const aggregate = await stored(app).find(Number(id))
  if (!aggregate) throw errors.AggregateNotFound({ id })
  return aggregate
}

const list = route({
  method: 'GET',
  path: '/os-aggregates',
  name: 'aggregates.list',
  policy: 'os_compute_api:os-aggregates:index',
  replies: [200],
  handle: async ({ app, version }) =>
    ok({ aggregates: (await stored(app).list()).map((aggregate) => view(aggregate, version)) }),
})

const Zone = Type.Optional(Type.Union([Name, Type.Null()]))

const create = route({
  method: 'POST',
  path: '/os-aggregates',
  name: 'aggregates.create',
  policy: 'os_compute_api:os-aggregates:create',
  body: Type.Object({ aggregate: Type.Object({ name: Name, availability_zone: Zone }, exact) }, exact),
  replies: [200],
  handle: async ({ app, body, version }) => {
    const { name, availability_zone } = body.aggregate
    const aggregate = await stored(app).create(name, availability_zone ? { availability_zone } : {})
    if (!aggregate) throw errors.AggregateExists({ name })
    const { hosts: _, metadata: __, ...shown } = view(aggregate, version) as Record<string, unknown>
    return ok({ aggregate: shown })
  },
})

const show = route({
  method: 'GET',
  path: '/os-aggregates/{aggregate_id}',
  name: 'aggregates.show',
  policy: 'os_compute_api:os-aggregates:show',
  replies: [200],
  handle: async ({ app, params, version }) =>
    ok({ aggregate: view(await find(app, params.aggregate_id), version) }),
})

const update = route({
  method: 'PUT',
  path: '/os-aggregates/{aggregate_id}',
  name: 'aggregates.update',
  policy: 'os_compute_api:os-aggregates:update',
  body: Type.Object(
    {
      aggregate: Type.Object(
        { name: Type.Optional(Name), availability_zone: Zone },
        { ...exact, minProperties: 1 },
      ),
    },
    exact,
  ),
  replies: [200],
  handle: async ({ app, params, body, version }) => {
    const aggregate = await find(app, params.aggregate_id)
    const { name, availability_zone: zone } = body.aggregate
    if (
      name !== undefined &&
      (await stored(app).list()).some((one) => one.name === name && one.id !== aggregate.id)
    )
      throw errors.AggregateExists({ name })
    await app.aggregates.requireOneZone(aggregate, zone ?? undefined, aggregate.hosts)
    await stored(app).update(aggregate.id, {
      ...(name === undefined ? {} : { name }),
      ...(zone ? { metadata: { ...aggregate.metadata, availability_zone: zone } } : {}),
    })
    return ok({ aggregate: view(await find(app, params.aggregate_id), version) })
  },
})

const remove = route({
  method: 'DELETE',
  path: '/os-aggregates/{aggregate_id}',
  name: 'aggregates.delete',
  policy: 'os_compute_api:os-aggregates:delete',
  replies: [200],
  handle: async ({ app, params }) => {
    const aggregate = await find(app, params.aggregate_id)
    if (aggregate.hosts.length > 0)
      throw errors.BadRequest({
        reason: `Cannot delete aggregate ${aggregate.id}. Reason: Host aggregate is not empty.`,
      })
    await stored(app).remove(aggregate.id)
    return { status: 200, headers: {} }
  },
})

const addHost = route({
  method: 'POST',
  path: actionPath,
  action: 'add_host',
  name: 'aggregates.add-host',
  policy: 'os_compute_api:os-aggregates:add_host',
  body: Type.Object({ add_host: Type.Object({ host: Name }, exact) }, exact),
  replies: [200],
  handle: async ({ ctx, app, params, body, version }) => {
    const aggregate = await find(app, params.aggregate_id)
    await app.aggregates.addHost(ctx, aggregate, body.add_host.host)
    return ok({ aggregate: view(await find(app, params.aggregate_id), version) })
  },
})

const removeHost = route({
  method: 'POST',
  path: actionPath,
  action: 'remove_host',
  name: 'aggregates.remove-host',
  policy: 'os_compute_api:os-aggregates:remove_host',
  body: Type.Object({ remove_host: Type.Object({ host: Name }, exact) }, exact),
  replies: [200],
  handle: async ({ ctx, app, params, body, version }) => {
    const aggregate = await find(app, params.aggregate_id)
    await app.aggregates.removeHost(ctx, aggregate, body.remove_host.host)
    return ok({ aggregate: view(await find(app, params.aggregate_id), version) })
  },
})

const setMetadata = route({
  method: 'POST',
  path: actionPath,
  action: 'set_metadata',
  name: 'aggregates.set-metadata',
  policy: 'os_compute_api:os-aggregates:set_metadata',
  body: Type.Object(
    {
      set_metadata: Type.Object(
        {
          metadata: Type.Record(
            Type.String({ pattern: '^[a-zA-Z0-9-_:. ]{1,255}$' }),
            Type.Union([Type.String({ maxLength: 255 }), Type.Null()]),
            exact,
          ),
        },
        exact,
      ),
    },
    exact,
  ),
  replies: [200],
  handle: async ({ app, params, body, version }) => {
    const aggregate = await find(app, params.aggregate_id)
    const changes = body.set_metadata.metadata
    await app.aggregates.requireOneZone(aggregate, changes.availability_zone ?? undefined, aggregate.hosts)
    const merged = { ...aggregate.metadata, ...changes }
    // A null takes the item away.
    const metadata = Object.fromEntries(
      Object.entries(merged).flatMap(([key, value]): [string, string][] =>
        value === null ? [] : [[key, value]],
      ),
    )
    await stored(app).update(aggregate.id, { metadata })
    return ok({ aggregate: view(await find(app, params.aggregate_id), version) })
  },
})

export const aggregateRoutes = [list, create, show, update, remove, addHost, removeHost, setMetadata]
