import { nullable } from '@nimbo/operation/content'
import { type TProperties, Type } from 'typebox'

export const project = '/v1/{tenant_id}'
export const stack = `${project}/stacks/{stack_name}/{stack_id}` as const

export const Text = Type.String()
export const MaybeText = nullable(Text)
/** A map of which the API says nothing. */
export const Values = Type.Record(Text, Type.Unknown())
const Link = Type.Object({ href: Text, rel: Text })
export const Links = Type.Array(Link)

/** A body that may hold more than is named. */
export const open = <Properties extends TProperties>(properties: Properties) => Type.Object(properties)

/** Flags as clients write them in queries: `True`, `1`. */
const Word = Type.Optional(Text)
export const words = <const Name extends string>(...names: readonly Name[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Word])) as Record<Name, typeof Word>)
