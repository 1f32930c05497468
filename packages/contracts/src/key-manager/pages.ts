import { view } from '@nimbo/operation/content'
import { type TProperties, Type } from 'typebox'

/** Text, because Barbican uses the default for invalid numbers. */
export const paging = { limit: Type.Optional(Type.String()), offset: Type.Optional(Type.String()) }

/** A page with the total count and links to neighbouring pages. */
export const page = <List extends TProperties>(list: List) =>
  view({
    ...list,
    total: Type.Integer({ minimum: 0 }),
    next: Type.Optional(Type.String()),
    previous: Type.Optional(Type.String()),
  })
