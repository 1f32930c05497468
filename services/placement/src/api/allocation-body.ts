import { versioned } from '@nimbo/http/versioned'
import { type Static, Type } from 'typebox'
import type { PlacementApp } from '../app/app.ts'
import type { WantedAllocations } from '../app/set-allocations.ts'
import { inventoriesBody } from './inventory-body.ts'

const id = Type.String({ minLength: 1, maxLength: 255 })
const uuid = Type.String({ format: 'uuid' })
const uuidKey = Type.String({ pattern: '^[0-9a-fA-F-]{36}$' })
const resources = Type.Record(Type.String({ pattern: '^[0-9A-Z_]+$' }), Type.Integer({ minimum: 1 }), {
  minProperties: 1,
  additionalProperties: false,
})
const ofProvider = Type.Object(
  { resources, generation: Type.Optional(Type.Integer()) },
  { additionalProperties: false },
)
const owner = { project_id: id, user_id: id }
const consumerType = Type.String({ pattern: '^[A-Z0-9_]+$', minLength: 1, maxLength: 255 })
const generation = Type.Union([Type.Integer(), Type.Null()])
const mappings = Type.Optional(Type.Record(Type.String(), Type.Array(Type.String())))

const byProvider = (minProperties: number) =>
  Type.Record(uuidKey, ofProvider, { minProperties, additionalProperties: false })

/** The oldest shape: a list that names the provider in each entry. */
const listed = Type.Array(
  Type.Object(
    { resource_provider: Type.Object({ uuid }, { additionalProperties: false }), resources },
    { additionalProperties: false },
  ),
  { minItems: 1 },
)

const newest = Type.Object(
  {
    allocations: byProvider(0),
    ...owner,
    consumer_generation: generation,
    consumer_type: consumerType,
    mappings,
  },
  { additionalProperties: false },
)
const before138 = Type.Object(
  { allocations: byProvider(0), ...owner, consumer_generation: generation, mappings },
  { additionalProperties: false },
)
const before128 = Type.Object({ allocations: byProvider(1), ...owner }, { additionalProperties: false })
const before112 = Type.Object({ allocations: listed, ...owner }, { additionalProperties: false })
const before18 = Type.Object({ allocations: listed }, { additionalProperties: false })

const fromList = (list: Static<typeof listed>) =>
  Object.fromEntries(list.map(({ resource_provider, resources }) => [resource_provider.uuid, { resources }]))

/** Body of `PUT /allocations/{consumer}`; the generation and type are missing where the version has none. */
export const allocationsBody = versioned(newest)
  .before('1.38', before138, (body) => body)
  .before('1.28', before128, (body) => body)
  .before('1.12', before112, (body) => ({ ...body, allocations: fromList(body.allocations) }))
  .before('1.8', before18, (body) => ({ ...body, project_id: unknownOwner, user_id: unknownOwner }))

/** Stands for the owner whom old callers do not name, until the configuration is at hand. */
const unknownOwner = ''

const many = <Body extends ReturnType<typeof Type.Object>>(body: Body, minProperties = 1) =>
  Type.Record(uuidKey, body, { minProperties, additionalProperties: false })

/** Body of `POST /allocations`: one such object a consumer. */
export const manyAllocationsBody = versioned(many(newest))
  .before('1.38', many(before138), (body) => body)
  .before(
    '1.28',
    many(Type.Object({ allocations: byProvider(0), ...owner }, { additionalProperties: false })),
    (body) => body,
  )

const reshape = <Body extends ReturnType<typeof Type.Object>>(body: Body) =>
  Type.Object(
    {
      inventories: Type.Record(uuidKey, inventoriesBody, { additionalProperties: false }),
      allocations: many(body, 0),
    },
    { additionalProperties: false },
  )

/** Body of `POST /reshaper`: inventories a provider, and allocations a consumer. */
export const reshapeBody = versioned(reshape(newest)).before('1.38', reshape(before138), (body) => body)

type AllocationsOf = Partial<Static<typeof newest>> &
  Pick<Static<typeof newest>, 'allocations' | 'project_id' | 'user_id'>

/** A body in the form the use case takes. */
export const wantedFrom = (
  { unnamedOwner }: Pick<PlacementApp, 'unnamedOwner'>,
  consumer: string,
  body: AllocationsOf,
): WantedAllocations => ({
  consumer,
  projectId: body.project_id === unknownOwner ? unnamedOwner.projectId : body.project_id,
  userId: body.user_id === unknownOwner ? unnamedOwner.userId : body.user_id,
  consumerType: body.consumer_type ?? null,
  generation: body.consumer_generation,
  providers: Object.fromEntries(
    Object.entries(body.allocations).map(([provider, { resources }]) => [provider, resources]),
  ),
})
