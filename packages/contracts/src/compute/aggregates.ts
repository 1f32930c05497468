import { empty, exact, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { since } from '@nimbo/operation/windows'
import { type Static, Type } from 'typebox'
import { HostName, Name } from './words.ts'

const NewAggregate = view({
  id: Type.Integer(),
  uuid: since('2.41', Type.String()),
  name: Type.String(),
  availability_zone: nullable(Type.String()),
  created_at: Type.String(),
  updated_at: nullable(Type.String()),
  deleted: Type.Boolean(),
  deleted_at: Type.Null(),
})
export type NewAggregateView = Static<typeof NewAggregate>

const Aggregate = view({
  ...NewAggregate.properties,
  metadata: Type.Record(Type.String(), Type.String()),
  hosts: Type.Array(Type.String()),
})
export type AggregateView = Static<typeof Aggregate>

/** A zone's name must not contain a colon, which separates zone and host in requests for servers. */
const Zone = Type.Optional(
  nullable(
    Type.String({ minLength: 1, maxLength: 255, pattern: '^(?!\\s)[^\\p{C}\\p{Zl}\\p{Zp}:]*(?<!\\s)$' }),
  ),
)
const path = '/os-aggregates/{aggregate_id}'
const actionPath = '/os-aggregates/{aggregate_id}/action'
const on = found('aggregate')
const replies = { 200: view({ aggregate: Aggregate }) }
const errors = ['AggregateNotFound']
const Host = Type.Object({ host: HostName }, exact)

export const listAggregates = operation({
  id: 'aggregates.list',
  method: 'GET',
  path: '/os-aggregates',
  summary: 'List host aggregates',
  rule: 'os_compute_api:os-aggregates:index',
  on: ownProject,
  replies: { 200: view({ aggregates: Type.Array(Aggregate) }) },
})

export const createAggregate = operation({
  id: 'aggregates.create',
  method: 'POST',
  path: '/os-aggregates',
  summary: 'Create a host aggregate',
  rule: 'os_compute_api:os-aggregates:create',
  on: ownProject,
  body: Type.Object({ aggregate: Type.Object({ name: Name, availability_zone: Zone }, exact) }, exact),
  replies: { 200: view({ aggregate: NewAggregate }) },
  errors: ['AggregateExists'],
})

export const showAggregate = operation({
  id: 'aggregates.show',
  method: 'GET',
  path,
  summary: 'Show a host aggregate',
  rule: 'os_compute_api:os-aggregates:show',
  on,
  replies,
  errors,
})

export const updateAggregate = operation({
  id: 'aggregates.update',
  method: 'PUT',
  path,
  summary: 'Change the name or zone of a host aggregate',
  rule: 'os_compute_api:os-aggregates:update',
  on,
  body: Type.Object(
    {
      aggregate: Type.Object(
        { name: Type.Optional(Name), availability_zone: Zone },
        { ...exact, minProperties: 1 },
      ),
    },
    exact,
  ),
  replies,
  errors: ['AggregateNotFound', 'AggregateExists'],
})

export const deleteAggregate = operation({
  id: 'aggregates.delete',
  method: 'DELETE',
  path,
  summary: 'Delete a host aggregate',
  rule: 'os_compute_api:os-aggregates:delete',
  on,
  replies: { 200: empty },
  errors,
})

export const addHost = operation({
  id: 'aggregates.add-host',
  method: 'POST',
  path: actionPath,
  action: 'add_host',
  summary: 'Add a host to an aggregate',
  rule: 'os_compute_api:os-aggregates:add_host',
  on,
  body: Type.Object({ add_host: Host }, exact),
  replies,
  errors: ['AggregateNotFound', 'ComputeHostNotFound', 'AggregateHostExists'],
})

export const removeHost = operation({
  id: 'aggregates.remove-host',
  method: 'POST',
  path: actionPath,
  action: 'remove_host',
  summary: 'Remove a host from an aggregate',
  rule: 'os_compute_api:os-aggregates:remove_host',
  on,
  body: Type.Object({ remove_host: Host }, exact),
  replies,
  errors,
})

export const setMetadata = operation({
  id: 'aggregates.set-metadata',
  method: 'POST',
  path: actionPath,
  action: 'set_metadata',
  summary: 'Set pairs of the metadata of an aggregate; null takes one away',
  rule: 'os_compute_api:os-aggregates:set_metadata',
  on,
  body: Type.Object(
    {
      set_metadata: Type.Object(
        {
          metadata: Type.Record(
            Type.String({ pattern: '^[a-zA-Z0-9-_:. ]{1,255}$' }),
            nullable(Type.String({ maxLength: 255 })),
            exact,
          ),
        },
        exact,
      ),
    },
    exact,
  ),
  replies,
  errors,
})
