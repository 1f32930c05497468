import { view } from '@nimbo/operation/content'
import { type TProperties, Type } from 'typebox'

/** Barbican takes what is no number for the default, so these are text. */
export const paging = { limit: Type.Optional(Type.String()), offset: Type.Optional(Type.String()) }

/** A page of a list: how many there are in all, and where the neighbouring pages are. */
export const page = <List extends TProperties>(list: List) =>
  view({
    ...list,
    total: Type.Integer({ minimum: 0 }),
    next: Type.Optional(Type.String()),
    previous: Type.Optional(Type.String()),
  })
