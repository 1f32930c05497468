import type { JsonObject } from '@nimbo/kernel/json'
import { type TProperties, Type } from 'typebox'

export const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })
export const Id = Type.String({ minLength: 1, maxLength: 64 })
export const NullableId = Type.Union([Id, Type.Null()])
export const Description = Type.Union([Type.String(), Type.Null()])

/** Options of projects, domains and roles. */
export const ResourceOptions = Type.Object(
  { immutable: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])) },
  { additionalProperties: false },
)

/** A record in a body; what it has besides is kept and shown, as identity has always done. */
export const openObject = <Properties extends TProperties>(properties: Properties, least = 0) =>
  Type.Object(properties, { additionalProperties: true, minProperties: least })

/** The attributes of a body that are not among those the schema knows: kept as they are. */
export const extraOf = (body: object, known: readonly string[]): JsonObject =>
  Object.fromEntries(
    Object.entries(body).filter(([name]) => !known.includes(name) && name !== 'links' && name !== 'id'),
  ) as JsonObject

/** A description in a body: null means an empty one, absent means none was given. */
export const textOf = (description: string | null | undefined): string | undefined =>
  description === null ? '' : description
