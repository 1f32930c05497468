import { nullable } from '@nimbo/operation/content'
import { type TProperties, Type } from 'typebox'

export const project = '/v1/{tenant_id}'
export const stack = `${project}/stacks/{stack_name}/{stack_id}` as const

export const Text = Type.String()
export const MaybeText = nullable(Text)
/** An arbitrary map. */
export const Values = Type.Record(Text, Type.Unknown())
const Link = Type.Object({ href: Text, rel: Text })
export const Links = Type.Array(Link)

/** An object with additional properties. */
export const open = <Properties extends TProperties>(properties: Properties) => Type.Object(properties)

/** A flag in a query: `True`, `1`. */
const Word = Type.Optional(Text)
export const words = <const Name extends string>(...names: readonly Name[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Word])) as Record<Name, typeof Word>)
