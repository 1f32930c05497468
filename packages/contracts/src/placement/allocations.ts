import { empty, exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { changed, since } from '@nimbo/operation/windows'
import { type Static, type TSchema, Type } from 'typebox'
import { InventoriesBody } from './inventories.ts'
import { Amounts, body, ClassName, Generation, Uuid, UuidKey } from './words.ts'

const Id = Type.String({ minLength: 1, maxLength: 255 })
const Resources = Type.Record(Type.String({ pattern: '^[0-9A-Z_]+$' }), Type.Integer({ minimum: 1 }), {
  minProperties: 1,
  ...exact,
})
const OfProvider = body({ resources: Resources, generation: Type.Optional(Generation) })
const owner = { project_id: Id, user_id: Id }

const byProvider = (minProperties: number) => Type.Record(UuidKey, OfProvider, { minProperties, ...exact })

/** The oldest form: a list with a provider per entry. */
const Listed = Type.Array(body({ resource_provider: body({ uuid: Uuid }), resources: Resources }), {
  minItems: 1,
})

/** A consumer's allocations since 1.28. */
const Newest = body({
  allocations: byProvider(0),
  ...owner,
  consumer_generation: Type.Union([Generation, Type.Null()]),
  consumer_type: since('1.38', ClassName),
  mappings: Type.Optional(since('1.34', Type.Record(Type.String(), Type.Array(Type.String())))),
})
export type AllocationsBody = Static<typeof Newest>
export type ListedAllocations = Static<typeof Listed>

const perConsumer = <Body extends TSchema>(allocations: Body, minProperties = 1) =>
  Type.Record(UuidKey, allocations, { minProperties, ...exact })

const path = '/allocations/{consumer_uuid}'

export const showAllocations = operation({
  id: 'allocations.show',
  method: 'GET',
  path,
  summary: 'Show what a consumer holds',
  rule: 'placement:allocations:list',
  on,
  replies: {
    200: view({
      allocations: Type.Record(Type.String(), view({ generation: Generation, resources: Amounts })),
      project_id: Type.Optional(since('1.12', Type.String())),
      user_id: Type.Optional(since('1.12', Type.String())),
      consumer_generation: Type.Optional(since('1.28', Generation)),
      consumer_type: Type.Optional(since('1.38', Type.String())),
    }),
  },
})

export const setAllocations = operation({
  id: 'allocations.set',
  method: 'PUT',
  path,
  summary: 'Set what a consumer holds',
  rule: 'placement:allocations:update',
  on,
  body: changed(
    Newest,
    ['1.28', body({ allocations: byProvider(1), ...owner })],
    ['1.12', body({ allocations: Listed, ...owner })],
    ['1.8', body({ allocations: Listed })],
  ),
  replies: { 204: empty },
  errors: ['ConsumerChanged', 'OverCapacity', 'ConstraintViolated', 'InventoryNotFound'],
})

export const setManyAllocations = operation({
  id: 'allocations.set_many',
  method: 'POST',
  path: '/allocations',
  since: '1.13',
  summary: 'Set what several consumers hold, all at once',
  rule: 'placement:allocations:manage',
  on,
  body: changed(perConsumer(Newest), ['1.28', perConsumer(body({ allocations: byProvider(0), ...owner }))]),
  replies: { 204: empty },
  errors: ['ConsumerChanged', 'OverCapacity', 'ConstraintViolated', 'InventoryNotFound'],
})

export const releaseAllocations = operation({
  id: 'allocations.release',
  method: 'DELETE',
  path,
  summary: 'Give back all that a consumer holds',
  rule: 'placement:allocations:delete',
  on,
  replies: { 204: empty },
  errors: ['NothingAllocated'],
})

export const listProviderAllocations = operation({
  id: 'provider_allocations.list',
  method: 'GET',
  path: '/resource_providers/{uuid}/allocations',
  summary: 'List what consumers hold of a resource provider',
  rule: 'placement:resource_providers:allocations:list',
  on,
  replies: {
    200: view({
      allocations: Type.Record(
        Type.String(),
        view({ resources: Amounts, consumer_generation: since('1.28', Generation) }),
      ),
      resource_provider_generation: Generation,
    }),
  },
  errors: ['ProviderNotFound'],
})

export const reshape = operation({
  id: 'reshaper.reshape',
  method: 'POST',
  path: '/reshaper',
  since: '1.30',
  summary: 'Move inventories and allocations at once',
  rule: 'placement:reshaper:reshape',
  on,
  body: body({
    inventories: Type.Record(UuidKey, InventoriesBody, { ...exact, minProperties: 1 }),
    allocations: perConsumer(Newest, 0),
  }),
  replies: { 204: empty },
  errors: ['ProviderNotFound', 'ConcurrentUpdate', 'ConsumerChanged', 'InventoryInUse', 'OverCapacity'],
})
