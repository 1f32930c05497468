import { nullable, view } from '@nimbo/operation/content'
import { type TProperties, Type } from 'typebox'

export const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })
/** Names of projects, and of domains, which are projects. */
export const ProjectName = Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' })
export const Id = Type.String({ minLength: 1, maxLength: 64 })
export const OptionalId = Type.Optional(nullable(Id))
export const Description = Type.Optional(nullable(Type.String()))
export const Flag = Type.Optional(Type.Boolean())

/** Options of projects, domains and roles, as a body sets them. */
export const ResourceOptions = Type.Optional(
  Type.Object({ immutable: Type.Optional(nullable(Type.Boolean())) }, { additionalProperties: false }),
)

/** Options as they are shown. */
export const Options = Type.Record(Type.String(), Type.Unknown())

/** A record in a body or a reply that has attributes besides, which users made up: they are kept and shown. */
export const open = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: true })

/** What changes a record: at least one of the attributes, or others. */
export const changes = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: true, minProperties: 1 })

/** The address of what is shown. */
export const Self = view({ self: Type.String() })

/** What every list shows beside its items: its own address and those of the pages beside it. */
export const pageLinks = {
  links: view({ self: Type.String(), next: nullable(Type.String()), previous: Type.Null() }),
  /** There are more than a list gives at once. */
  truncated: Type.Optional(Type.Boolean()),
}

const Value = Type.String({ maxLength: 4096 })

/** A value of a query. */
export const text = Type.Optional(Value)

/** Each name once; by what a list can be narrowed may bear a suffix (`name__contains`), and what is no filter is left alone. */
export const query = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: Value })

/** A query of a list that comes in pages. */
export const pagedQuery = <Properties extends TProperties>(filters: Properties) =>
  query({ limit: text, marker: text, ...filters })
