import { nullable, view } from '@nimbo/operation/content'
import { type TProperties, Type } from 'typebox'

export const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })
/** Names of projects and domains. */
export const ProjectName = Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' })
export const Id = Type.String({ minLength: 1, maxLength: 64 })
export const OptionalId = Type.Optional(nullable(Id))
export const Description = Type.Optional(nullable(Type.String()))
export const Flag = Type.Optional(Type.Boolean())

/** Options of projects, domains and roles in requests. */
export const ResourceOptions = Type.Optional(
  Type.Object({ immutable: Type.Optional(nullable(Type.Boolean())) }, { additionalProperties: false }),
)

/** The same in replies. */
export const Options = Type.Record(Type.String(), Type.Unknown())

/** A record that may have additional, user-defined attributes. */
export const open = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: true })

/** An update with at least one attribute. */
export const changes = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: true, minProperties: 1 })

/** A self link. */
export const Self = view({ self: Type.String() })

/** Links of lists: the own URL and those of neighbouring pages. */
export const pageLinks = {
  links: view({ self: Type.String(), next: nullable(Type.String()), previous: Type.Null() }),
  /** Whether the list was truncated. */
  truncated: Type.Optional(Type.Boolean()),
}

const Value = Type.String({ maxLength: 4096 })

/** A query parameter. */
export const text = Type.Optional(Value)

/** No repeated parameters; filters may have a suffix (`name__contains`), and unknown ones are ignored. */
export const query = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: Value })

/** The query of a paginated list. */
export const pagedQuery = <Properties extends TProperties>(filters: Properties) =>
  query({ limit: text, marker: text, ...filters })
